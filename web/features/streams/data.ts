import { type QueryClient, useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import type { StreamStatusRecordWire, statusExpansions, UserStreamWire } from '#shared/features/streams/contract.ts'
import { streamFromWire, streamStatusFromWire } from '#shared/features/streams/forms.ts'

/** The learner's streams, with the input that the shell reads them by, so that it is one request. */
export const streamsQuery = () => callQuery('GET /user-course-streams', { expand: ['progress', 'freeze'] })

const statusParts: readonly (typeof statusExpansions)[number][] = [
  'days',
  'homeworks',
  'stages',
  'lessons',
  'current_training_stage_id',
  'current_training_day',
]

/** How long a stream's status is good for, in ms. */
const statusLife = 300_000

/** What is open and done in a stream; a read that failed is made again by the next screen or by retry. */
export const statusQuery = (id: number) => ({
  ...callQuery('GET /user-course-streams/:id/status', { params: { id }, expand: statusParts }),
  staleTime: statusLife,
})

const streamsOf = (wires: UserStreamWire[]) => wires.map(streamFromWire)

function statusOf(wire: StreamStatusRecordWire) {
  return { stream: streamFromWire(wire.stream), status: streamStatusFromWire(wire.stream.id, wire) }
}

/** The learner's course streams in the server's order. */
export function useStreams() {
  return useQuery({ ...streamsQuery(), select: streamsOf })
}

/** A stream and what is open, done and watched in it; makes no read without an id. */
export function useStreamStatus(streamId: number | undefined) {
  return useQuery({ ...statusQuery(streamId ?? 0), enabled: streamId !== undefined, select: statusOf })
}

/** The course of a stream, known at once when the list of streams is. */
export function useCourseIdOf(streamId: number): number | undefined {
  const listed = useStreams().data?.find(stream => stream.id === streamId)?.courseId
  const status = useStreamStatus(streamId)
  return status.data?.stream.courseId ?? listed
}

/** Makes every read stale that tells of streams and their days. */
export function refreshStreams(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['GET /user-course-streams/:id/status'] })
  void client.invalidateQueries({ queryKey: ['GET /user-course-streams'] })
}
