import type { PaymentSubscriptionWire } from '#shared/features/billing/contract.ts'
import { many } from '#server/platform/database/statement.ts'

export type SubscriptionRow = Omit<PaymentSubscriptionWire, 'is_active' | 'is_active_status'>

/** All subscriptions of one person, the newest first. */
export const listSubscriptions = many<[userId: number], SubscriptionRow>(
  'list-payment-subscriptions',
  `select id, title, status, is_lifetime, unix(next_pay_at) as next_pay_at, unix(end_at) as end_date, course_service_type
   from payment_subscriptions where user_id = $1 order by id desc`,
)
