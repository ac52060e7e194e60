import { billing } from '#shared/features/billing/contract.ts'
import { isSubscriptionActiveOn } from '#shared/features/billing/rules.ts'
import { localDate, startOfDay } from '#shared/platform/times.ts'
import { routes } from '#server/platform/http/routes.ts'
import { listSubscriptions, type SubscriptionRow } from './queries.ts'

/** The calls of billing. */
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
