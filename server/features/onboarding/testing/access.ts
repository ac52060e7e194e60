import { type AccessTable, ofOneself } from '#server/platform/testing/access-table.ts'
import type { onboarding } from '#shared/features/onboarding/contract.ts'

export const access: AccessTable<typeof onboarding> = {
  'GET /user-answers': { expected: ofOneself },
  'PUT /user-answers': { expected: ofOneself, input: () => ({ body: { name: 'goal', value: 'health' } }) },
}
