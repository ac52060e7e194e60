import { queryClient } from '#kit/cache/query-client.ts'
import { enqueue } from '#kit/outbox/outbox.ts'
import type { Course } from '#shared/features/courses/forms.ts'
import type { UserStream } from '#shared/features/streams/forms.ts'
import { type Filters, filtersOf } from './course-filters.ts'
import { refreshStreams, streamsQuery } from '../data.ts'

const isSame = (one: Filters, other: Filters) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Keeps the chosen filters with the streams whose courses have these options, so that they are there after a reload and on
 * other devices. Waits while there is no network; the latest choice counts.
 */
export function keepFilters(
  streams: readonly UserStream[],
  courses: ReadonlyMap<number, Course>,
  chosen: Filters,
): void {
  for (const { id, courseId, filters: known } of streams) {
    const filters = filtersOf(courses.get(courseId)?.courseOptions ?? [], chosen)
    if (isSame(filters, known)) continue
    queryClient.setQueryData(streamsQuery().queryKey, wires =>
      wires?.map(wire => (wire.id === id ? { ...wire, filters } : wire)),
    )
    const write = { params: { streamId: id }, body: { filters } }
    const sent = enqueue('POST /user-course-streams/:streamId/filters', write, { lane: `filters:${id}` })
    // The course has changed meanwhile: its options are read again.
    sent.catch(() => refreshStreams(queryClient))
  }
}
