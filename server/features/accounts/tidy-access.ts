import type { Db } from '#server/platform/database/statement.ts'
import { deleteExpired } from './queries.ts'

const hourMs = 3_600_000
const minuteMs = 60_000

/**
 * Once a minute writes down when devices were last heard of; once an hour forgets sessions, transfer tokens and counted
 * attempts whose time has passed. A failure is told and tried again as much later. Returns what ends it.
 */
export function tidyAccess(
  db: Db,
  sessions: { writeSeen(): Promise<void> },
  clock: () => number,
  onFailure: (error: unknown) => void,
): () => void {
  const timer = setInterval(() => {
    deleteExpired(db, clock() / 1000).catch(onFailure)
  }, hourMs)
  const seen = setInterval(() => void sessions.writeSeen().catch(onFailure), minuteMs)
  for (const one of [timer, seen]) one.unref()
  return () => {
    clearInterval(timer)
    clearInterval(seen)
  }
}
