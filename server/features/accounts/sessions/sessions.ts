import type { Db } from '#server/platform/database/statement.ts'
import type { Actor, Caller, SessionUse } from '#server/platform/http/routes.ts'
import { NotifiedMemory } from '#server/platform/notified-memory.ts'
import {
  deleteSession,
  deleteSessionsOf,
  findActor,
  insertSession,
  tellSessionsChanged,
  updateSeen,
} from '../queries.ts'
import { hashToken, newToken } from '../secrets.ts'

/** Lifetime of a session, in seconds. */
export const sessionSeconds = 30 * 86_400
const impersonatedSeconds = 3600

/**
 * Starts a session and returns its token; it lasts at most 30 days, or an hour for staff signed in as somebody else.
 * `isProven` says that the person has just proved who they are, by a secret of their own.
 */
export async function startSession(
  db: Db,
  userId: number,
  caller: Caller,
  now: number,
  { impersonatorId = null, isProven = false }: { impersonatorId?: number | null; isProven?: boolean } = {},
): Promise<string> {
  const token = newToken()
  const { appType, userAgent } = caller
  const seconds = Math.floor(now / 1000)
  const expiresAt = seconds + (impersonatorId === null ? sessionSeconds : impersonatedSeconds)
  const times = [expiresAt, impersonatorId, seconds, isProven ? seconds : null] as const
  await insertSession(db, userId, hashToken(token), appType, userAgent, ...times)
  return token
}

/**
 * Looks up who holds a token, and whether a second factor is missing; staff must have one if `isFactorRequired`. Results are
 * cached for 30 s and dropped as soon as any node ends the session; while this node may be missing such notifications
 * (`setConnected`), every request asks the database. What nobody attends to, such as a live connection, is no use of a
 * session: those of staff end after 12 hours without one.
 */
export function sessionKeeper(db: Db, isFactorRequired = false) {
  const remembered = new NotifiedMemory<Remembered>({ keptMs: 30_000, most: 20_000 })
  const endHearers: ((key: string) => void)[] = []
  const changeHearers: ((key: string) => void)[] = []
  /** When sessions were last seen, in Unix seconds, as far as not yet stored. */
  let seen = new Map<number, number>()
  const read = sessionReader(db, remembered, isFactorRequired)
  const keeper = {
    async authenticate(
      token: string,
      now: number,
      { isUnattended = false }: SessionUse = {},
    ): Promise<Actor | undefined> {
      const actor = await read(token, now)
      if (actor && !isUnattended) seen.set(actor.sessionId, now / 1000)
      return actor
    },
    forget(key: string) {
      remembered.forget(key)
      for (const hear of endHearers) hear(key)
    },
    /** Rereads a session whose person's rights have changed; the session goes on. */
    readAgain(key: string) {
      remembered.forget(key)
      for (const hear of changeHearers) hear(key)
    },
    /** Calls `hear` with the key of each session whose person's rights have changed. */
    onChanged(hear: (key: string) => void) {
      changeHearers.push(hear)
    },
    /** Calls `hear` with the key of each session any node ends; those missed while paused are not reported. */
    onEnded(hear: (key: string) => void) {
      endHearers.push(hear)
    },
    /** The key under which a token's session is reported when it ends. */
    keyOf,
    /** Stores when devices were last seen, in one statement. */
    async writeSeen() {
      const heard = seen
      seen = new Map()
      if (heard.size > 0) await updateSeen(db, [...heard.keys()], [...heard.values()])
    },
    setConnected: (isConnected: boolean) => remembered.setConnected(isConnected),
  }
  keepers.set(db, keeper)
  return keeper
}

const sessionReader =
  (db: Db, remembered: NotifiedMemory<Remembered>, isFactorRequired: boolean) =>
  async (token: string, now: number): Promise<Actor | undefined> => {
    const key = keyOf(token)
    const known = remembered.find(key, now)
    if (known && known.expiresAt > now) return known.actor
    const remember = remembered.reading()
    const found = await findActor(db, hashToken(token), now / 1000, isFactorRequired)
    if (!found) return undefined
    const { expiresAt, ...actor } = found
    remember(key, { actor, expiresAt: expiresAt * 1000 }, now)
    return actor
  }

const keyOf = (token: string) => hashToken(token).toString('hex')

const keepers = new WeakMap<Db, { forget(key: string): void; readAgain(key: string): void }>()

/** Applies a change to cached sessions, by their keys; this node knows of it before the call is answered. */
export function applyToSessions(db: Db, { ended = [], changed = [] }: { ended?: string[]; changed?: string[] }): void {
  const keeper = keepers.get(db)
  for (const key of ended) keeper?.forget(key)
  for (const key of changed) keeper?.readAgain(key)
}

/** Ends a session: on this node before the call is answered, on the others as soon as they are notified. */
export async function endSession(db: Db, sessionId: number): Promise<void> {
  const ended = await deleteSession(db, sessionId)
  if (ended) keepers.get(db)?.forget(ended.key)
}

/**
 * Ends all sessions of a person (or all but one, or just one): on this node before the call is answered, on the others
 * as soon as they are notified. Their live connections are told. Returns how many there were.
 */
export async function endSessionsOf(
  db: Db,
  userId: number,
  which: { except?: number; only?: number } = {},
): Promise<number> {
  const ended = await deleteSessionsOf(db, userId, which.except ?? null, which.only ?? null)
  applyToSessions(db, { ended: ended.map(({ key }) => key) })
  return ended.length
}

/**
 * Rereads what sessions cache about a person, such as the time zone: here at once, on other nodes as soon as they are
 * notified.
 */
export async function refreshSessionsOf(db: Db, userId: number): Promise<void> {
  const changed = await tellSessionsChanged(db, userId)
  applyToSessions(db, { changed: changed.map(({ key }) => key) })
}

/** `expiresAt` in ms. */
type Remembered = { actor: Actor; expiresAt: number }
