import { type Db, run } from '../database/statement.ts'
import { ownedBy, type PersonalTables } from '../personal-tables.ts'

export const telemetryTables: PersonalTables = { analytics_events: ownedBy('user_id') }

const keptSeconds = 400 * 86_400

/** Deletes events older than 400 days; `now` in ms. Returns how many. */
export function forgetOldEvents(db: Db, now: number): Promise<number> {
  return deleteOldEvents(db, now / 1000 - keptSeconds)
}

/** Stores a batch of events. Times are in seconds, clamped to the day before `now`, because client clocks can be wrong. */
export const insertEvents = run<
  [brandId: string, userId: number | null, visitor: string | null, isInternal: boolean, now: number, events: string]
>(
  'insert-analytics-events',
  `insert into analytics_events (brand_id, user_id, visitor, is_internal, name, params, occurred_at)
   select $1, $2, $3::uuid, $4, name, params, to_timestamp(greatest(least(occurred_at, $5::bigint), $5::bigint - 86400))
     from json_to_recordset($6) as event(name text, params jsonb, occurred_at bigint)`,
)

const deleteOldEvents = run<[beforeSeconds: number]>(
  'delete-old-analytics-events',
  'delete from analytics_events where occurred_at < to_timestamp($1)',
)
