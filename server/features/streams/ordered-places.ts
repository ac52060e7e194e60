import type { OrderRow } from '#server/features/billing/orders/order-row.ts'
import type { AccessListener } from '#server/features/billing/orders/settle.ts'
import { many, one, run, type Db } from '#server/platform/database/statement.ts'
import { publishEvent } from '#server/platform/live/publishing.ts'
import { streams } from '#shared/features/streams/contract.ts'
import { addDays, type LocalDate, localDate } from '#shared/platform/times.ts'
import { giveExtension, takeExtension } from './extension-queries.ts'
import { followExtension } from './extensions.ts'
import { upsertCohort } from './cohort-queries.ts'

const told = publishEvent(streams, 'stream', 'us.user_id', { stream_id: 'us.id' })

const findCohortDates = one<[id: number], { id: number; startsOn: LocalDate; endsOn: LocalDate }>(
  'find-cohort-dates',
  'select id, starts_on as "startsOn", ends_on as "endsOn" from streams where id = $1',
)

/**
 * Gives a learner the place in a cohort that an order has opened, and tells them. A demo place becomes a whole one, one that was
 * stopped or taken away comes back; a whole one that they have otherwise stays as it is.
 */
const openOrderedPlace = one<
  {
    userId: number
    courseId: number
    cohortId: number
    startsOn: LocalDate
    endsOn: LocalDate
    orderId: number
    subscriptionId: number | null
    consultations: number
    isDemo: boolean
  },
  { id: number }
>(
  'open-ordered-place',
  `with us as (
     insert into user_streams as known (user_id, course_id, stream_id, starts_on, ends_on, is_demo, is_optional_purchase,
       payment_subscription_id, order_service_id, max_consultation_count)
     values ($userId, $courseId, $cohortId, $startsOn, $endsOn, $isDemo, $subscriptionId::bigint is not null, $subscriptionId, $orderId,
       $consultations::int + coalesce((select c.consultation_limit from courses c where c.id = $courseId), 0))
     on conflict (user_id, stream_id) do update set is_demo = known.is_demo and excluded.is_demo, taken_out_at = null, stopped_at = null,
       ends_on = greatest(known.ends_on, excluded.ends_on), is_optional_purchase = excluded.is_optional_purchase,
       payment_subscription_id = excluded.payment_subscription_id, order_service_id = excluded.order_service_id,
       max_consultation_count = greatest(known.max_consultation_count, excluded.max_consultation_count)
     where known.is_demo or known.is_optional_purchase or known.taken_out_at is not null or known.stopped_at is not null
       or (not excluded.is_optional_purchase and not excluded.is_demo and known.ends_on < excluded.ends_on)
     returning id, user_id
   )
   select us.id, ${told} as published from us`,
)

/** Opens the place that an order had opened before, with its own days, unless staff have taken it away; answers 0 where there is none. */
const reopenOrderedPlace = run<[orderId: number]>(
  'reopen-ordered-place',
  `with us as (
     update user_streams set stopped_at = null where order_service_id = $1 returning id, user_id
   )
   select ${told} as published from us`,
)

/** Stops the place that an order had opened, and tells its learner. */
const stopOrderedPlace = run<[orderId: number]>(
  'stop-ordered-place',
  `with us as (
     update user_streams set stopped_at = now() where order_service_id = $1 and stopped_at is null
       and not is_optional_purchase returning id, user_id
   )
   select ${told} as published from us`,
)

/** The place to which consultations are added that were bought without a course: a person’s latest. */
const findLatestPlace = one<[userId: number], { id: number }>(
  'find-latest-place',
  `select id from user_streams where user_id = $1 and taken_out_at is null and not is_demo
   order by ends_on desc, id desc limit 1`,
)

/** A person’s open orders of consultations that could not be added to a place yet. */
const listWaitingConsultations = many<[userId: number], { orderId: number; consultations: number }>(
  'list-waiting-consultations',
  `select o.id as "orderId", o.consultations from orders o
   where o.user_id = $1 and o.is_open and o.course_id is null and o.extends_id is null and o.consultations > 0
     and not exists (select from stream_extensions e where e.order_id = o.id)`,
)

/** Adds the consultations of an order to a place of its buyer; until there is one, they wait. */
async function giveConsultations(tx: Db, userId: number, orderId: number, consultations: number): Promise<void> {
  const place = await findLatestPlace(tx, userId)
  if (place) await giveExtension(tx, { orderId, placeId: place.id, days: 0, consultations })
}

/** What an order opens and closes of courses. */
export const followOrder: AccessListener = async (tx, order, isOpen, now) => {
  const { id, userId, courseId, consultations, extendsId } = order
  if (userId === null) return
  if (extendsId !== null) return followExtension(tx, order, isOpen, now)
  if (courseId === null) {
    if (consultations > 0 && !isOpen) await takeExtension(tx, id)
    if (consultations > 0 && isOpen) await giveConsultations(tx, userId, id, consultations)
    return
  }
  if (!isOpen) {
    await stopOrderedPlace(tx, id)
    return
  }
  if (await reopenOrderedPlace(tx, id)) return
  const cohort = await cohortOf(tx, order, courseId, localDate(now, order.timezone))
  if (!cohort) return
  const { startsOn, endsOn } = cohort
  const place = { cohortId: cohort.id, startsOn, endsOn, subscriptionId: order.subscription?.id ?? null }
  await openOrderedPlace(tx, {
    ...place,
    userId,
    courseId,
    orderId: id,
    consultations,
    isDemo: order.type === 'course_demo',
  })
  for (const waiting of await listWaitingConsultations(tx, userId))
    await giveConsultations(tx, userId, waiting.orderId, waiting.consultations)
}

/** The cohort that was ordered; where days of access were, one of the day of payment. */
async function cohortOf(tx: Db, { accessDays, streamId }: OrderRow, courseId: number, today: LocalDate) {
  if (accessDays === null) return streamId === null ? undefined : findCohortDates(tx, streamId)
  const endsOn = addDays(today, accessDays - 1)
  const made = await upsertCohort(tx, courseId, today, endsOn, 'keep-end')
  return made && { id: made.id, startsOn: today, endsOn }
}
