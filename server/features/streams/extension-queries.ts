import { one, run } from '#server/platform/database/statement.ts'
import { publishEvent } from '#server/platform/live/publishing.ts'
import { streams } from '#shared/features/streams/contract.ts'

const told = publishEvent(streams, 'stream', 'us.user_id', { stream_id: 'us.id' })

/** Writes down for which place an order is, and whom the school may ask about it. */
export const insertExtension = run<{ orderId: number; placeId: number; name: string; phone: string; email: string }>(
  'insert-extension',
  `insert into stream_extensions (order_id, user_stream_id, name, phone, email)
   values ($orderId, $placeId, $name, $phone, $email)
   on conflict (order_id) do update set name = $name, phone = $phone, email = $email`,
)

/** Adds what an order gives to its place, once, and tells its learner; undefined where it is given already. */
export const giveExtension = one<
  { orderId: number; placeId: number; days: number; consultations: number },
  { published: unknown }
>(
  'give-extension',
  `with e as (
     insert into stream_extensions as known (order_id, user_stream_id, days, consultations, is_given)
     values ($orderId, $placeId, $days, $consultations, true)
     on conflict (order_id) do update set is_given = true, days = excluded.days, consultations = excluded.consultations
     where not known.is_given returning user_stream_id
   ), us as (
     update user_streams us set ends_on = us.ends_on + $days::int,
       max_consultation_count = us.max_consultation_count + $consultations::int
     from e where us.id = e.user_stream_id returning us.id, us.user_id
   )
   select ${told} as published from us`,
)

/** Takes back what an order has sold to its place, once, and tells its learner; days that were over before stay so. */
export const takeExtension = one<[orderId: number], { published: unknown }>(
  'take-extension',
  `with e as (
     update stream_extensions set is_given = false where order_id = $1 and is_given
     returning user_stream_id, days, consultations
   ), us as (
     update user_streams us set ends_on = greatest(us.starts_on, us.ends_on - least(e.days, o.access_days)),
       max_consultation_count = greatest(0, us.max_consultation_count - e.consultations)
     from e join orders o on o.id = $1 where us.id = e.user_stream_id returning us.id, us.user_id
   )
   select ${told} as published from us`,
)
