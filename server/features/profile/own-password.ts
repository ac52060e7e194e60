import type { Db } from '#server/platform/database/statement.ts'
import { judgeAttempt, limitsOfOwnPassword } from '#server/features/accounts/attempts.ts'
import { forgetAttempts } from '#server/features/accounts/attempts.ts'
import { hashToken, isPassword } from '#server/features/accounts/secrets.ts'

export type PasswordVerdict = { kind: 'right' } | { kind: 'wrong' } | { kind: 'too_many'; retryAfter: number }

/**
 * Whether a signed-in person knows the account's password: ten attempts in a quarter of an hour, wherever and by whichever call
 * they are made, so that a session left open is no way to guess it. `retryAfter` is in seconds.
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
