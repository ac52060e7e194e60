import { type AccessTable, statuses } from '#server/platform/testing/access-table.ts'
import type { videocalls } from '#shared/features/videocalls/contract.ts'

const someCall = () => ({ params: { id: 1 } })
const someRecording = () => ({ params: { id: 1, recordingId: 1 } })

/** Whoever has no consultation finds no call; who has one is tested beside the routes. */
export const access: AccessTable<typeof videocalls> = {
  'GET /online-consultation/:id/call': { expected: statuses(401, 404, 404, 404), input: someCall },
  'POST /online-consultation/:id/call/signals': {
    expected: statuses(401, 404, 404, 404),
    input: () => ({ ...someCall(), body: { from: 'learner00000.0', to: '', kind: 'here', text: '' } }),
  },
  'GET /online-consultation/:id/recordings': { expected: statuses(401, 404, 404, 404), input: someCall },
  'POST /online-consultation/:id/recordings': {
    expected: statuses(401, 404, 404, 404),
    input: () => ({ ...someCall(), body: { page: 'learner00000.0' } }),
  },
  'POST /online-consultation/:id/recordings/:recordingId/stop': {
    expected: statuses(401, 404, 404, 404),
    input: someRecording,
  },
  'POST /online-consultation/:id/recordings/:recordingId/part': {
    expected: statuses(401, 404, 404, 404),
    input: () => ({ ...someRecording(), body: { began_at: 0, file_ids: [1] } }),
  },
}
