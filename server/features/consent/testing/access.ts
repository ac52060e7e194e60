import { type AccessTable, ofOneself } from '#server/platform/testing/access-table.ts'
import type { consent } from '#shared/features/consent/contract.ts'

export const access: AccessTable<typeof consent> = {
  'GET /user/cookie-policy': { expected: ofOneself },
  'POST /user/cookie-policy': {
    expected: ofOneself,
    input: () => ({ body: { analytics: false, marketing: false, decided_at: 1_800_000_000 } }),
  },
}
