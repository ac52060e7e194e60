import { type Db, one, run } from '#server/platform/database/statement.ts'
import type { LocalDate } from '#shared/platform/times.ts'
import { dateOf, writeHappenings } from './happenings.ts'
import type { OrderRow } from './order-row.ts'
import { stateOf } from './order-state.ts'

/** SQL: whether `userId` has on `today` what the service `s` sells, not by the order `but`, and would only pay for it twice. */
export const isOwnedBy = (userId: string, today: string, but = '0') => `(case when s.is_extension then false
  when s.type = 'course_subscription' then exists (select from payment_subscriptions ps
    where ps.user_id = ${userId} and ps.service_id = s.id and ps.order_id is distinct from ${but}
      and ps.state not in ('created', 'ended'))
  when s.type = 'course_demo'
    then exists (select from user_streams us where us.user_id = ${userId} and us.course_id = s.course_id
      and us.order_service_id is distinct from ${but})
  else s.course_id is not null and exists (select from user_streams us where us.user_id = ${userId}
    and us.course_id = s.course_id and us.order_service_id is distinct from ${but}
    and us.taken_out_at is null and us.stopped_at is null and not us.is_demo
    and not us.is_optional_purchase and us.ends_on >= ${today}) end)`

/**
 * Whether the buyer of an order has on `today` what it sells, and the attempt whose page still takes money for another order of the
 * same: one that was closed because of a code, a currency or points.
 */
export const findRival = one<{ orderId: number; today: LocalDate }, { isOwned: boolean; pageId: number | null }>(
  'find-rival-of-order',
  `select ${isOwnedBy('o.user_id', '$today', 'o.id')} as "isOwned",
     (select p.id from orders x join invoices i on i.order_id = x.id join payment_attempts p on p.invoice_id = i.id
      where x.user_id = o.user_id and x.service_id = o.service_id and x.id <> o.id and x.status = 'closed' and p.state = 'open'
      limit 1) as "pageId"
   from orders o join services s on s.id = o.service_id where o.id = $orderId`,
)

/** Two of a buyer's orders that are paid at once must not both find that the buyer has nothing yet. */
const lockOpening = run<[userId: number]>(
  'lock-opening',
  `select pg_advisory_xact_lock(hashtextextended(format('opening %s', $1::bigint), 0))`,
)
const markSpare = one<{ id: number; today: LocalDate }, { id: number }>(
  'mark-spare-order',
  `update orders o set is_spare = true from services s
   where o.id = $id and s.id = o.service_id and ${isOwnedBy('o.user_id', '$today', 'o.id')} returning o.id`,
)

/**
 * Marks an order that has just been paid although its buyer has what it sells, as from two tabs with a price each: a subscription of
 * it ends at once.
 */
export async function marksSpare(tx: Db, order: OrderRow, now: number): Promise<boolean> {
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
