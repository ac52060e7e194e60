import { randomUUID } from 'node:crypto'
import type { Database } from '#server/platform/database/database.ts'
import type { Actor, Caller } from '#server/platform/http/routes.ts'
import type { JobQueue } from '#server/platform/jobs/job-queue.ts'
import { hashToken } from '#server/features/accounts/secrets.ts'
import { applyToSessions, startSession } from '#server/features/accounts/sessions.ts'
import {
  count,
  judgeAttempt,
  type Limit,
  limitsOfCodes,
  limitsOfLetters,
  limitsOfTexts,
  signInKey,
  waitFor,
} from '#server/features/accounts/attempts.ts'
import { findReachable, preparePhoneCode, removeStrangers, takeEmailCode, takePhoneCode } from './queries.ts'
import { hashCode, resendSeconds } from './secret-codes.ts'

type Jobs = Pick<JobQueue, 'send'>
/** It is on its way, or was a moment ago; in so many seconds it may be asked for again. */
type Sent = { retryAfter: number }
type TooMany = { waitSeconds: number }

/**
 * Has a letter with a secret sent to an e-mail, if somebody has it: the same is done, and as long, if nobody has. Asked again
 * within a minute it is answered alike and nothing is sent. All or nothing: what failed may be asked for again at once.
 */
export function requestLetter(
  db: Database,
  jobs: Jobs,
  job: 'send-email-code' | 'send-password-reset',
  email: string,
  { brandId, network }: Caller,
  now: number,
): Promise<Sent | TooMany> {
  const again = { key: `${job} again ${brandId} ${email}`, most: 1, seconds: resendSeconds }
  const limits = limitsOfLetters(job, brandId, email, network)
  return db.inTransaction(async tx => {
    const verdict = await judgeSending(tx, again, limits, now)
    if (!verdict.isNew) return verdict.outcome
    const person = await findReachable(tx, brandId, email)
    await jobs.send(tx, job, randomUUID(), { userId: person?.id ?? 0 })
    return verdict.outcome
  })
}

/** Has a code sent to a phone, `+` and digits, for a signed-in person. */
export function requestPhoneCode(
  db: Database,
  jobs: Jobs,
  { userId }: Actor,
  phone: string,
  { network }: Caller,
  now: number,
): Promise<Sent | TooMany> {
  const again = { key: `texts again ${userId} ${phone}`, most: 1, seconds: resendSeconds }
  return db.inTransaction(async tx => {
    const verdict = await judgeSending(tx, again, limitsOfTexts(userId, phone, network), now)
    if (!verdict.isNew) return verdict.outcome
    await preparePhoneCode(tx, userId, phone, now / 1000)
    await jobs.send(tx, 'send-phone-code', randomUUID(), { userId })
    return verdict.outcome
  })
}

type Sending = { isNew: true; outcome: Sent } | { isNew: false; outcome: Sent | TooMany }

async function judgeSending(
  db: Parameters<typeof count>[0],
  again: Limit,
  limits: Limit[],
  now: number,
): Promise<Sending> {
  const [first, ...counted] = await count(db, [again, ...limits], now)
  const waitSeconds = waitFor(limits, counted, now)
  if (waitSeconds !== undefined) return { isNew: false, outcome: { waitSeconds } }
  const wait = first ? waitFor([again], [first], now) : undefined
  if (wait !== undefined) return { isNew: false, outcome: { retryAfter: wait } }
  return { isNew: true, outcome: { retryAfter: resendSeconds } }
}

/**
 * Signs in by a code that came by e-mail; 'wrong' also for an e-mail that nobody has. Of two at once the first gets in. Whoever
 * opened the account without having the e-mail is shut out by the first code, unless they prove it from their own session.
 */
export async function verifyEmailCode(
  db: Database,
  { email, code }: { email: string; code: string },
  { caller, user }: { caller: Caller; user: Actor | undefined },
  now: number,
): Promise<{ token: string; userId: number } | TooMany | 'wrong'> {
  const { brandId, network } = caller
  const limits = limitsOfCodes('email', brandId, email, network)
  const waitSeconds = await judgeAttempt(db, limits, now)
  if (waitSeconds !== undefined) return { waitSeconds }
  const forgotten = [signInKey(brandId, email), hashToken(limits[0]?.key ?? '')]
  const signedInId = user && !user.impersonator ? user.userId : null
  const secret = hashCode(brandId, email, code)
  const done = await db.inTransaction(async tx => {
    const taken = await takeEmailCode(tx, brandId, email, secret, now / 1000, forgotten, signedInId)
    if (!taken) return undefined
    const ended = taken.isTakenOver ? await removeStrangers(tx, taken.id) : []
    return { userId: taken.id, token: await startSession(tx, taken.id, caller, now), ended }
  })
  if (!done) return 'wrong'
  applyToSessions(db, { ended: done.ended.map(({ key }) => key) })
  return { userId: done.userId, token: done.token }
}

/** Takes a code that came by phone; the number is then the person's. */
export async function verifyPhoneCode(
  db: Database,
  { userId, brandId }: Actor,
  { phone, code }: { phone: string; code: string },
  { network }: Caller,
  now: number,
): Promise<'taken' | TooMany | 'wrong'> {
  const limits = limitsOfCodes('phone', brandId, String(userId), network)
  const waitSeconds = await judgeAttempt(db, limits, now)
  if (waitSeconds !== undefined) return { waitSeconds }
  const forgotten = [hashToken(limits[0]?.key ?? '')]
  const taken = await takePhoneCode(db, userId, phone, hashCode(brandId, phone, code), now / 1000, forgotten)
  return taken ? 'taken' : 'wrong'
}
