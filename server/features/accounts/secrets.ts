import { createHash, randomBytes, randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { refuseCommon } from '#server/platform/http/refusals.ts'
import { takeTurns } from '#server/platform/turns.ts'

/** A new random token of 256 bits. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Characters that cannot be confused when read aloud or copied by hand. */
const readable = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A new secret to be typed: groups of such characters, 4.95 random bits each. */
export function newReadable(groups: number, length: number): string {
  const group = () => Array.from({ length }, () => readable[randomInt(readable.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}

/** A new password to be typed, of 99 random bits. */
export const newPassword = () => newReadable(4, 5)

/** The stored form of a token, or of anything else that is only ever compared. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

const retryAfter = 5

/**
 * Runs up to `atOnce` tasks and queues up to `mostWaiting` more; refuses the rest with 503 rather than keep them
 * waiting. Networks take turns. In a full queue each still has its equal share, at least one place: those that fill it keep
 * nobody else out.
 */
export function hashingTurns(atOnce: number, mostWaiting: number) {
  const inTurn = takeTurns(atOnce)
  const most = atOnce + mostWaiting
  const hereByNetwork = new Map<string, number>()
  let here = 0

  const count = (network: string, change: 1 | -1) => {
    here += change
    const left = (hereByNetwork.get(network) ?? 0) + change
    if (left > 0) hereByNetwork.set(network, left)
    else hereByNetwork.delete(network)
  }

  return async <Result>(work: () => Promise<Result>, network = ''): Promise<Result> => {
    const own = hereByNetwork.get(network) ?? 0
    const share = Math.max(1, Math.floor(most / (hereByNetwork.size + (own > 0 ? 0 : 1))))
    if ((here >= most && own >= share) || here >= 4 * most) refuseCommon('unavailable', { retryAfter })
    count(network, 1)
    try {
      return await inTurn(work, network)
    } finally {
      count(network, -1)
    }
  }
}

// A hash keeps a whole processor busy. Many at once would starve other requests and use up the four threads Node has
// for files and DNS, so the others wait in a bounded queue.
const inTurn = hashingTurns(Math.min(3, Math.max(1, availableParallelism() - 1)), 400)

/** argon2id with the library's defaults (19 MiB, 2 passes), as OWASP advises; in the turn of the caller's `network`. */
export function hashPassword(password: string, network?: string): Promise<string> {
  return inTurn(() => hash(password), network)
}

let decoy: Promise<string> | undefined

/**
 * Whether the password matches. Takes equally long for an account that does not exist or has no password; in the turn of the
 * caller's `network`.
 */
export async function isPassword(
  password: string,
  passwordHash: string | null | undefined,
  network?: string,
): Promise<boolean> {
  // Outside the queue, so that a 503 is never kept as the decoy.
  decoy ??= hash(newToken())
  const known = passwordHash ?? (await decoy)
  const matches = await inTurn(() => verify(known, password), network)
  return matches && typeof passwordHash === 'string'
}
