import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { Context } from '#server/platform/http/routes.ts'
import type { JobQueue } from '#server/platform/jobs/job-queue.ts'
import type { accounts } from '#shared/features/accounts/contract.ts'
import { forgetAttempts, judgeAttempt, limitsOfSecondFactor, secondFactorKeys } from '../sign-in/attempts.ts'
import { type Author, writeAudit } from '../audit.ts'
import { hashRecoveryCode, newFactorSecret, newRecoveryCodes, sealSecret, unsealSecret } from './secrets.ts'
import { deviceHashes, placeOfPerson, rememberDevice } from '../sign-in/known-devices.ts'
import { requireProof } from '../sessions/proofs.ts'
import { tellSessionsChanged } from '../queries.ts'
import {
  confirmSession,
  deleteFactor,
  findFactor,
  findFactorOwner,
  findFactorState,
  insertFactor,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
} from './queries.ts'
import { tellSecondFactor } from './letter.ts'
import { applyToSessions } from '../sessions/sessions.ts'
import { base32, otpauthAddress, plainCode, stepOfCode } from './totp.ts'

type Calls = (typeof accounts)['calls']
type In<Name extends keyof Calls & string> = Context<Name, Calls[Name]>
export type FactorParts = { brands: Brands; jobs: Pick<JobQueue, 'send'>; codeKey: string }

export async function readFactor({ db, user, refuse }: In<'GET /user/second-factor'>) {
  return (await findFactorState(db, user.userId)) ?? refuse('not_signed_in')
}

/** Makes a secret and gives it away sealed: nothing is kept until it comes back with a code. */
export async function offerSecret(context: In<'POST /user/second-factor/secret'>, { brands, codeKey }: FactorParts) {
  const { db, user, refuse } = context
  await requireProof(context)
  const owner = (await findFactorOwner(db, user.userId)) ?? refuse('not_signed_in')
  if (owner.isOn) return refuse('second_factor_is_on')
  const secret = newFactorSecret()
  return {
    secret: base32(secret),
    address: otpauthAddress(secret, { school: brandById(brands, user.brandId).site.name, account: owner.account }),
    sealed: sealSecret(codeKey, user.userId, secret).toString('base64url'),
  }
}

/** Turns the factor on with its first code; the person's other sessions must then be confirmed by the next ones. */
export async function turnOn(context: In<'POST /user/second-factor'>, { jobs, codeKey }: FactorParts) {
  const { db, user, body, cookies, now, refuse } = context
  await requireProof(context)
  const sealed = Buffer.from(body.sealed, 'base64url')
  const secret = unsealSecret(codeKey, user.userId, sealed)
  const step = secret && stepOfCode(secret, plainCode(body.code), now)
  if (step === undefined) return refuse('code_wrong', { fields: ['code'] })
  const codes = newRecoveryCodes()
  const hashes = codes.map(code => hashRecoveryCode(codeKey, user.userId, code))
  const changed = await db.inTransaction(async tx => {
    const place = [user.sessionId, deviceHashes(cookies), hashes, now / 1000] as const
    if (!(await insertFactor(tx, user.userId, sealed, step, ...place))) return refuse('second_factor_is_on')
    await rememberDevice(tx, cookies, user.userId, now, { isConfirmed: true })
    await noteChange(tx, user, 'on', user.userId)
    await tellSecondFactor(jobs, tx, user.userId, true)
    return tellSessionsChanged(tx, user.userId)
  })
  applyToSessions(db, { changed: changed.map(({ key }) => key) })
  return { recovery_codes: codes }
}

/** Confirms the session; one that needs no code, as another tab has entered it, asks for none. */
export async function confirm(context: In<'POST /user/second-factor/confirm'>, { codeKey }: FactorParts) {
  const { db, user, cookies, now } = context
  if (user.secondFactor !== 'needed') return {}
  const confirmed = await withCode(context, codeKey, async (tx, factorId) => {
    await rememberDevice(tx, cookies, user.userId, now, { isConfirmed: true })
    return confirmSession(tx, user.sessionId, factorId)
  })
  applyToSessions(db, { changed: confirmed ? [confirmed.key] : [] })
  return {}
}

export async function renewRecoveryCodes(
  context: In<'POST /user/second-factor/recovery-codes'>,
  { codeKey }: FactorParts,
) {
  const { user } = context
  await requireProof(context)
  const codes = newRecoveryCodes()
  const hashes = codes.map(code => hashRecoveryCode(codeKey, user.userId, code))
  await withCode(context, codeKey, async (tx, factorId) => {
    await replaceRecoveryCodes(tx, factorId, hashes)
    await noteChange(tx, user, 'codes', user.userId)
  })
  return { recovery_codes: codes }
}

export async function turnOff(context: In<'POST /user/second-factor/turn-off'>, { jobs, codeKey }: FactorParts) {
  const { db, user } = context
  await requireProof(context)
  const changed = await withCode(context, codeKey, async tx => {
    await tellSecondFactor(jobs, tx, user.userId, false)
    return removeFactor(tx, user, user.userId)
  })
  applyToSessions(db, { changed: changed ?? [] })
  return {}
}

/**
 * Removes a person's factor and logs who did; returns the keys of the sessions to be read again, after the commit, or undefined
 * when there was none.
 */
export async function removeFactor(tx: Db, author: Author, userId: number): Promise<string[] | undefined> {
  const removed = await deleteFactor(tx, userId)
  if (removed) await noteChange(tx, author, 'off', userId)
  return removed?.keys
}

const noteChange = (tx: Db, author: Author, what: 'on' | 'off' | 'codes', userId: number) =>
  writeAudit(tx, author, { action: `second_factor.${what}`, targetType: 'user', targetId: userId })

type WithCode = Pick<
  In<'POST /user/second-factor/confirm'>,
  'db' | 'user' | 'body' | 'caller' | 'cookies' | 'now' | 'refuse'
>

/** Counts a try and, in the transaction of `work`, takes the entered code; refuses a wrong one and too many tries. */
async function withCode<Result>(
  { db, user, body, caller, cookies, now, refuse }: WithCode,
  codeKey: string,
  work: (tx: Db, factorId: number) => Promise<Result>,
): Promise<Result> {
  const place = await placeOfPerson(db, caller, cookies, user.userId)
  const retryAfter = await judgeAttempt(db, limitsOfSecondFactor(place), now)
  if (retryAfter !== undefined) return refuse('too_many_requests', { retryAfter })
  return db.inTransaction(async tx => {
    const factor = await takeCode(tx, codeKey, user.userId, body.code, now)
    if (!factor) return refuse('code_wrong', { fields: ['code'] })
    await forgetAttempts(tx, secondFactorKeys(place))
    return work(tx, factor.id)
  })
}

/** Takes a code of the app or a recovery code; each works once. */
async function takeCode(
  tx: Db,
  codeKey: string,
  userId: number,
  code: string,
  now: number,
): Promise<{ id: number } | undefined> {
  const known = await findFactor(tx, userId)
  if (!known) return undefined
  if (!/^\d{6}$/.test(plainCode(code))) return takeRecoveryCode(tx, userId, hashRecoveryCode(codeKey, userId, code))
  const secret = unsealSecret(codeKey, userId, known.sealedSecret)
  const step = secret && stepOfCode(secret, plainCode(code), now, known.lastStep)
  return step === undefined ? undefined : takeStep(tx, userId, step)
}
