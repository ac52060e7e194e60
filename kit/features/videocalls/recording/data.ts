import { callQuery } from '#kit/cache/call-query.ts'
import { makeStale } from '#kit/cache/make-stale.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { request } from '#kit/request/request.ts'
import type { RecordingsWire } from '#shared/features/videocalls/recording-calls.ts'

/** The recordings of a consultation, with what is asked for or runs now. */
export const recordingsQuery = (id: number) => ({
  ...callQuery('GET /online-consultation/:id/recordings', { params: { id } }),
  meta: { isKept: false },
})

/** What was read of recordings is out of date. */
export const refreshRecordings = () => makeStale('GET /online-consultation/:id/recordings')

async function keep(id: number, send: () => Promise<{ data: RecordingsWire }>): Promise<void> {
  try {
    const { data } = await send()
    await queryClient.cancelQueries({ queryKey: recordingsQuery(id).queryKey })
    queryClient.setQueryData(recordingsQuery(id).queryKey, data)
  } catch (error) {
    void refreshRecordings()
    throw error
  }
}

/** Asks to record, or agrees to the recording that was asked for. */
export const agreeToRecord = (id: number, page: string, recordingId?: number) =>
  keep(id, () => {
    const body = { page, ...(recordingId !== undefined && { recording_id: recordingId }) }
    return request('POST /online-consultation/:id/recordings', { params: { id }, body })
  })

/** Stops it for both, takes the question back, or says no. */
export const stopRecording = (id: number, recordingId: number) =>
  keep(id, () => request('POST /online-consultation/:id/recordings/:recordingId/stop', { params: { id, recordingId } }))
