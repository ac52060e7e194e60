import { type AccessTable, statuses } from '#server/platform/testing/access-table.ts'
import type { videocalls } from '#shared/features/videocalls/contract.ts'

const someCall = () => ({ params: { id: 1 } })

/** Whoever has no consultation finds no call; who has one is tested beside the routes. */
export const access: AccessTable<typeof videocalls> = {
  'GET /online-consultation/:id/call': { expected: statuses(401, 404, 404, 404), input: someCall },
  'POST /online-consultation/:id/call/signals': {
    expected: statuses(401, 404, 404, 404),
    input: () => ({ ...someCall(), body: { from: 'learner00000.0', to: '', kind: 'here', text: '' } }),
  },
}
