import type { LeaseWire } from '#shared/features/downloads/contract.ts'
import { isLeaseGood, isSetBack, leaseText } from '#shared/features/downloads/rules.ts'
import { downloadsDatabase, type Holder, leaseId, type StoredLease } from './records.ts'

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), sign => sign.charCodeAt(0))

const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** Whether a lease says what the server has signed. */
export async function isSigned(lease: LeaseWire): Promise<boolean> {
  const jwk = { kty: 'EC', crv: 'P-256', ...lease.key }
  const key = await crypto.subtle.importKey('jwk', jwk, curve, false, ['verify'])
  const text = new TextEncoder().encode(leaseText(lease))
  return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, bytesOf(lease.signature), text)
}

/** SHA-256 of a session's token, hex. */
async function markOf(token: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)))
  return Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Says that from now on a session's files may be played; `lasts` tells whether it has not ended meanwhile. */
export async function holdFor(userId: number, token: string, lasts = () => true): Promise<void> {
  const holder: Holder = { userId, session: await markOf(token) }
  const database = await downloadsDatabase()
  if (lasts()) await database.put('holder', holder, 'holder')
}

/**
 * Ends that with the session; where nobody has files here, nothing stays of it. With a session's `token` only that one's: another may
 * have begun since.
 */
export async function endHolding(token?: string): Promise<void> {
  const database = await downloadsDatabase()
  const holder = await database.get('holder', 'holder')
  if (token !== undefined && holder && holder.session !== (await markOf(token))) return
  await database.delete('holder', 'holder')
  if ((await database.count('files')) === 0) await database.clear('clock')
}

/** Whose files may be played by a session; undefined for a session that they are sealed for. */
export async function holderOf(token: string | undefined): Promise<number | undefined> {
  const holder = await (await downloadsDatabase()).get('holder', 'holder')
  return token !== undefined && holder?.session === (await markOf(token)) ? holder.userId : undefined
}

/** How much later than the highest known time it has to be to be written down, in ms. */
const noted = 30_000

/** The highest time that this device has shown, including `now` (ms); the record of it never falls. */
export async function highestTime(now: number): Promise<number> {
  const database = await downloadsDatabase()
  const known = (await database.get('clock', 'highest')) ?? 0
  if (now <= known + noted) return Math.max(known, now)
  const writing = database.transaction('clock', 'readwrite')
  const highest = Math.max(now, (await writing.store.get('highest')) ?? 0)
  void writing.store.put(highest, 'highest')
  await writing.done
  return highest
}

/**
 * Keeps a lease that has just come. The school has told the time with it, so the device's own counts from here on, even where it
 * showed a later one before.
 */
export async function keepLease(lease: LeaseWire, now: number): Promise<void> {
  const id = leaseId(lease.user_id, lease.stream_id)
  const stored: StoredLease = { id, userId: lease.user_id, streamId: lease.stream_id, lease, receivedAt: now }
  const database = await downloadsDatabase()
  await Promise.all([database.put('leases', stored), database.put('clock', now, 'highest')])
}

export const findLease = async (userId: number, streamId: number): Promise<StoredLease | undefined> =>
  (await downloadsDatabase()).get('leases', leaseId(userId, streamId))

/** Whether a lease is genuine, holds at `now` (ms) and names an item; without an item, whether it holds. */
export async function holds(stored: StoredLease | undefined, now: number, item?: number): Promise<boolean> {
  if (!stored || (item !== undefined && !stored.lease.files.includes(item))) return false
  const clock = { now, highest: await highestTime(now), receivedAt: stored.receivedAt }
  const { lease, userId, streamId } = stored
  if (!isLeaseGood(lease, clock) || lease.user_id !== userId || lease.stream_id !== streamId) return false
  return isSigned(lease)
}

/** Whether the device's clock shows an earlier time than it has shown before. */
export async function isClockSetBack(now: number): Promise<boolean> {
  return isSetBack({ now, highest: await highestTime(now) })
}
