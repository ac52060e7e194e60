import type { Db } from '#server/platform/database/statement.ts'
import { forgetAttempts, judgeAttempt, limitsOfOwnPassword } from '../sign-in/attempts.ts'
import { hashToken, isPassword } from '../secrets.ts'

type PasswordVerdict = { kind: 'right' } | { kind: 'wrong' } | { kind: 'too_many'; retryAfter: number }

/**
 * Whether a signed-in person knows the account's password. Ten attempts per quarter of an hour over all calls, so that
 * an open session cannot be used to guess it. `retryAfter` is in seconds.
 */
export async function judgeOwnPassword(
  db: Db,
  userId: number,
  given: string | undefined,
  passwordHash: string | null,
  now: number,
): Promise<PasswordVerdict> {
  if (given === undefined) return { kind: 'wrong' }
  const limits = limitsOfOwnPassword(userId)
  const retryAfter = await judgeAttempt(db, limits, now)
  if (retryAfter !== undefined) return { kind: 'too_many', retryAfter }
  if (!(await isPassword(given, passwordHash))) return { kind: 'wrong' }
  await forgetAttempts(
    db,
    limits.map(({ key }) => hashToken(key)),
  )
  return { kind: 'right' }
}
