import type { Db } from '#server/platform/database/statement.ts'
import { countSignInAttempt, deleteSignInAttempts } from '../queries.ts'
import { hashToken, isPassword } from '../secrets.ts'

const attemptsAllowed = 10
const attemptWindowSeconds = 15 * 60

export type PasswordVerdict = { kind: 'right' } | { kind: 'wrong' } | { kind: 'too_many'; retryAfter: number }

/**
 * Whether a signed-in person knows the account's password: ten attempts in a quarter of an hour, wherever they are made from,
 * so that a session left open is no way to guess it (SEC-03). `retryAfter` is in seconds.
 */
export async function judgeOwnPassword(
  db: Db,
  userId: number,
  given: string | undefined,
  passwordHash: string | null,
  now: number,
): Promise<PasswordVerdict> {
  if (given === undefined) return { kind: 'wrong' }
  const key = hashToken(`own password ${userId}`)
  const counted = await countSignInAttempt(db, key, now / 1000, attemptWindowSeconds)
  if (counted && counted.attempts > attemptsAllowed)
    return { kind: 'too_many', retryAfter: counted.resetsAt - Math.floor(now / 1000) }
  if (!(await isPassword(given, passwordHash))) return { kind: 'wrong' }
  await deleteSignInAttempts(db, key)
  return { kind: 'right' }
}
