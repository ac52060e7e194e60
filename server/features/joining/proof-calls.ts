import { internationalPhone } from '#shared/features/accounts/phone.ts'
import { readUser } from '#server/features/accounts/user-query.ts'
import { requestLetter, requestPhoneCode, verifyEmailCode, verifyPhoneCode } from './codes.ts'
import { emailIn, type In, nameOf, type Parts } from './joining-context.ts'
import { putPhoneDemandOff } from './queries.ts'
import { resetPasswordByLink, updateOwnPassword } from './set-password.ts'

export async function askForReset(
  { db, body, caller, now, refuse }: In<'POST /auth/request-password-reset'>,
  { jobs }: Parts,
) {
  const email = emailIn(body.email, refuse)
  const outcome = await requestLetter(db, jobs, 'send-password-reset', email, caller, now)
  if ('waitSeconds' in outcome) return refuse('too_many_requests', { retryAfter: outcome.waitSeconds })
  return {}
}

export async function resetPassword(
  { db, body, caller, now, refuse }: In<'POST /auth/reset-password'>,
  { brands }: Parts,
) {
  const outcome = await resetPasswordByLink(db, body, caller, nameOf(brands, caller.brandId), now)
  return 'code' in outcome ? refuse(outcome.code, { fields: [outcome.field] }) : outcome
}

export async function askForEmailCode(
  { db, body, caller, now, refuse }: In<'POST /v2/auth/request-otp'>,
  { jobs }: Parts,
) {
  const email = emailIn(body.email, refuse)
  const outcome = await requestLetter(db, jobs, 'send-email-code', email, caller, now)
  if ('waitSeconds' in outcome) return refuse('too_many_requests', { retryAfter: outcome.waitSeconds })
  return { retry_after: outcome.retryAfter }
}

export async function signInByCode({ db, user: signedIn, body, caller, now, refuse }: In<'POST /v2/auth/verify-otp'>) {
  const email = emailIn(body.email, refuse)
  const outcome = await verifyEmailCode(db, { email, code: body.code }, { caller, user: signedIn }, now)
  if (outcome === 'wrong') return refuse('code_wrong', { fields: ['code'] })
  if ('waitSeconds' in outcome) return refuse('too_many_requests', { retryAfter: outcome.waitSeconds })
  const user = await readUser(db, { userId: outcome.userId })
  return user ? { token: outcome.token, user } : refuse('code_wrong', { fields: ['code'] })
}

export async function askForPhoneCode(
  { db, user, body, caller, now, refuse }: In<'POST /user/request-phone-otp'>,
  { jobs }: Parts,
) {
  const phone = internationalPhone(body.phone) ?? refuse('wrong_phone', { fields: ['phone'] })
  const outcome = await requestPhoneCode(db, jobs, user, phone, caller, now)
  if ('waitSeconds' in outcome) return refuse('too_many_requests', { retryAfter: outcome.waitSeconds })
  return { retry_after: outcome.retryAfter }
}

export async function verifyPhone({ db, user, body, caller, now, refuse }: In<'POST /user/verify-phone'>) {
  const phone = internationalPhone(body.phone) ?? refuse('wrong_phone', { fields: ['phone'] })
  const outcome = await verifyPhoneCode(db, user, { phone, code: body.code }, caller, now)
  if (outcome === 'wrong') return refuse('code_wrong', { fields: ['code'] })
  if (outcome !== 'taken') return refuse('too_many_requests', { retryAfter: outcome.waitSeconds })
  return { phoneValidated: true, requirePhoneValidate: false }
}

export async function putOff({ db, user }: In<'POST /user/supress-phone-validation'>) {
  await putPhoneDemandOff(db, user.userId)
  return {}
}

export async function updatePassword(
  { db, user, body, now, refuse }: In<'POST /user/update-password'>,
  { brands }: Parts,
) {
  const problem = await updateOwnPassword(db, user, body, nameOf(brands, user.brandId), now)
  if (!problem) return {}
  if ('waitSeconds' in problem) return refuse('too_many_requests', { retryAfter: problem.waitSeconds })
  return refuse(problem.code, { fields: [problem.field] })
}
