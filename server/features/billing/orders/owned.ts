import { type Db, one, run } from '#server/platform/database/statement.ts'
import type { LocalDate } from '#shared/platform/times.ts'
import { dateOf, writeHappenings } from './happenings.ts'
import type { OrderRow } from './order-row.ts'
import { stateOf, subscriptionAt } from './order-state.ts'

/** SQL: what is sold, of a service or as an order has it; what the order itself has given does not count. */
type Sold = Record<'type' | 'service' | 'course' | 'isExtension' | 'order', string>
const ofService: Sold = {
  type: 's.type',
  service: 's.id',
  course: 's.course_id',
  isExtension: 's.is_extension',
  order: '0',
}
/** A service may sell another course by now than when it was ordered. */
const ofOrder: Sold = {
  type: 'o.type',
  service: 'o.service_id',
  course: 'o.course_id',
  isExtension: 'o.extends_id is not null',
  order: 'o.id',
}

/** SQL: whether `userId` has on `today` what is sold, and would only pay for it twice. */
const isOwned = (userId: string, today: string, { type, service, course, isExtension, order }: Sold) => `(case
  when ${isExtension} then false
  when ${type} = 'course_subscription' then exists (select from payment_subscriptions ps
    where ps.user_id = ${userId} and ps.service_id = ${service} and ps.order_id is distinct from ${order}
      and ps.state not in ('created', 'ended'))
  when ${type} = 'course_demo' then exists (select from user_streams us
    where us.user_id = ${userId} and us.course_id = ${course} and us.order_service_id is distinct from ${order})
  else ${course} is not null and exists (select from user_streams us where us.user_id = ${userId}
    and us.course_id = ${course} and us.order_service_id is distinct from ${order}
    and us.taken_out_at is null and us.stopped_at is null and not us.is_demo
    and not us.is_optional_purchase and us.ends_on >= ${today}) end)`

/** SQL: whether `userId` has on `today` what the service `s` sells. */
export const isOwnedBy = (userId: string, today: string) => isOwned(userId, today, ofService)

/** SQL: how many seats of the cohort `k` are taken, and by how many others the buyer of the order `o` they are being paid for. */
const seatsTaken = '(select count(*) from user_streams us where us.stream_id = k.id and us.taken_out_at is null)'
const seatsHeld = `(select count(distinct x.user_id) from payment_attempts p join invoices i on i.id = p.invoice_id
  join orders x on x.id = i.order_id where x.stream_id = k.id and x.user_id <> o.user_id and x.status in ('waiting', 'closed')
    and p.state in ('begun', 'open', 'pending', 'confirm'))`

/**
 * Whether the buyer of an order has on `today` what it sells, whether its cohort has a seat left, and whether others are paying for the
 * last ones; and the attempt whose page still takes money for another order of the same: one that was closed because of a code, a
 * currency or points.
 */
export const findRival = one<
  { orderId: number; today: LocalDate },
  { isOwned: boolean; hasSeat: boolean; isHeld: boolean; pageId: number | null }
>(
  'find-rival-of-order',
  `select not exists (select from streams k where k.id = o.stream_id and k.seats <= ${seatsTaken}) as "hasSeat",
     exists (select from streams k where k.id = o.stream_id and k.seats <= ${seatsTaken} + ${seatsHeld}) as "isHeld",
     ${isOwned('o.user_id', '$today', ofOrder)} as "isOwned",
     (select p.id from orders x join invoices i on i.order_id = x.id join payment_attempts p on p.invoice_id = i.id
      where x.user_id = o.user_id and x.service_id = o.service_id and x.id <> o.id and x.status = 'closed' and p.state = 'open'
      limit 1) as "pageId"
   from orders o where o.id = $orderId`,
)

/** Has those who begin to pay for seats of a cohort take turns until the end of the transaction. */
export const lockSeats = run<[cohortId: number]>(
  'lock-seats',
  `select pg_advisory_xact_lock(hashtextextended(format('seats %s', $1::bigint), 0))`,
)

/** Two of a buyer's orders that are paid at once must not both find that the buyer has nothing yet. */
const lockOpening = run<[userId: number]>(
  'lock-opening',
  `select pg_advisory_xact_lock(hashtextextended(format('opening %s', $1::bigint), 0))`,
)
const markSpare = one<{ id: number; today: LocalDate }, { id: number }>(
  'mark-spare-order',
  `update orders o set is_spare = true where o.id = $id and ${isOwned('o.user_id', '$today', ofOrder)} returning o.id`,
)

/** Another open subscription of the same person that opens all that the one of an order opened: its course, clubs, consultations, the site. */
const findSuccessor = one<[orderId: number], { id: number }>(
  'find-successor-of-subscription',
  `select ps.id from orders o join payment_subscriptions own on own.order_id = o.id
     join payment_subscriptions ps on ps.user_id = own.user_id and ps.id <> own.id and ps.state not in ('created', 'ended')
       and ps.course_service_type in ('main_subscription', own.course_service_type)
     join orders x on x.id = ps.order_id and x.brand_id = o.brand_id and x.is_open
       and x.course_id is not distinct from o.course_id and x.consultations >= o.consultations
   where o.id = $1 and not exists (
     select cs.community_id from community_services cs where cs.service_id = own.service_id
     except select cs.community_id from community_services cs where cs.service_id = ps.service_id)
   limit 1`,
)

/** Whether a subscription has ended and its owner has another that opens the same: what is paid late does not open it again. */
export async function hasSuccessor(tx: Db, order: OrderRow, now: number): Promise<boolean> {
  if (order.userId === null || subscriptionAt(order, now)?.state !== 'ended') return false
  await lockOpening(tx, order.userId)
  return (await findSuccessor(tx, order.id)) !== undefined
}

/**
 * Marks an order that has just been paid although its buyer has what it sells, as from two tabs with a price each: a subscription of
 * it ends at once.
 */
export async function markIfSpare(tx: Db, order: OrderRow, now: number): Promise<boolean> {
  const { id, userId, courseId, subscription } = order
  const wasUnpaid = order.status === 'waiting' || order.status === 'closed'
  if (!wasUnpaid || userId === null || order.scheduler !== 'own' || (courseId === null && !subscription)) return false
  if (stateOf(order, now).status !== 'paid') return false
  await lockOpening(tx, userId)
  const today = dateOf(order, now)
  if (!(await markSpare(tx, { id, today }))) return false
  const stopped = { kind: 'stopped', source: 'spare', detail: { taken: 'school' } }
  if (subscription) await writeHappenings(tx, subscription.id, today, [stopped])
  return true
}
