const moneyHappenings = ['payment', 'refund', 'chargeback', 'money'] as const
const subscriptionHappenings = ['begun', 'active', 'past_due', 'paused', 'ended'] as const

/** What orders are found by: money that moved for them, or how their subscriptions began, stood and ended. */
export const orderHappenings = [...moneyHappenings, ...subscriptionHappenings] as const
export type OrderHappening = (typeof orderHappenings)[number]

export function isOfMoney(happening: OrderHappening): boolean {
  return moneyHappenings.some(of => of === happening)
}
