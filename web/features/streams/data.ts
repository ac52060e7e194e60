import { type QueryClient, useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import type { StreamStatusRecordWire, UserStreamWire } from '#shared/features/streams/contract.ts'
import { useNow } from '#kit/ui/clock.ts'
import { streamFromWire, streamStatusFromWire } from '#shared/features/streams/forms.ts'
import { type LocalDate, localDate } from '#shared/platform/times.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { statusAsked } from './status-asked.ts'

/** The learner's streams. The shell reads them with the same input, so it is one request. */
export const streamsQuery = () => callQuery('GET /user-course-streams', { expand: ['progress', 'freeze'] })

/** How long a stream's status counts as fresh, in ms. */
const statusFreshFor = 300_000

/** What is open and done in a stream. */
export const statusQuery = (id: number) => ({
  ...callQuery('GET /user-course-streams/:id/status', statusAsked(id)),
  staleTime: statusFreshFor,
})

const streamsOf = (wires: UserStreamWire[]) => wires.map(streamFromWire)

function statusOf(wire: StreamStatusRecordWire) {
  return { stream: streamFromWire(wire.stream), status: streamStatusFromWire(wire.stream.id, wire) }
}

/** The learner's course streams in the server's order. */
export function useStreams() {
  return useQuery({ ...streamsQuery(), select: streamsOf })
}

/** A stream and what is open, done and watched in it; idle while the id is undefined. */
export function useStreamStatus(streamId: number | undefined) {
  return useQuery({ ...statusQuery(streamId ?? Number.NaN), enabled: streamId !== undefined, select: statusOf })
}

/** The id of a stream's course: from the list of streams if that is loaded, else from the stream's status. */
export function useCourseIdOf(streamId: number): number | undefined {
  const listed = useStreams().data?.find(stream => stream.id === streamId)?.courseId
  const status = useStreamStatus(streamId)
  return status.data?.stream.courseId ?? listed
}

/** The learner's calendar date, kept right over midnight. */
export function useToday(): LocalDate {
  return localDate(useNow(60_000), useUser()?.timezone ?? 'UTC')
}

/** Makes streams, the status of their days and their homework stale. */
export function refreshStreams(client: QueryClient): void {
  void client.invalidateQueries({
    predicate: ({ queryKey: [name] }) => String(name).startsWith('GET /user-course-streams'),
  })
}
