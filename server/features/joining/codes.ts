import { createHmac, randomUUID, randomInt } from 'node:crypto'
import type { Database } from '#server/platform/database/database.ts'
import type { Actor, Caller } from '#server/platform/http/routes.ts'
import type { JobQueue } from '#server/platform/jobs/job-queue.ts'
import { hashToken } from '#server/features/accounts/secrets.ts'
import { applyToSessions, startSession } from '#server/features/accounts/sessions/sessions.ts'
import { placeOf, rememberDevice } from '#server/features/accounts/sign-in/known-devices.ts'
import {
  codeKeys,
  count,
  judgeAttempt,
  type Limit,
  limitsOfCodes,
  limitsOfLetters,
  limitsOfPhoneCodes,
  limitsOfTexts,
  resendSeconds,
  type SignInPlace,
  waitFor,
} from '#server/features/accounts/sign-in/attempts.ts'
import {
  findReachable,
  preparePhoneCode,
  removeStrangers,
  takeEmailCode,
  takePhoneCode,
  putPhoneDemandOff,
} from './queries.ts'
import { internationalPhone } from '#shared/features/accounts/phone.ts'
import { readUser } from '#server/features/accounts/user-query.ts'
import { emailIn, type In, type Parts } from './joining-context.ts'
import { resetPasswordByLink, updateOwnPassword } from './set-password.ts'

type Jobs = Pick<JobQueue, 'send'>
/** The code is on its way or was sent a moment ago; it can be requested again after this many seconds. */
type Sent = { retryAfter: number }
type TooMany = { waitSeconds: number }

/**
 * Queues an e-mail with a secret if somebody has the address; otherwise does the same work, so that timing reveals
 * nothing. A repeat within a minute gets the same answer and sends nothing. All or nothing: a failed request can be
 * repeated at once.
 */
export function requestLetter(
  db: Database,
  jobs: Jobs,
  job: 'send-email-code' | 'send-password-reset',
  place: SignInPlace,
  now: number,
): Promise<Sent | TooMany> {
  return db.inTransaction(async tx => {
    const verdict = await judgeSending(tx, limitsOfLetters(job, place), now)
    if (!verdict.isNew) return verdict.outcome
    const person = await findReachable(tx, place.brandId, place.account)
    await jobs.send(tx, job, randomUUID(), { userId: person?.id ?? 0 })
    return verdict.outcome
  })
}

/** Queues a code for a signed-in person's phone, `+` and digits. */
function requestPhoneCode(
  db: Database,
  jobs: Jobs,
  { userId }: Actor,
  phone: string,
  { network }: Caller,
  now: number,
): Promise<Sent | TooMany> {
  return db.inTransaction(async tx => {
    const verdict = await judgeSending(tx, limitsOfTexts(userId, phone, network), now)
    if (!verdict.isNew) return verdict.outcome
    await preparePhoneCode(tx, userId, phone, now / 1000)
    await jobs.send(tx, 'send-phone-code', randomUUID(), { userId })
    return verdict.outcome
  })
}

/** The last limit is that of repeating. */
type Sending = { isNew: true; outcome: Sent } | { isNew: false; outcome: Sent | TooMany }

async function judgeSending(db: Parameters<typeof count>[0], limits: Limit[], now: number): Promise<Sending> {
  const counted = await count(db, limits, now)
  const waitSeconds = waitFor(limits.slice(0, -1), counted.slice(0, -1), now)
  if (waitSeconds !== undefined) return { isNew: false, outcome: { waitSeconds } }
  const wait = waitFor(limits.slice(-1), counted.slice(-1), now)
  if (wait !== undefined) return { isNew: false, outcome: { retryAfter: wait } }
  return { isNew: true, outcome: { retryAfter: resendSeconds } }
}

/**
 * Signs in with an e-mailed code; an unknown e-mail also answers 'wrong'. Of two parallel tries the first gets in. The
 * first correct code shuts out whoever opened the account without owning the e-mail, unless it is entered from their
 * own session.
 */
async function verifyEmailCode(
  db: Database,
  { email, code }: { email: string; code: string },
  { caller, cookies, user, now }: Pick<In<'POST /v2/auth/verify-otp'>, 'caller' | 'cookies' | 'user' | 'now'>,
  codeKey: string,
): Promise<{ token: string; userId: number } | TooMany | 'wrong'> {
  const { brandId } = caller
  const place = await placeOf(db, caller, cookies, email)
  const waitSeconds = await judgeAttempt(db, limitsOfCodes(place), now)
  if (waitSeconds !== undefined) return { waitSeconds }
  const isKnown = place.device !== undefined
  const signedInId = user && !user.impersonator ? user.userId : null
  const secret = hashCode(codeKey, brandId, email, code)
  const done = await db.inTransaction(async tx => {
    const taken = await takeEmailCode(tx, brandId, email, secret, now / 1000, codeKeys(place), signedInId, isKnown)
    if (!taken) return undefined
    const ended = taken.isTakenOver ? await removeStrangers(tx, taken.id) : []
    await rememberDevice(tx, cookies, taken.id, now)
    return { userId: taken.id, token: await startSession(tx, taken.id, caller, now, { isProven: true }), ended }
  })
  if (!done) return 'wrong'
  applyToSessions(db, { ended: done.ended.map(({ key }) => key) })
  return { userId: done.userId, token: done.token }
}

