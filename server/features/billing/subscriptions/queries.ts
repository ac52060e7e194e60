import { many } from '#server/platform/database/statement.ts'
import type { PaymentSubscriptionWire } from '#shared/features/billing/wire.ts'
import type { LocalDate } from '#shared/platform/times.ts'
import { isSandbox } from '../orders/order-row.ts'
import { methodJson } from '../payments/methods.ts'

export type SubscriptionRow = Omit<
  PaymentSubscriptionWire,
  'is_active' | 'is_active_status' | 'can' | 'resumable_until' | 'cancel_popup_text' | 'recurrent_payments_enabled'
> & {
  /** The first day that is neither paid for nor a trial. */
  paidUntil: LocalDate | null
  /** Whether a bank holds a payment of it. */
  isDisputed: boolean
}

/** A person’s subscriptions, newest first, or the one with `id`; without those whose order nobody paid. */
export const listSubscriptions = many<[userId: number, id: number | null], SubscriptionRow>(
  'list-payment-subscriptions',
  `select ps.id, ps.title, ps.status, ps.state, ps.is_lifetime, unix(ps.next_pay_at) as next_pay_at, unix(ps.end_at) as end_date,
     ps.course_service_type, ps.period_count as period, ps.period_unit as interval, ps.order_id, ps.service_id,
     coalesce(ps.next_amount, ps.amount) as amount,
     o.currency, ps.paid_until as "paidUntil", coalesce(o.status = 'disputed', false) as "isDisputed", ${isSandbox('o')} as is_sandbox, coalesce(o.scheduler, 'own') as scheduler,
     (select ${methodJson('m')} from payment_methods m where m.id = ps.method_id and m.removed_at is null) as method
   from payment_subscriptions ps left join orders o on o.id = ps.order_id
   where ps.user_id = $1 and ($2::bigint is null or ps.id = $2) and o.status is distinct from 'closed' order by ps.id desc`,
)
