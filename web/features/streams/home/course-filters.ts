import type { Course, CourseOption } from '#shared/features/courses/forms.ts'
import { matchesFilters } from '#shared/features/streams/choice-rules.ts'
import type { UserStream } from '#shared/features/streams/forms.ts'

/** Chosen values by option id. */
export type Filters = Readonly<Record<string, readonly string[]>>

/** The options that any of the courses has, each once with all its values, in order of appearance. */
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

/** `filters` with a value added, or removed when it was there. */
export function toggled(filters: Filters, optionId: string, value: string): Filters {
  const chosen = filters[optionId] ?? []
  const next = chosen.includes(value) ? chosen.filter(one => one !== value) : [...chosen, value]
  return { ...filters, [optionId]: next }
}

/** The part of a choice that a course offers, as it is kept with its streams. */
export function filtersOf(options: readonly CourseOption[], chosen: Filters): Record<string, string[]> {
  const own = options.map(({ id, trainingLessonOptionValues: offered }): [string, string[]] => [
    id,
    (chosen[id] ?? []).filter(value => offered.includes(value)).sort(),
  ])
  return Object.fromEntries(own.filter(([, values]) => values.length > 0))
}

/** The choice that streams keep, as far as it is still offered. */
export function keptFilters(
  streams: readonly Pick<UserStream, 'filters'>[],
  options: readonly CourseOption[],
): Filters {
  const kept = options.map(({ id }): [string, string[]] => [id, streams.flatMap(({ filters }) => filters[id] ?? [])])
  return filtersOf(options, Object.fromEntries(kept.map(([id, values]) => [id, [...new Set(values)]])))
}

export function isFiltering(filters: Filters): boolean {
  return Object.values(filters).some(chosen => chosen.length > 0)
}

/** The streams whose course offers a chosen value of every option; an unknown course passes only without filters. */
export function filtered<Stream extends { courseId: number }>(
  streams: readonly Stream[],
  courses: ReadonlyMap<number, Course>,
  filters: Filters,
): Stream[] {
  return streams.filter(stream => matchesFilters(courses.get(stream.courseId)?.courseOptions ?? [], filters))
}
