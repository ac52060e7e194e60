import type { Course, CourseOption } from '#shared/features/courses/forms.ts'
import type { UserStream } from '#shared/features/streams/forms.ts'
import { isAccessible, isInTab, matchesFilters } from '#shared/features/streams/choice-rules.ts'

type StreamState = Pick<UserStream, 'courseId' | 'status' | 'progress' | 'isDemo'>

function isUnfinished({ status, progress }: StreamState): boolean {
  return isAccessible(status) && progress.progress < 100
}

/** The stream to continue: the first open one with days left, full courses before demos; else the first open one. */
export function featuredStream<Stream extends StreamState>(streams: readonly Stream[]): Stream | undefined {
  const unfinished = streams.filter(isUnfinished)
  const whole = unfinished.find(({ isDemo }) => !isDemo)
  return whole ?? unfinished[0] ?? streams.find(({ status }) => isAccessible(status))
}

/** A stream of each course besides the one that is continued, the first as they come, without those that have ended. */
export function otherStreams<Stream extends StreamState>(
  streams: readonly Stream[],
  featured: Stream | undefined,
): Stream[] {
  const shown = new Set([featured?.courseId])
  return streams.filter(({ courseId, status }) => {
    if (shown.has(courseId) || !isInTab(status, 'ongoing')) return false
    shown.add(courseId)
    return true
  })
}

/** How many courses are open and have days left. */
export function countInProgress(streams: readonly StreamState[]): number {
  return new Set(streams.filter(isUnfinished).map(({ courseId }) => courseId)).size
}

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
