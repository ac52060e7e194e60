import { streams } from '#shared/features/streams/contract.ts'
import type { LocalDate } from '#shared/platform/times.ts'
import { many, one } from '#server/platform/database/statement.ts'
import { publishEvent } from '#server/platform/live/publishing.ts'

/** Makes other freezes of the learner's stream wait for this transaction; undefined when it is not theirs. */
export const lockStream = one<[id: number, userId: number], { id: number }>(
  'lock-stream',
  'select id from user_streams where id = $1 and user_id = $2 for no key update',
)

const told = publishEvent(streams, 'stream', 'us.user_id', { stream_id: 'us.id' })

/** Freezes streams; both dates are frozen too. Cancelled freezes of which no day was frozen are forgotten. */
export const insertFreezes = many<
  [userStreamIds: readonly number[], startsOn: LocalDate, endsOn: LocalDate],
  { published: unknown }
>(
  'insert-freezes',
  `with forgotten as (
     delete from stream_freezes where user_stream_id = any($1) and status = 2 and coalesce(canceled_on, starts_on) <= starts_on
   ), made as (
     insert into stream_freezes (user_stream_id, starts_on, ends_on)
     select unnest($1::bigint[]), $2, $3 returning user_stream_id
   )
   select ${told} as published from made join user_streams us on us.id = made.user_stream_id`,
)

/**
 * Cancels the freeze of each stream that holds on its learner's day, or is the next to come; only of a learner's own streams
 * where `userId` is given.
 */
export const cancelFreezes = many<
  [userStreamIds: readonly number[], todays: readonly LocalDate[], userId: number | null],
  { published: unknown }
>(
  'cancel-freezes',
  `with canceled as (
     update stream_freezes set status = 2, canceled_on = held.today
     from unnest($1::bigint[], $2::date[]) as place(id, today)
     cross join lateral (
       select f.id, place.today from stream_freezes f
       join user_streams us on us.id = f.user_stream_id and ($3::bigint is null or us.user_id = $3)
       where f.user_stream_id = place.id and f.status <> 2 and f.ends_on >= place.today
       order by f.starts_on, f.id limit 1 for update of f
     ) held
     where stream_freezes.id = held.id and status <> 2 returning user_stream_id
   )
   select ${told} as published from canceled join user_streams us on us.id = canceled.user_stream_id`,
)
