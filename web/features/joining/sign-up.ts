import { site } from '#kit/features/brands/site.ts'
import { request } from '#kit/request/request.ts'
import { normalizeEmail } from '#shared/features/accounts/email.ts'
import { keepToken, suggestReturnUrl } from '#web/features/accounts/session.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { track } from '#web/platform/analytics.ts'
import { referral } from './referral.ts'

/** Opens an account and begins its session; the way on is the registration chat, or the address that was asked for. */
export async function signUp(typed: {
  username: string
  email: string
  password: string
  repeat: string
}): Promise<void> {
  const { data } = await request('POST /auth/signup-by-email', {
    isMultipart: true,
    body: {
      username: typed.username.trim(),
      email: normalizeEmail(typed.email),
      password: typed.password,
      password_repeat: typed.repeat,
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...referral(),
    },
  })
  track({ name: 'user_registration' })
  suggestReturnUrl(pathTo('registration'), site().config.homePage)
  keepToken(data.token)
}
