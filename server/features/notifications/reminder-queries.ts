import { many, one, run } from '#server/platform/database/statement.ts'

export type ReminderRow = {
  id: number
  weekdays: number[]
  time: string
  text: string
  isEnabled: boolean
  /** Unix seconds. */
  nextAt: number | null
  hasMoved: boolean
  sentOn: string | null
  timezone: string
}

const columns = `r.id, r.weekdays, r.local_time as time, r.text, r.is_enabled as "isEnabled", unix(r.next_at) as "nextAt",
  r.has_moved as "hasMoved", r.sent_on as "sentOn"`

/** A person's reminders, or just the one with `id`. */
export const listReminders = many<[userId: number, id: number | null], ReminderRow>(
  'list-reminders',
  `select ${columns}, u.timezone from reminders r join users u on u.id = r.user_id
    where r.user_id = $1 and ($2::bigint is null or r.id = $2) order by r.local_time, r.id`,
)

/**
 * What a new reminder is checked against, and the one already added under the key. Locks the person until the
 * transaction ends, so that of two reminders added at once the second counts the first.
 */
export const findReminderPlace = one<
  [userId: number, clientKey: string],
  { timezone: string; count: number; repeatedId: number | null }
>(
  'find-reminder-place',
  `select u.timezone, (select count(*)::int from reminders where user_id = u.id) as count,
     (select id from reminders where user_id = u.id and client_key = $2) as "repeatedId"
   from users u where u.id = $1 for no key update of u`,
)

/** Returns nothing when the key is already used or `most` reminders exist. */
export const insertReminder = one<
  [
    userId: number,
    clientKey: string,
    weekdays: readonly number[],
    time: string,
    text: string,
    isEnabled: boolean,
    nextAtSeconds: number | null,
    nextOn: string | null,
    most: number,
  ],
  ReminderRow
>(
  'insert-reminder',
  `with r as (
     insert into reminders (user_id, client_key, weekdays, local_time, text, is_enabled, next_at, next_on)
     select u.id, $2, $3::smallint[], $4, $5, $6, to_timestamp($7::float8), $8::date from users u
      where u.id = $1 and (select count(*) from reminders where user_id = u.id) < $9::int
     on conflict (user_id, client_key) do nothing returning *
   )
   select ${columns}, u.timezone from r join users u on u.id = r.user_id`,
)

/** A change is deliberate, so the reminder may come again on a day on which it was already sent. */
export const updateReminder = one<
  [
    userId: number,
    id: number,
    weekdays: readonly number[],
    time: string,
    text: string,
    isEnabled: boolean,
    nextAtSeconds: number | null,
    nextOn: string | null,
    nowSeconds: number,
  ],
  ReminderRow
>(
  'update-reminder',
  `with r as (
     update reminders set weekdays = $3::smallint[], local_time = $4, text = $5, is_enabled = $6,
       next_at = to_timestamp($7::float8), next_on = $8::date, sent_on = null, has_moved = false,
       updated_at = to_timestamp($9::float8)
      where id = $2 and user_id = $1 returning *
   )
   select ${columns}, u.timezone from r join users u on u.id = r.user_id`,
)

export const findTimezone = one<[userId: number], { timezone: string }>(
  'find-timezone',
  'select timezone from users where id = $1',
)

export const deleteReminder = run<[userId: number, id: number]>(
  'delete-reminder',
  'delete from reminders where id = $2 and user_id = $1',
)

/** Switches a reminder off; returns whether it exists. */
export const switchOff = run<[id: number]>(
  'switch-off-reminder',
  `update reminders set is_enabled = false, next_at = null, next_on = null, has_moved = false where id = $1`,
)

export type DueReminder = ReminderRow & { userId: number; nextOn: string; nextAt: number }

/** Locks reminders that are due or whose person changed time zone; skips those another node has locked. */
export const lockDueReminders = many<[nowSeconds: number, count: number], DueReminder>(
  'lock-due-reminders',
  `select ${columns}, r.next_on as "nextOn", r.user_id as "userId", u.timezone
     from reminders r join users u on u.id = r.user_id
    where r.id in (select id from reminders where next_at <= to_timestamp($1::float8)
                   union all select id from reminders where has_moved)
      and r.next_at is not null
    order by r.next_at, r.id limit $2 for update of r skip locked`,
)

/** Schedules reminders: [{id, nextAt (Unix seconds), nextOn, sentOn}]; one without a next time is inactive. */
export const setNextTimes = run<[reminders: string]>(
  'set-next-times',
  `update reminders r set next_at = to_timestamp(d."nextAt"), next_on = d."nextOn", sent_on = coalesce(d."sentOn", r.sent_on),
     has_moved = false
   from json_to_recordset($1) as d(id bigint, "nextAt" float8, "nextOn" date, "sentOn" date)
   where r.id = d.id`,
)
