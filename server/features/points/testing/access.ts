import { type AccessTable, ofOneself, statuses } from '#server/platform/testing/access-table.ts'
import type { points } from '#shared/features/points/contract.ts'

export const access: AccessTable<typeof points> = {
  'GET /user-score': { expected: ofOneself },
  'GET /user-score/amount': { expected: ofOneself },
  'GET /user-score/spending': { expected: ofOneself },
  'GET /studio/users/:id/points': {
    expected: { ...statuses(401, 403, 403, 403), admin: 200 },
    input: ({ person }) => ({ params: { id: person } }),
  },
  'POST /studio/users/:id/points': {
    expected: { ...statuses(401, 403, 403, 403), admin: 422 },
    // There is nothing to be taken.
    input: ({ person }) => ({ params: { id: person }, body: { amount: -5, reason: 'Helped others' } }),
  },
}
