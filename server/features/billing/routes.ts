import { billing, type PaymentSubscriptionWire } from '#shared/features/billing/contract.ts'
import { isSubscriptionActiveOn } from '#shared/features/billing/rules.ts'
import { localDate, startOfDay } from '#shared/platform/times.ts'
import { routes } from '#server/platform/http/routes.ts'
import { many } from '#server/platform/database/statement.ts'

type SubscriptionRow = Omit<PaymentSubscriptionWire, 'is_active' | 'is_active_status'>

/** All subscriptions of one person, newest first. */
const listSubscriptions = many<[userId: number], SubscriptionRow>(
  'list-payment-subscriptions',
  `select id, title, status, is_lifetime, unix(next_pay_at) as next_pay_at, unix(end_at) as end_date, course_service_type
   from payment_subscriptions where user_id = $1 order by id desc`,
)

export const billingRoutes = routes(billing, {
  'GET /payment-subscription': async ({ db, user, now }) => {
    const rows = await listSubscriptions(db, user.userId)
    const startOfToday = startOfDay(localDate(now, user.timezone), user.timezone)
    return rows.map(row => ({
      ...row,
      is_active: isSubscriptionActiveOn(periodOf(row), startOfToday),
      is_active_status: row.status === 'Active',
    }))
  },
})

function periodOf({ status, is_lifetime: isLifetime, end_date: end }: SubscriptionRow) {
  return { status, isLifetime, endsAt: end === null ? undefined : end * 1000 }
}
