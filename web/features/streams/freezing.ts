import { queryClient } from '#kit/cache/query-client.ts'
import { request } from '#kit/request/request.ts'
import type { UserStreamWire } from '#shared/features/streams/contract.ts'
import type { LocalDate } from '#shared/platform/times.ts'
import { refreshStreams, statusQuery, streamsQuery } from './data.ts'

/** Shows a stream as the server has just answered it. */
function showStream(stream: UserStreamWire): void {
  queryClient.setQueryData(streamsQuery().queryKey, wires =>
    wires?.map(wire => (wire.id === stream.id ? stream : wire)),
  )
  queryClient.setQueryData(statusQuery(stream.id).queryKey, wire => wire && { ...wire, stream })
}

/** Freezes a stream from one date to another; both are frozen too. */
export async function createFreeze(streamId: number, from: LocalDate, to: LocalDate) {
  const input = { params: { streamId }, body: { start_date: from, end_date: to } }
  showStream((await request('POST /user-course-streams/:streamId/freeze/create', input)).data)
  refreshStreams(queryClient)
}

/** Ends the freeze of a stream, or calls it off. */
export async function endFreeze(streamId: number) {
  const { data } = await request('POST /user-course-streams/:streamId/freeze/cancel', { params: { streamId } })
  showStream(data)
  refreshStreams(queryClient)
}
