import type { WrittenCourseWire } from '#shared/features/courses/authoring-calls.ts'
import { allWordsIn } from '#studio/platform/words.ts'

export const courseOrders = ['published', 'title', 'learners'] as const

export const courseStates = ['current', 'archived'] as const

type Listed = Pick<WrittenCourseWire, 'title' | 'key' | 'learners_count' | 'is_archived'>

/** The courses of a state that have all words in title or key, in an order; the server answers the last published first. */
export function coursesFor<Course extends Listed>(
  courses: readonly Course[],
  words: string,
  order: (typeof courseOrders)[number],
  state: (typeof courseStates)[number],
): readonly Course[] {
  const found = courses.filter(
    ({ title, key, is_archived: isArchived }) =>
      isArchived === (state === 'archived') && allWordsIn(words, `${title} ${key}`),
  )
  if (order === 'title') return found.toSorted((one, other) => one.title.localeCompare(other.title))
  return order === 'learners' ? found.toSorted((a, b) => b.learners_count - a.learners_count) : found
}
