import type { Db } from '#server/platform/database/statement.ts'
import { ExpiringMemory } from '#server/platform/expiring-memory.ts'
import type { Actor, Caller } from '#server/platform/http/routes.ts'
import {
  deleteSession,
  deleteSessionsOf,
  findActor,
  insertSession,
  tellSessionsChanged,
  updateSeen,
} from './queries.ts'
import { hashToken, newToken } from './secrets.ts'

/** How long a session is kept, in seconds. */
export const sessionSeconds = 30 * 86_400
const impersonatedSeconds = 3600

/** Starts a session of 30 days, of an hour for staff who use the account of another, and answers its token. */
export async function startSession(
  db: Db,
  userId: number,
  caller: Caller,
  now: number,
  impersonatorId: number | null = null,
): Promise<string> {
  const token = newToken()
  const expiresAt = Math.floor(now / 1000) + (impersonatorId === null ? sessionSeconds : impersonatedSeconds)
  await insertSession(db, userId, hashToken(token), caller.appType, caller.userAgent, expiresAt, impersonatorId)
  return token
}

/**
 * Who holds a token. Answers are remembered for 30 s and forgotten at once when any node ends the session; while this
 * node may be missing such news (`pause`), every request asks the database.
 */
export function sessionKeeper(db: Db) {
  const remembered = rememberedActors()
  const endHearers: ((key: string) => void)[] = []
  const changeHearers: ((key: string) => void)[] = []
  /** When sessions were last heard of, in Unix seconds, as far as it is not written down. */
  let seen = new Map<number, number>()
  const keeper = {
    async authenticate(token: string, now: number): Promise<Actor | undefined> {
      const hash = hashToken(token)
      const key = hash.toString('hex')
      const known = remembered.find(key, now)
      if (known) return known
      const remember = remembered.reading()
      const found = await findActor(db, hash, now / 1000)
      if (!found) return undefined
      const { expiresAt, ...actor } = found
      seen.set(actor.sessionId, now / 1000)
      remember(key, { actor, expiresAt: expiresAt * 1000 }, now)
      return actor
    },
    forget(key: string) {
      remembered.forget(key)
      for (const hear of endHearers) hear(key)
    },
    /** The person of a session has other rights now; the session goes on. */
    readAgain(key: string) {
      remembered.forget(key)
      for (const hear of changeHearers) hear(key)
    },
    /** Calls `hear` with the key of each session whose person has other rights now. */
    onChanged(hear: (key: string) => void) {
      changeHearers.push(hear)
    },
    /** Calls `hear` with the key of each session that any node ends; those missed while paused are not told. */
    onEnded(hear: (key: string) => void) {
      endHearers.push(hear)
    },
    /** What the session of a token is known by when it ends. */
    keyOf: (token: string) => hashToken(token).toString('hex'),
    /** Writes down when devices were last heard of: one statement for all of them. */
    async writeSeen() {
      const heard = seen
      seen = new Map()
      if (heard.size > 0) await updateSeen(db, [...heard.keys()], [...heard.values()])
    },
    pause: remembered.pause,
    resume: remembered.resume,
  }
  keepers.set(db, keeper)
  return keeper
}

const keepers = new WeakMap<Db, { forget(key: string): void; readAgain(key: string): void }>()

/** What a change has done to sessions, by their keys; after its commit this node knows before the call is answered. */
export function applyToSessions(db: Db, { ended = [], changed = [] }: { ended?: string[]; changed?: string[] }): void {
  const keeper = keepers.get(db)
  for (const key of ended) keeper?.forget(key)
  for (const key of changed) keeper?.readAgain(key)
}

/** Ends a session: on this node before the call is answered, on the others as soon as they hear of it. */
export async function endSession(db: Db, sessionId: number): Promise<void> {
  const ended = await deleteSession(db, sessionId)
  if (ended) keepers.get(db)?.forget(ended.key)
}

/**
 * Ends all sessions of a person, or all but one, or just one of them, on this node before the call is answered and on the
 * others as soon as they hear of it; their live connections are told. Answers how many there were.
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

/** What sessions remember of a person, such as the time zone, is read again: here at once, on other nodes as soon as they hear of it. */
export async function refreshSessionsOf(db: Db, userId: number): Promise<void> {
  const changed = await tellSessionsChanged(db, userId)
  applyToSessions(db, { changed: changed.map(({ key }) => key) })
}

const keptMs = 30_000
const mostKept = 20_000

type Remembered = { actor: Actor; expiresAt: number }

/**
 * Who holds which session, by its key, for 30 s after the database said so. Nothing is kept while this node may be missing
 * news of other nodes, as at first; times in ms.
 */
function rememberedActors() {
  const known = new ExpiringMemory<Remembered>({ keptMs, most: mostKept })
  let isPaused = true
  // News counted, so that an answer read before a session ended is not remembered after it.
  let news = 0
  return {
    find(key: string, now: number): Actor | undefined {
      const remembered = known.find(key, now)
      return remembered && remembered.expiresAt > now ? remembered.actor : undefined
    },
    /** Call before reading from the database: what it answers keeps the actor that was read, unless news came meanwhile. */
    reading() {
      const newsBefore = news
      return (key: string, remembered: Remembered, now: number) => {
        if (!isPaused && news === newsBefore) known.keep(key, remembered, now)
      }
    },
    forget(key: string) {
      news++
      known.forget(key)
    },
    pause() {
      news++
      isPaused = true
      known.clear()
    },
    resume() {
      isPaused = false
    },
  }
}
