import { one, run } from '#server/platform/database/statement.ts'
import type { ConsultationStatus, PaymentWay } from '#shared/features/videoconsultations/states.ts'
import { changedTables, type ConsultationRow, consultationColumns, tellBoth } from '../consultation-row.ts'
import { type KindTerms, kindJson, ordersToBook, usedConsultations } from '../hours/diary-queries.ts'
import { ranges, type Times } from './lapse-queries.ts'

/** Holds a time (Unix seconds); undefined when somebody has it, or the key has held one. */
export const insertHold = one<
  Times & {
    brandId: string
    kindId: number
    userId: number
    streamId: number
    expertId: number
    clientKey: string
    nowSeconds: number
    holdSeconds: number
    language: string
  },
  ConsultationRow
>(
  'insert-video-hold',
  `with changed as (
     insert into video_consultations (brand_id, kind_id, user_id, user_stream_id, expert_id, during, pad, status, hold_until,
       client_key, created_at, updated_at)
     values ($brandId, $kindId, $userId, $streamId, $expertId, ${ranges.during}, ${ranges.pad}, 'held',
       to_timestamp($nowSeconds::float8 + $holdSeconds::float8), $clientKey, to_timestamp($nowSeconds::float8),
       to_timestamp($nowSeconds::float8))
     on conflict do nothing returning *
   )
   select ${consultationColumns}, ${tellBoth('v')} from ${changedTables}`,
)

/** A learner's own consultation, with what decides whether and how it can be booked. */
export type OwnBooking = {
  id: number
  status: ConsultationStatus
  /** In ms. */
  startsAt: number
  endsAt: number
  holdUntil: number | null
  streamId: number
  kindId: number
  expertId: number | null
  kind: KindTerms
  /** Whether one of its kind has been paid for and is still to be had. */
  isPaid: boolean
  /** How many other times wait for the learner's payment. */
  unpaid: number
}

export const findOwnBooking = one<[id: number, userId: number, nowSeconds: number], OwnBooking>(
  'find-own-video-booking',
  `select v.id, v.status, (extract(epoch from lower(v.during)) * 1000)::bigint as "startsAt",
     (extract(epoch from upper(v.during)) * 1000)::bigint as "endsAt",
     (extract(epoch from v.hold_until) * 1000)::bigint as "holdUntil", v.user_stream_id as "streamId", v.kind_id as "kindId",
     v.expert_id as "expertId", ${kindJson('k')} as kind, exists(${ordersToBook('v.user_id', 'k')}) as "isPaid",
     (select count(*)::int from video_consultations o where o.user_id = v.user_id and o.id <> v.id and o.status = 'held'
        and o.service_id is not null and o.hold_until > to_timestamp($3::float8)) as unpaid
   from video_consultations v join video_kinds k on k.id = v.kind_id where v.id = $1 and v.user_id = $2`,
)

/** Gives a held or lapsed consultation another time; undefined when it is neither. An overlap is an error of the database. */
export const retimeHold = one<
  Times & { id: number; userId: number; expertId: number; nowSeconds: number; holdSeconds: number },
  { id: number }
>(
  'retime-video-hold',
  `update video_consultations set during = ${ranges.during}, pad = ${ranges.pad}, expert_id = $expertId, status = 'held',
     hold_until = to_timestamp($nowSeconds::float8 + $holdSeconds::float8), updated_at = to_timestamp($nowSeconds::float8)
   where id = $id and user_id = $userId and status in ('held', 'lapsed') returning id`,
)

/** Makes who takes a consultation of one of the learner's places wait for this transaction; what is left is counted afterwards. */
export const lockPlaces = run<[userId: number]>(
  'lock-places-of-consultations',
  'select from user_streams where user_id = $1 order by id for no key update',
)

/** Books what is held; undefined when it is not held any more, or the place has no consultation left for it. */
export const bookHold = one<
  {
    id: number
    userId: number
    payBy: PaymentWay
    points: number
    status: ConsultationStatus
    note: string | null
    phone: string | null
    nowSeconds: number
    language: string
  },
  ConsultationRow & { sequence: number }
