import type { Db } from '#server/platform/database/statement.ts'
import { deleteExpired } from './queries.ts'

const hourMs = 3_600_000

/**
 * Once an hour forgets sessions, transfer tokens and counted attempts whose time has passed; a failure is told and tried
 * again an hour later. Returns what ends it.
 */
export function tidyAccess(db: Db, clock: () => number, onFailure: (error: unknown) => void): () => void {
  const timer = setInterval(() => {
    deleteExpired(db, clock() / 1000).catch(onFailure)
  }, hourMs)
  timer.unref()
  return () => clearInterval(timer)
}
