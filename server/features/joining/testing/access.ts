import { type AccessTable, forAll, ofOneself, statuses } from '#server/platform/testing/access-table.ts'
import type { joining } from '#shared/features/joining/contract.ts'

const closed = statuses(403, 403, 403, 403)
const refused = statuses(422, 422, 422, 422)
const newPassword = { password: 'a blue kettle', password_repeat: 'a blue kettle' }
const app = { app_id: 'installation-1', ...newPassword }
let newcomers = 0

/** No test brand allows installations, and nobody here was sent a code. */
let asked = 0
/** One address may be written to five times an hour. */
const nobody = () => `nobody-${++asked}@example.com`

export const access: AccessTable<typeof joining> = {
  'POST /auth/signup-by-email': {
    expected: forAll,
    input: () => ({ body: { username: 'New', email: `newcomer-${++newcomers}@example.com`, ...newPassword } }),
  },
  'POST /auth/validate-signup-form': { expected: forAll, input: () => ({ body: { email: 'free@example.com' } }) },
  'POST /auth/login-by-app-id': {
    expected: closed,
    input: () => ({ body: { app_id: app.app_id, password: app.password } }),
  },
  'POST /auth/signup-by-app-id': { expected: closed, input: () => ({ body: app }) },
  'POST /auth/request-password-reset': {
    expected: forAll,
    input: () => ({ body: { email: nobody() } }),
  },
  'POST /auth/reset-password': { expected: refused, input: () => ({ body: { token: 'made-up', ...newPassword } }) },
  'POST /v2/auth/request-otp': { expected: forAll, input: () => ({ body: { email: nobody() } }) },
  'POST /v2/auth/verify-otp': {
    expected: refused,
    input: () => ({ body: { email: 'owner@example.com', code: '000000' } }),
  },
  'POST /user/request-phone-otp': { expected: ofOneself, input: () => ({ body: { phone: '+34 600 123 456' } }) },
  'POST /user/verify-phone': {
    expected: statuses(401, 422, 422, 422),
    input: () => ({ body: { phone: '+34 600 123 456', code: '000000' } }),
  },
  'POST /user/supress-phone-validation': { expected: ofOneself },
  'POST /user/request-proof': { expected: ofOneself },
  'POST /user/prove': {
    expected: statuses(401, 422, 422, 422),
    input: () => ({ body: { password: 'not this one' } }),
  },
  'POST /user/update-password': {
    expected: statuses(401, 422, 422, 422),
    input: () => ({ body: { current_password: 'not this one', ...newPassword } }),
  },
}
