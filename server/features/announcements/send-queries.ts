import { many, one, run } from '#server/platform/database/statement.ts'
import type { Audience, Timing } from '#shared/features/announcements/rules.ts'

type ScheduledRow = { id: number; brandId: string; audience: Audience; timing: Timing }

/** Locks one announcement whose time has come (Unix seconds), unless another node has it. */
export const lockScheduled = one<[now: number], ScheduledRow>(
  'lock-scheduled-announcement',
  `select id, brand_id as "brandId", audience, timing from announcements
   where state = 'scheduled' and starts_at <= to_timestamp($1::float8) order by starts_at, id limit 1
   for no key update skip locked`,
)

export type SendingRow = { id: number; byPush: boolean; byLetter: boolean }

/** Locks one announcement that is due for some of its people at a time (Unix seconds), unless another node has it. */
export const lockSending = one<[now: number], SendingRow>(
  'lock-announcement-to-send',
  `select a.id, a.by_push as "byPush", a.by_letter as "byLetter" from announcements a
   where a.state = 'sending' and exists (select from announcement_recipients r
     where r.announcement_id = a.id and r.told_at is null and r.due_at <= to_timestamp($1::float8))
   order by a.id limit 1 for no key update skip locked`,
)

/** Notes the next people of a locked announcement as told, and answers who they are. */
export const takePortion = many<[id: number, now: number, count: number], { userId: number }>(
  'take-portion-of-announcement',
  `update announcement_recipients r set told_at = to_timestamp($2::float8)
   where r.announcement_id = $1 and r.user_id in (
     select w.user_id from announcement_recipients w
     where w.announcement_id = $1 and w.told_at is null and w.due_at <= to_timestamp($2::float8)
     order by w.due_at, w.user_id limit $3)
   returning r.user_id as "userId"`,
)

/** Adds up whom a portion of a locked announcement reached by which way; once nobody waits any more, it is sent. */
export const addReached = run<[id: number, told: number, pushed: number, lettered: number]>(
  'add-reached-by-announcement',
  `update announcements a set told = told + $2, pushed = pushed + $3, lettered = lettered + $4,
     state = case when exists (select from announcement_recipients r where r.announcement_id = $1 and r.told_at is null)
       then state else 'sent' end
   where a.id = $1`,
)
