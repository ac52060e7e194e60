import type { Db } from '../database/statement.ts'
import { deleteOldEvents } from './queries.ts'

const keptSeconds = 400 * 86_400

/** Forgets what was told more than 400 days ago; `now` in ms. Answers how many events. */
export function forgetOldEvents(db: Db, now: number): Promise<number> {
  return deleteOldEvents(db, now / 1000 - keptSeconds)
}
