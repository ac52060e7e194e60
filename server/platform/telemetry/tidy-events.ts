import type { Db } from '../database/statement.ts'
import { deleteOldEvents } from './queries.ts'

const hourMs = 3_600_000
const keptSeconds = 400 * 86_400

/** Forgets what was told more than 400 days ago; `now` in ms. Answers how many events. */
export function forgetOldEvents(db: Db, now: number): Promise<number> {
  return deleteOldEvents(db, now / 1000 - keptSeconds)
}

/** Does so once an hour; a failure is told and tried again an hour later. Returns what ends it. */
export function tidyEvents(db: Db, clock: () => number, onFailure: (error: unknown) => void): () => void {
  const timer = setInterval(() => void forgetOldEvents(db, clock()).catch(onFailure), hourMs)
  timer.unref()
  return () => clearInterval(timer)
}
