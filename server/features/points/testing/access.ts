import { type AccessTable, ofOneself } from '#server/platform/testing/access-table.ts'
import type { points } from '#shared/features/points/contract.ts'

export const access: AccessTable<typeof points> = {
  'GET /user-score': { expected: ofOneself },
  'GET /user-score/amount': { expected: ofOneself },
}
