import { testPassword } from '#server/app/testing/test-app.ts'
import { type AccessTable, forAll, ofOneself, ofStaff } from '#server/platform/testing/access-table.ts'
import type { accounts } from '#shared/features/accounts/contract.ts'

export const access: AccessTable<typeof accounts> = {
  'POST /auth/login': {
    expected: { ...forAll, elsewhere: 422 },
    input: () => ({ body: { email: 'owner@example.com', password: testPassword } }),
  },
  'POST /auth/transfer-token': { expected: ofOneself },
  'POST /auth/exchange-transfer-token': {
    expected: { ...forAll, elsewhere: 401 },
    input: async (_owned, asOwner) => ({ body: { token: (await asOwner('POST /auth/transfer-token'))['token'] } }),
  },
  'POST /auth/logout': { expected: ofOneself },
  'GET /user': { expected: ofOneself },
  'GET /studio/audit-log': { expected: { ...ofStaff, expert: 403 } },
}
