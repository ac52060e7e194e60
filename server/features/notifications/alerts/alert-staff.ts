import type { Database } from '#server/platform/database/database.ts'
import { isAtWork } from '#shared/features/notifications/rules.ts'
import { insertAlerts, insertMissingAlerts, lockAlerted } from './alert-queries.ts'

/** No transaction lasts as long, in ms: whatever was handed in or reported before then can be seen. */
const unseenMs = 60_000
/** Nobody is told more often, in ms; what comes meanwhile is told together. */
const quietMs = 30 * 60_000
/** How long an alert is worth telling, in seconds. */
const worthSeconds = 4 * 3600

/**
 * Tells staff, in their working hours, what homework came to wait or has grown old since they were last told, and administrators what
 * members of clubs have reported. One node at a time holds a person, and what is told is noted in the same transaction: whatever breaks, nothing is told twice.
 */
export async function alertStaff(database: Database, now: number): Promise<number> {
  const until = now - unseenMs
  await insertMissingAlerts(database, until / 1000)
  return database.inTransaction(async tx => {
    const held = await lockAlerted(tx, (now - quietMs) / 1000)
    const userIds = held
      .filter(({ timezone, weekdays, from, until: end }) => isAtWork({ weekdays, from, until: end }, timezone, now))
      .map(({ userId }) => userId)
    if (!userIds.length) return 0
    const times = { untilSeconds: until / 1000, nowSeconds: now / 1000, worthSeconds }
    return (await insertAlerts(tx, { userIds, ...times }))?.count ?? 0
  })
}
