import type { WrittenCourseWire } from '#shared/features/courses/authoring-calls.ts'
import { allWordsIn } from '#studio/platform/words.ts'

export const courseOrders = ['published', 'title', 'learners'] as const

type Listed = Pick<WrittenCourseWire, 'title' | 'key' | 'learners_count'>

/** The courses that have all words in title or key, in an order; the server answers the last published first. */
export function coursesFor<Course extends Listed>(
  courses: readonly Course[],
  words: string,
  order: (typeof courseOrders)[number],
): readonly Course[] {
  const found = courses.filter(({ title, key }) => allWordsIn(words, `${title} ${key}`))
  if (order === 'title') return found.toSorted((one, other) => one.title.localeCompare(other.title))
  return order === 'learners' ? found.toSorted((a, b) => b.learners_count - a.learners_count) : found
}
