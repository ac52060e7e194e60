import { type AccessTable, ofOneself } from '#server/platform/testing/access-table.ts'
import type { billing } from '#shared/features/billing/contract.ts'

export const access: AccessTable<typeof billing> = {
  'GET /payment-subscription': { expected: ofOneself },
}
