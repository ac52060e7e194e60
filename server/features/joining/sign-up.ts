import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import type { Caller } from '#server/platform/http/routes.ts'
import { brandLanguage, configIn } from '#shared/features/brands/rules.ts'
import { isTimeZone } from '#shared/platform/times.ts'
import { hashPassword } from '#server/features/accounts/secrets.ts'
import { rememberDevice } from '#server/features/accounts/sign-in/known-devices.ts'
import { startSession } from '#server/features/accounts/sessions/sessions.ts'
import { insertNewUser, findAppCredentials, findTaken } from './queries.ts'
import { judgeAttempt, limitsOfSigningUp } from '#server/features/accounts/sign-in/attempts.ts'
import { emailIn, type In, nameOf, type Parts } from './joining-context.ts'
import { signInByPassword } from '#server/features/accounts/sign-in/password-sign-in.ts'
import { newCode } from './codes.ts'
import { passwordProblem } from './set-password.ts'

/** Whether a brand allows registration by e-mail, or by installation id, for the caller's kind of app. */
function isOpen(
  brands: Brands,
  { brandId, appType }: Caller,
  way: 'isRegistrationEnable' | 'isUserAnonAuthEnable',
): boolean {
  return configIn(brandById(brands, brandId), appType)[way]
}

const emailRulesOf = (brands: Brands, brandId: string) => brandById(brands, brandId).config.emailRules

/** A new person, by e-mail or installation id. `status` is the progress of the registration chat. */
export type Newcomer = {
  email?: string
  appId?: string
  username: string
  firstName?: string
  password: string
  timezone: string | undefined
  status: 10 | 20
  referral?: string | undefined
}

/** Creates an account and its session, both or neither; undefined when the e-mail or installation is taken. */
async function join(
  { db, caller, cookies, now }: Pick<In<'POST /auth/signup-by-email'>, 'db' | 'caller' | 'cookies' | 'now'>,
  brands: Brands,
  { password, timezone, ...newcomer }: Newcomer,
): Promise<string | undefined> {
  const user = JSON.stringify({
    ...newcomer,
    brandId: caller.brandId,
    passwordHash: await hashPassword(password),
    languageCode: brandLanguage(brandById(brands, caller.brandId), caller.language, caller.appType),
    timezone: timezone !== undefined && isTimeZone(timezone) ? timezone : 'UTC',
  })
  return db.inTransaction(async tx => {
    const made = await insertNewUser(tx, user)
    if (!made) return undefined
    await rememberDevice(tx, cookies, made.id, now)
    return startSession(tx, made.id, caller, now, { isProven: true })
  })
}

export async function signUpByEmail(context: In<'POST /auth/signup-by-email'>, { brands }: Parts) {
  const { db, body, caller, now, refuse } = context
  if (!isOpen(brands, caller, 'isRegistrationEnable')) return refuse('registration_closed')
  const email = emailIn(body.email, refuse, emailRulesOf(brands, caller.brandId))
  // The username also serves as the first name, so that nobody is asked for it again.
  const firstName = body.username.trim()
  const username = firstName || email
  const problem = passwordProblem(body, { email, names: [username], brand: nameOf(brands, caller.brandId) })
  if (problem) return refuse(problem.code, { fields: [problem.field] })
  const retryAfter = await judgeAttempt(db, limitsOfSigningUp(caller.network), now)
  if (retryAfter !== undefined) return refuse('too_many_requests', { retryAfter })
  const { password, timezone, referral } = body
  const newcomer = { email, username, firstName, password, timezone, referral, status: 20 } as const
  const token = await join(context, brands, newcomer)
  return token === undefined ? refuse('email_taken', { fields: ['email'] }) : { token }
}

export async function validateForm(
  { db, body, caller, now, refuse }: In<'POST /auth/validate-signup-form'>,
  { brands }: Parts,
) {
  if (body.app_id !== undefined && !isOpen(brands, caller, 'isUserAnonAuthEnable')) return refuse('app_accounts_closed')
  if (body.email !== undefined && !isOpen(brands, caller, 'isRegistrationEnable')) return refuse('registration_closed')
  const email = body.email === undefined ? null : emailIn(body.email, refuse, emailRulesOf(brands, caller.brandId))
  const retryAfter = await judgeAttempt(db, limitsOfSigningUp(caller.network), now)
  if (retryAfter !== undefined) return refuse('too_many_requests', { retryAfter })
  const taken = await findTaken(db, caller.brandId, email, body.app_id ?? null)
  if (taken?.email) return refuse('email_taken', { fields: ['email'] })
  if (taken?.appId) return refuse('app_id_taken', { fields: ['app_id'] })
  return {}
}

export async function signInByAppId(
  { db, body, caller, cookies, now, refuse }: In<'POST /auth/login-by-app-id'>,
  { brands }: Parts,
) {
  if (!isOpen(brands, caller, 'isUserAnonAuthEnable')) return refuse('app_accounts_closed')
  const find = () => findAppCredentials(db, caller.brandId, body.app_id)
  const account = `app ${body.app_id}`
  const outcome = await signInByPassword(db, { caller, cookies }, { account, password: body.password, find }, now)
  if (outcome === 'wrong') return refuse('wrong_credentials', { fields: ['password'] })
  if ('waitSeconds' in outcome) return refuse('too_many_requests', { retryAfter: outcome.waitSeconds })
  return outcome
}

export async function signUpByAppId(context: In<'POST /auth/signup-by-app-id'>, { brands }: Parts) {
  const { db, body, caller, now, refuse } = context
  if (!isOpen(brands, caller, 'isUserAnonAuthEnable')) return refuse('app_accounts_closed')
  const problem = passwordProblem(body, { names: [body.app_id], brand: nameOf(brands, caller.brandId) })
  if (problem) return refuse(problem.code, { fields: [problem.field] })
  const retryAfter = await judgeAttempt(db, limitsOfSigningUp(caller.network), now)
  if (retryAfter !== undefined) return refuse('too_many_requests', { retryAfter })
  const { app_id: appId, password, timezone } = body
  // The installation id opens the account, so it is never shown as a name.
  const newcomer = { appId, username: `guest-${newCode()}`, password, timezone, status: 10 } as const
  const token = await join(context, brands, newcomer)
  return token === undefined ? refuse('app_id_taken', { fields: ['app_id'] }) : { token }
}
