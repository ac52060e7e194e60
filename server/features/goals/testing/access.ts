import { type AccessTable, ofOneself } from '#server/platform/testing/access-table.ts'
import type { goals } from '#shared/features/goals/contract.ts'

export const access: AccessTable<typeof goals> = {
  'GET /week-goal': { expected: ofOneself },
  'GET /activity': { expected: ofOneself },
  'PUT /week-goal': { expected: ofOneself, input: () => ({ body: { days: 3 } }) },
}
