import { billing, type PaymentSubscriptionWire } from '#shared/features/billing/contract.ts'
import { isSubscriptionActiveOn } from '#shared/features/billing/rules.ts'
import { localDate, startOfDay } from '#shared/platform/times.ts'
import { routes } from '#server/platform/http/routes.ts'
import { many } from '#server/platform/database/statement.ts'

export type SubscriptionRow = Omit<PaymentSubscriptionWire, 'is_active' | 'is_active_status'>

/** All subscriptions of one person, newest first. */
export const listSubscriptions = many<[userId: number], SubscriptionRow>(
  'list-payment-subscriptions',
  `select id, title, status, is_lifetime, unix(next_pay_at) as next_pay_at, unix(end_at) as end_date, course_service_type
   from payment_subscriptions where user_id = $1 order by id desc`,
)

export const billingRoutes = routes(billing, {
  'GET /payment-subscription': async ({ db, user, now }) =>
    (await listSubscriptions(db, user.userId)).map(row => subscriptionWire(row, now, user.timezone)),
})

/** A subscription at the instant `now` (ms) of a person in `timeZone`. */
export function subscriptionWire(row: SubscriptionRow, now: number, timeZone: string): PaymentSubscriptionWire {
  const startOfToday = startOfDay(localDate(now, timeZone), timeZone)
  return {
    ...row,
    is_active: isSubscriptionActiveOn(periodOf(row), startOfToday),
    is_active_status: row.status === 'Active',
  }
}

function periodOf({ status, is_lifetime: isLifetime, end_date: end }: SubscriptionRow) {
  return { status, isLifetime, endsAt: end === null ? undefined : end * 1000 }
}