/** Accepts a code sent by phone; the number is then the person's. */
async function verifyPhoneCode(
  db: Database,
  { userId, brandId }: Actor,
  { phone, code }: { phone: string; code: string },
  { network }: Caller,
  codeKey: string,
  now: number,
): Promise<'taken' | TooMany | 'wrong'> {
  const limits = limitsOfPhoneCodes(userId, network)
  const waitSeconds = await judgeAttempt(db, limits, now)
  if (waitSeconds !== undefined) return { waitSeconds }
  const forgotten = limits.filter(({ isShared }) => isShared).map(({ key }) => hashToken(key))
  const taken = await takePhoneCode(db, userId, phone, hashCode(codeKey, brandId, phone, code), now / 1000, forgotten)
  return taken ? 'taken' : 'wrong'
}

export async function askForReset(
  { db, body, caller, cookies, now, refuse }: In<'POST /auth/request-password-reset'>,
  { jobs }: Parts,
) {
  const email = emailIn(body.email, refuse)
  const outcome = await requestLetter(db, jobs, 'send-password-reset', await placeOf(db, caller, cookies, email), now)
  if ('waitSeconds' in outcome) return refuse('too_many_requests', { retryAfter: outcome.waitSeconds })
  return {}
}

export async function resetPassword(
  { db, body, caller, cookies, now, refuse }: In<'POST /auth/reset-password'>,
  parts: Parts,
) {
  const outcome = await resetPasswordByLink(db, body, { caller, cookies }, parts, now)
  return 'code' in outcome ? refuse(outcome.code, { fields: [outcome.field] }) : outcome
}

export async function askForEmailCode(
  { db, body, caller, cookies, now, refuse }: In<'POST /v2/auth/request-otp'>,
  { jobs }: Parts,
) {
  const email = emailIn(body.email, refuse)
  const outcome = await requestLetter(db, jobs, 'send-email-code', await placeOf(db, caller, cookies, email), now)
  if ('waitSeconds' in outcome) return refuse('too_many_requests', { retryAfter: outcome.waitSeconds })
  return { retry_after: outcome.retryAfter }
}

export async function signInByCode(context: In<'POST /v2/auth/verify-otp'>, { codeKey }: Parts) {
  const { db, body, refuse } = context
  const email = emailIn(body.email, refuse)
  const outcome = await verifyEmailCode(db, { email, code: body.code }, context, codeKey)
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

export async function verifyPhone(
  { db, user, body, caller, now, refuse }: In<'POST /user/verify-phone'>,
  { codeKey }: Parts,
) {
  const phone = internationalPhone(body.phone) ?? refuse('wrong_phone', { fields: ['phone'] })
  const outcome = await verifyPhoneCode(db, user, { phone, code: body.code }, caller, codeKey, now)
  if (outcome === 'wrong') return refuse('code_wrong', { fields: ['code'] })
  if (outcome !== 'taken') return refuse('too_many_requests', { retryAfter: outcome.waitSeconds })
  return { phoneValidated: true, requirePhoneValidate: false }
}

export async function putOff({ db, user }: In<'POST /user/supress-phone-validation'>) {
  await putPhoneDemandOff(db, user.userId)
  return {}
}

export async function updatePassword(
  { db, user, cookies, body, now, refuse }: In<'POST /user/update-password'>,
  parts: Parts,
) {
  const problem = await updateOwnPassword(db, { user, cookies }, body, parts, now)
  if (!problem) return {}
  if ('waitSeconds' in problem) return refuse('too_many_requests', { retryAfter: problem.waitSeconds })
  return refuse(problem.code, { fields: [problem.field] })
}

/** How long a code is valid, in seconds. */
export const codeSeconds = 600
/** How long a password link is valid, in seconds. */
export const resetSeconds = 3600
/** A new code of six digits, all equally likely. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** The stored form of a code under the server's key; equal codes of two people differ. Spaces typed into it are ignored. */
export function hashCode(codeKey: string, brandId: string, address: string, code: string): Buffer {
  return createHmac('sha256', codeKey)
    .update(`code ${brandId} ${address} ${code.replaceAll(/[\s-]/g, '')}`)
    .digest()
}
