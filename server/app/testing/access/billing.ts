import type { Calls } from '#shared/app/calls.ts'
import { type AccessTable, ofOneself } from './access-table.ts'

export const billingAccess = {
  'GET /payment-subscription': { expected: ofOneself },
} satisfies Partial<AccessTable<keyof Calls>>
