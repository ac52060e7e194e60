import type { Course, CourseOption } from '#shared/features/courses/forms.ts'
import { matchesFilters } from '#shared/features/streams/rules.ts'

/** Chosen values by option id. */
export type Filters = Readonly<Record<string, readonly string[]>>

/** The options that some of the courses have, each once with all its values, in the order they come. */
export function offeredOptions(courses: Iterable<Course>): CourseOption[] {
  const offered = new Map<string, CourseOption>()
  for (const { courseOptions } of courses) {
    for (const option of courseOptions) {
      const known = offered.get(option.id)?.trainingLessonOptionValues ?? []
      const values = [...new Set([...known, ...option.trainingLessonOptionValues])]
      offered.set(option.id, { ...option, trainingLessonOptionValues: values })
    }
  }
  return [...offered.values()].filter(option => option.trainingLessonOptionValues.length > 0)
}

/** `filters` with a value taken in, or out when it was in. */
export function toggled(filters: Filters, optionId: string, value: string): Filters {
  const chosen = filters[optionId] ?? []
  const next = chosen.includes(value) ? chosen.filter(one => one !== value) : [...chosen, value]
  return { ...filters, [optionId]: next }
}

export function isFiltering(filters: Filters): boolean {
  return Object.values(filters).some(chosen => chosen.length > 0)
}

/** The streams whose course offers what was chosen; one whose course is not known matches only no filter. */
export function filtered<Stream extends { courseId: number }>(
  streams: readonly Stream[],
  courses: ReadonlyMap<number, Course>,
  filters: Filters,
): Stream[] {
  return streams.filter(stream => matchesFilters(courses.get(stream.courseId)?.courseOptions ?? [], filters))
}
