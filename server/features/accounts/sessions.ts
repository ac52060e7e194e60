import type { Db } from '#server/platform/database/statement.ts'
import type { Actor, Caller } from '#server/platform/http/routes.ts'
import { deleteSession, findActor, insertSession } from './queries.ts'
import { hashToken, newToken } from './secrets.ts'

const sessionSeconds = 30 * 86_400
const cacheMs = 30_000
const cacheSize = 20_000

type Known = { actor: Actor; checkedAt: number; expiresAt: number }

/** Starts a session of 30 days and answers its token. */
export async function startSession(db: Db, userId: number, caller: Caller, now: number): Promise<string> {
  const token = newToken()
  const expiresAt = Math.floor(now / 1000) + sessionSeconds
  await insertSession(db, userId, hashToken(token), caller.appType, caller.userAgent, expiresAt)
  return token
}

/**
 * Who holds a token. Answers are remembered for 30 s and forgotten at once when any node ends the session; while this
 * node may be missing such news (`pause`), every request asks the database.
 */
export function sessionKeeper(db: Db) {
  const known = new Map<string, Known>()
  let isPaused = true
  // News counted, so that an answer read before a session ended is not remembered after it.
  let news = 0
  const hearers: ((key: string) => void)[] = []
  function forget(key: string) {
    news++
    known.delete(key)
    for (const hear of hearers) hear(key)
  }
  const keeper = {
    async authenticate(token: string, now: number): Promise<Actor | undefined> {
      const hash = hashToken(token)
      const key = hash.toString('hex')
      const remembered = known.get(key)
      if (remembered && remembered.checkedAt + cacheMs > now && remembered.expiresAt > now) return remembered.actor
      const newsBefore = news
      const found = await findActor(db, hash, now / 1000)
      known.delete(key)
      if (!found) return undefined
      const { expiresAt, ...actor } = found
      if (!isPaused && news === newsBefore) {
        if (known.size >= cacheSize) known.clear()
        known.set(key, { actor, checkedAt: now, expiresAt: expiresAt * 1000 })
      }
      return actor
    },
    forget,
    /** Calls `hear` with the key of each session that any node ends; those missed while paused are not told. */
    onEnded(hear: (key: string) => void) {
      hearers.push(hear)
    },
    /** What the session of a token is known by when it ends. */
    keyOf: (token: string) => hashToken(token).toString('hex'),
    pause() {
      news++
      isPaused = true
      known.clear()
    },
    resume() {
      isPaused = false
    },
  }
  keepers.set(db, keeper)
  return keeper
}

const keepers = new WeakMap<Db, { forget(key: string): void }>()

/** Ends a session: on this node before the call is answered, on the others as soon as they hear of it. */
export async function endSession(db: Db, sessionId: number): Promise<void> {
  const ended = await deleteSession(db, sessionId)
  if (ended) keepers.get(db)?.forget(ended.key)
}
