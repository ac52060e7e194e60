import { type AccessTable, forAll, ofOneself, ofStaff, statuses } from '#server/platform/testing/access-table.ts'
import type { accounts } from '#shared/features/accounts/contract.ts'

export const access: AccessTable<typeof accounts> = {
  'POST /auth/login': {
    expected: { ...forAll, elsewhere: 422 },
    input: (_owned, { password }) => ({ body: { email: 'owner@example.com', password } }),
  },
  'POST /auth/transfer-token': { expected: ofOneself },
  'POST /auth/exchange-transfer-token': {
    expected: { ...forAll, elsewhere: 401 },
    input: async (_owned, { ask }) => ({ body: { token: (await ask('POST /auth/transfer-token'))['token'] } }),
  },
  'POST /auth/transfer-token-holder': {
    expected: { ...forAll, elsewhere: 401 },
    input: async (_owned, { ask }) => ({ body: { token: (await ask('POST /auth/transfer-token'))['token'] } }),
  },
  'POST /auth/logout': { expected: ofOneself },
  'GET /user': { expected: ofOneself },
  'GET /user/second-factor': { expected: ofOneself },
  'POST /user/second-factor/secret': { expected: ofOneself },
  'POST /user/second-factor': {
    expected: statuses(401, 422, 422, 422),
    input: () => ({ body: { sealed: 'made-up', code: '000000' } }),
  },
  'POST /user/second-factor/confirm': { expected: ofOneself, input: () => ({ body: { code: '000000' } }) },
  'POST /user/second-factor/recovery-codes': {
    expected: statuses(401, 422, 422, 422),
    input: () => ({ body: { code: '000000' } }),
  },
  'POST /user/second-factor/turn-off': {
    expected: statuses(401, 422, 422, 422),
    input: () => ({ body: { code: '000000' } }),
  },
  'GET /studio/mail': { expected: { ...ofStaff, expert: 403 } },
  'GET /studio/audit-log': { expected: { ...ofStaff, expert: 403 } },
}
