/** What a subscription gives access by; times in ms. */
export type SubscriptionPeriod = {
  status: 'Created' | 'Active' | 'Canceled'
  isLifetime: boolean
  /** When paid access ends; a canceled subscription lasts till then. */
  endsAt: number | undefined
}

/**
 * Whether a subscription opens an optional-purchase stream on the day that begins at `startOfToday` (ms): it was paid for and
 * its access had not ended when the day began, so it does not run out in the middle of a day.
 */
export function isSubscriptionActiveOn(subscription: SubscriptionPeriod, startOfToday: number): boolean {
  if (subscription.status === 'Created') return false
  if (subscription.isLifetime) return subscription.status === 'Active'
  return subscription.endsAt === undefined ? subscription.status === 'Active' : subscription.endsAt > startOfToday
}
