import { streams } from '#shared/features/streams/contract.ts'
import type { LocalDate } from '#shared/platform/times.ts'
import { one } from '#server/platform/database/statement.ts'
import { publishEvent } from '#server/platform/live/publishing.ts'

/** Makes other freezes of the learner's stream wait for this transaction; undefined when it is not theirs. */
export const lockStream = one<[id: number, userId: number], { id: number }>(
  'lock-stream',
  'select id from user_streams where id = $1 and user_id = $2 for no key update',
)

const told = publishEvent(streams, 'stream', 'us.user_id', { stream_id: 'us.id' })

/** Freezes a stream; both dates are frozen too. Canceled freezes of which no day was frozen are forgotten. */
export const insertFreeze = one<[userStreamId: number, startsOn: LocalDate, endsOn: LocalDate], { published: unknown }>(
  'insert-freeze',
  `with forgotten as (
     delete from stream_freezes where user_stream_id = $1 and status = 2 and coalesce(canceled_on, starts_on) <= starts_on
   ), made as (
     insert into stream_freezes (user_stream_id, starts_on, ends_on) values ($1, $2, $3) returning user_stream_id
   )
   select ${told} as published from made join user_streams us on us.id = made.user_stream_id`,
)

/** Cancels the freeze that holds on `today` or is the next to come; undefined when there is none. */
export const cancelFreeze = one<[userStreamId: number, userId: number, today: LocalDate], { published: unknown }>(
  'cancel-freeze',
  `with canceled as (
     update stream_freezes set status = 2, canceled_on = $3 where id = (
       select f.id from stream_freezes f join user_streams us on us.id = f.user_stream_id and us.user_id = $2
       where f.user_stream_id = $1 and f.status <> 2 and f.ends_on >= $3 order by f.starts_on, f.id limit 1 for update of f
     ) and status <> 2 returning user_stream_id
   )
   select ${told} as published from canceled join user_streams us on us.id = canceled.user_stream_id`,
)
