import { createHash, randomBytes, randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { refuseCommon } from '#server/platform/http/refusals.ts'
import { takeTurns } from '#server/platform/turns.ts'

/** A new token for a person to hold: 256 random bits. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** No letter or digit of it is taken for another one when it is read aloud or copied by hand. */
const readable = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A new password for a person to type: four groups of five, 99 random bits. */
export function newPassword(): string {
  const group = () => Array.from({ length: 5 }, () => readable[randomInt(readable.length)]).join('')
  return Array.from({ length: 4 }, group).join('-')
}

/** What is stored of a token, or of anything else that is only ever compared. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

const retryAfter = 5

/** Lets `atOnce` works run at once and `mostWaiting` more wait; refuses the rest as unavailable, 503, rather than keep them waiting. */
export function hashingTurns(atOnce: number, mostWaiting: number) {
  const inTurn = takeTurns(atOnce)
  let here = 0
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (here >= atOnce + mostWaiting) refuseCommon('unavailable', { retryAfter })
    here++
    try {
      return await inTurn(work)
    } finally {
      here--
    }
  }
}

// A hash takes a whole processor for some time: many at once would leave none to those who only read, nor one of the four
// threads that files and names are looked up by. The others wait their turn, but not without end.
const inTurn = hashingTurns(Math.min(3, Math.max(1, availableParallelism() - 1)), 400)

/** argon2id with the library's defaults (19 MiB, 2 passes), as OWASP advises. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password))
}

let decoy: Promise<string> | undefined

/** Whether the password fits. Takes as long for an account that does not exist or has no password. */
export async function isPassword(password: string, passwordHash: string | null | undefined): Promise<boolean> {
  // Out of turn, so that a refusal is not remembered as what everyone is compared with.
  decoy ??= hash(newToken())
  const known = passwordHash ?? (await decoy)
  const matches = await inTurn(() => verify(known, password))
  return matches && typeof passwordHash === 'string'
}
