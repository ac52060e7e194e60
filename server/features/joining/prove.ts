import { judgeAttempt, limitsOfCodes, codeKeys } from '#server/features/accounts/sign-in/attempts.ts'
import { placeOf } from '#server/features/accounts/sign-in/known-devices.ts'
import { judgeOwnPassword } from '#server/features/accounts/passwords/own-password.ts'
import { isProven, keepProof } from '#server/features/accounts/sessions/proofs.ts'
import { maskedEmail } from '#shared/features/accounts/email.ts'
import { hashCode, requestLetter } from './codes.ts'
import type { In, Parts } from './joining-context.ts'
import { findOwner, takeEmailCode } from './queries.ts'

/**
 * Says how the person can prove who they are: by their password or, without one, by a code that is sent to their e-mail
 * now. Within five minutes after a proof nothing is needed.
 */
export async function askForProof(
  { db, user, caller, cookies, now, refuse }: In<'POST /user/request-proof'>,
  { jobs }: Parts,
) {
  const owner = (await findOwner(db, user.userId)) ?? refuse('not_signed_in')
  const answer = { email: maskedEmail(owner.email ?? ''), retry_after: 0 }
  if (await isProven(db, user.sessionId, now)) return { ...answer, way: 'none' as const }
  if (owner.passwordHash !== null || owner.email === null) return { ...answer, way: 'password' as const }
  const place = await placeOf(db, caller, cookies, owner.email.toLowerCase())
  const outcome = await requestLetter(db, jobs, 'send-email-code', place, now)
  if ('waitSeconds' in outcome) return refuse('too_many_requests', { retryAfter: outcome.waitSeconds })
  return { ...answer, way: 'code' as const, retry_after: outcome.retryAfter }
}

/** Takes the password, or the e-mailed code of an account without one, as a proof for this session. */
export async function prove(context: In<'POST /user/prove'>, { codeKey }: Parts) {
  const { db, user, body, now, refuse } = context
  const owner = (await findOwner(db, user.userId)) ?? refuse('not_signed_in')
  if (owner.passwordHash === null) await proveByCode(context, owner.email?.toLowerCase(), codeKey)
  else {
    const verdict = await judgeOwnPassword(db, user.userId, body.password, owner.passwordHash, now)
    if (verdict.kind === 'wrong') return refuse('current_password_wrong', { fields: ['password'] })
    if (verdict.kind === 'too_many') return refuse('too_many_requests', { retryAfter: verdict.retryAfter })
  }
  await keepProof(db, user.sessionId, now / 1000)
  return {}
}

async function proveByCode(context: In<'POST /user/prove'>, email: string | undefined, codeKey: string) {
  const { db, user, body, caller, cookies, now, refuse } = context
  const wrong = () => refuse('code_wrong', { fields: ['code'] })
  if (email === undefined || body.code === undefined) return wrong()
  const place = await placeOf(db, caller, cookies, email)
  const retryAfter = await judgeAttempt(db, limitsOfCodes(place), now)
  if (retryAfter !== undefined) return refuse('too_many_requests', { retryAfter })
  const secret = hashCode(codeKey, caller.brandId, email, body.code)
  const isKnown = place.device !== undefined
  const keys = codeKeys(place)
  if (!(await takeEmailCode(db, caller.brandId, email, secret, now / 1000, keys, user.userId, isKnown))) return wrong()
}
