import type { PlanFacts } from '#shared/features/accounts/rules.ts'

/** The access period of a subscription; times in ms. */
export type SubscriptionPeriod = {
  status: 'Created' | 'Active' | 'Canceled'
  isLifetime: boolean
  /** When paid access ends; a cancelled subscription lasts until then. */
  endsAt: number | undefined
}

/**
 * Whether a subscription opens an optional-purchase stream on the day that begins at `startOfToday` (ms): it is paid
 * for and its access had not ended when the day began, so it never expires in the middle of a day.
 */
export function isSubscriptionActiveOn(subscription: SubscriptionPeriod, startOfToday: number): boolean {
  if (subscription.status === 'Created') return false
  if (subscription.isLifetime) return subscription.status === 'Active'
  return subscription.endsAt === undefined ? subscription.status === 'Active' : subscription.endsAt > startOfToday
}

type PlannedSubscription = { isActive: boolean; courseServiceType: 'main_subscription' | 'general_subscription' }
type PlannedStream = { isOptionalPurchase: boolean; mobileAccess: boolean }

/** What the guards need to know about streams and subscriptions; `appType` is the app's own. */
export function planFacts(
  streams: readonly PlannedStream[],
  subscriptions: readonly PlannedSubscription[],
  appType: 'web' | 'mobile',
): PlanFacts {
  const has = (type: PlannedSubscription['courseServiceType']) =>
    subscriptions.some(({ courseServiceType }) => courseServiceType === type)
  const isMobile = appType === 'mobile'
  return {
    isEachStreamOptional: streams.every(({ isOptionalPurchase }) => isOptionalPurchase),
    hasSubscriptions: subscriptions.length > 0,
    hasActiveSubscription: subscriptions.some(({ isActive }) => isActive),
    hasMainSubscription: has('main_subscription'),
    // Mobile-only access is fine in the mobile app.
    hasGeneralSubscription: !isMobile && has('general_subscription'),
    isMobileDenied: isMobile && streams.length > 0 && streams.every(({ mobileAccess }) => !mobileAccess),
  }
}