>(
  'book-video-hold',
  `with changed as (
     update video_consultations v set status = $status, hold_until = null, service_id = null, pay_by = $payBy, points = $points,
       (order_id, quota_stream_id) = (
         select null, v.user_stream_id where $payBy = 'quota'
         union all (select * from (${ordersToBook('v.user_id', 'k')}) paid where $payBy = 'price' order by 1 limit 1)),
       note = coalesce($note, v.note), phone = coalesce($phone, v.phone), updated_at = to_timestamp($nowSeconds::float8),
       calendar_sequence = v.calendar_sequence + 1, reminded = ${passedReminders('v.during')}
     from user_streams us join courses c on c.id = us.course_id, video_kinds k
     where k.id = v.kind_id and v.id = $id and v.user_id = $userId and v.status = 'held' and us.id = v.user_stream_id
       and ($payBy <> 'quota' or coalesce(c.consultation_limit, 0) = 0
         or us.max_consultation_count > ${usedConsultations('us')})
       and ($payBy <> 'price' or exists(${ordersToBook('v.user_id', 'k')}))
     returning v.*
   )
   select ${consultationColumns}, v.calendar_sequence as sequence, ${tellBoth('v')} from ${changedTables}`,
)

/** SQL: the reminders whose time is over when something is booked for `during`; they do not come any more. */
export function passedReminders(during: string): string {
  const passed = (name: string, lead: string) =>
    `case when lower(${during}) - interval '${lead}' <= to_timestamp($nowSeconds::float8) then '${name}' end`
  return `array_remove(array[${passed('day', '24 hours')}, ${passed('soon', '15 minutes')}], null)`
}

/** Keeps a held time longer for who goes to pay for it. */
export const awaitPayment = one<
  {
    id: number
    userId: number
    serviceId: number
    note: string | null
    phone: string | null
    nowSeconds: number
    holdSeconds: number
    language: string
  },
  ConsultationRow
>(
  'await-video-payment',
  `with changed as (
     update video_consultations v set service_id = $serviceId, note = coalesce($note, v.note), phone = coalesce($phone, v.phone),
       hold_until = to_timestamp($nowSeconds::float8 + $holdSeconds::float8), updated_at = to_timestamp($nowSeconds::float8)
     where v.id = $id and v.user_id = $userId and v.status = 'held' returning v.*
   )
   select ${consultationColumns} from ${changedTables}`,
)

/** Sets what a learner says of their consultation, where it is still to come or being booked. */
export const setWords = one<
  { id: number; userId: number; note: string | null; phone: string | null; nowSeconds: number; language: string },
  ConsultationRow
>(
  'set-video-words',
  `with changed as (
     update video_consultations v set note = coalesce($note, v.note), phone = coalesce($phone, v.phone),
       updated_at = to_timestamp($nowSeconds::float8)
     where v.id = $id and v.user_id = $userId and v.status in ('held', 'lapsed', 'pending', 'confirmed') returning v.*
   )
   select ${consultationColumns}, ${tellBoth('v')} from ${changedTables}`,
)

/** Lets a held time go. */
export const releaseHold = run<[id: number, userId: number, nowSeconds: number]>(
  'release-video-hold',
  `update video_consultations set status = 'lapsed', hold_until = null, updated_at = to_timestamp($3::float8)
   where id = $1 and user_id = $2 and status = 'held'`,
)

export const rateConsultation = one<
  { id: number; userId: number; rating: number; comment: string; nowSeconds: number; language: string },
  ConsultationRow
>(
  'rate-video-consultation',
  `with changed as (
     update video_consultations v set status = 'rated', rating = $rating, rating_comment = $comment,
       updated_at = to_timestamp($nowSeconds::float8)
     where v.id = $id and v.user_id = $userId and v.status = 'complete' returning v.*
   )
   select ${consultationColumns}, ${tellBoth('v')} from ${changedTables}`,
)
