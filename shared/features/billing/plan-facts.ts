import type { PlanFacts } from '#shared/features/accounts/rules.ts'

type PlannedSubscription = { isActive: boolean; courseServiceType: 'main_subscription' | 'general_subscription' }
type PlannedStream = { isOptionalPurchase: boolean; mobileAccess: boolean }

/** What the guards need of streams and subscriptions; `appType` is what the app says it is. */
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
    // What is for the mobile app alone is in its place there.
    hasGeneralSubscription: !isMobile && has('general_subscription'),
    isMobileDenied: isMobile && streams.length > 0 && streams.every(({ mobileAccess }) => !mobileAccess),
  }
}
