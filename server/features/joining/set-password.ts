import type { Database } from '#server/platform/database/database.ts'
import type { BrowserCookies } from '#server/platform/http/browser-cookies.ts'
import type { Actor, Caller } from '#server/platform/http/routes.ts'
import { isGoodPassword } from '#server/features/accounts/passwords/new-password.ts'
import type { PasswordOwner } from '#shared/features/accounts/password.ts'
import { hashPassword, hashToken, isPassword } from '#server/features/accounts/secrets.ts'
import { tellNewPassword } from '#server/features/accounts/passwords/password-change.ts'
import { nameOf, type Parts } from './joining-context.ts'
import { rememberDevice } from '#server/features/accounts/sign-in/known-devices.ts'
import { applyToSessions, startSession } from '#server/features/accounts/sessions/sessions.ts'
import { judgeAttempt, limitsOfOwnPassword, signInKey } from '#server/features/accounts/sign-in/attempts.ts'
import { changePassword, findOwner, findReset, lockUser, type Owner, resetPassword } from './queries.ts'

export type Passwords = { password: string; password_repeat: string }
type PasswordProblem = { code: 'password_too_weak' | 'passwords_differ'; field: string }

/** What is wrong with a new password or its repetition, and in which field; undefined when both are fine. */
export function passwordProblem(
  { password, password_repeat }: Passwords,
  owner: PasswordOwner,
): PasswordProblem | undefined {
  if (!isGoodPassword(password, owner)) return { code: 'password_too_weak', field: 'password' }
  if (password !== password_repeat) return { code: 'passwords_differ', field: 'password_repeat' }
  return undefined
}

const ownerOf = ({ email, username, firstName, lastName }: Owner, brand: string): PasswordOwner => ({
  email,
  names: [firstName, lastName, `${firstName} ${lastName}`, username],
  brand,
})

/** Sets a password by its e-mailed link, ends all sessions and signs in. Of two parallel tries the first succeeds. */
export async function resetPasswordByLink(
  db: Database,
  { token, ...passwords }: Passwords & { token: string },
  { caller, cookies }: { caller: Caller; cookies: BrowserCookies },
  { brands, jobs }: Parts,
  now: number,
): Promise<{ token: string } | PasswordProblem | { code: 'reset_link_spent'; field: string }> {
  const spent = { code: 'reset_link_spent', field: 'token' } as const
  const secret = hashToken(token)
  const owner = await findReset(db, caller.brandId, secret, now / 1000)
  if (!owner) return spent
  const problem = passwordProblem(passwords, ownerOf(owner, nameOf(brands, caller.brandId)))
  if (problem) return problem
  const passwordHash = await hashPassword(passwords.password, caller.network)
  const forgotten = [signInKey(caller.brandId, (owner.email ?? '').toLowerCase())]
  const done = await db.inTransaction(async tx => {
    await lockUser(tx, owner.userId)
    const changed = await resetPassword(tx, owner.userId, secret, passwordHash, now / 1000, forgotten)
    if (!changed) return undefined
    await tellNewPassword(jobs, tx, owner.userId)
    await rememberDevice(tx, cookies, owner.userId, now)
    return { ended: changed.keys, token: await startSession(tx, owner.userId, caller, now, { isProven: true }) }
  })
  if (!done) return spent
  applyToSessions(db, { ended: done.ended })
  return { token: done.token }
}

/**
 * Changes a signed-in person's password and ends their other sessions. Requires the current one, unless a new one was
 * demanded or there is none; it must still be current when the new one is written.
 */
export async function updateOwnPassword(
  db: Database,
  { user, cookies }: { user: Actor; cookies: BrowserCookies },
  { current_password: given, ...passwords }: Passwords & { current_password?: string },
  { brands, jobs }: Parts,
  now: number,
): Promise<PasswordProblem | { code: 'current_password_wrong'; field: string } | { waitSeconds: number } | undefined> {
  const wrong = { code: 'current_password_wrong', field: 'current_password' } as const
  const owner = await findOwner(db, user.userId)
  if (!owner) return wrong
  const problem = passwordProblem(passwords, ownerOf(owner, nameOf(brands, user.brandId)))
  if (problem) return problem
  const limits = limitsOfOwnPassword(user.userId)
  if (owner.passwordHash !== null && !owner.isNewPasswordDemanded) {
    if (given === undefined) return wrong
    const waitSeconds = await judgeAttempt(db, limits, now)
    if (waitSeconds !== undefined) return { waitSeconds }
    if (!(await isPassword(given, owner.passwordHash))) return wrong
  }
  const passwordHash = await hashPassword(passwords.password)
  const changed = await db.inTransaction(async tx => {
    await lockUser(tx, user.userId)
    const keys = limits.map(({ key }) => hashToken(key))
    const done = await changePassword(tx, user.userId, user.sessionId, passwordHash, owner.passwordHash, keys)
    if (done && owner.passwordHash !== null) await tellNewPassword(jobs, tx, user.userId)
    if (done) await rememberDevice(tx, cookies, user.userId, now)
    return done
  })
  if (!changed) return wrong
  applyToSessions(db, { ended: changed.keys })
  return undefined
}
