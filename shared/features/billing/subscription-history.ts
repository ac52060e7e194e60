import type { LocalDate } from '#shared/platform/times.ts'
import type { ChargeRefusal } from './retries.ts'
import {
  afterPaid,
  afterRefused,
  beginSubscription,
  cancel,
  changePlan,
  onDay,
  pause,
  type Plan,
  resume,
  skipMissed,
  stop,
  type Subscription,
} from './subscription.ts'

/** Something that happened to a subscription; in the order in which it was written down. */
export type SubscriptionHappening = {
  on: LocalDate
  /** A payment that came too late to be used, and is sent back. */
  isUnused?: boolean
} /** The days of grace are those that held then. */ & (
  | { kind: 'begun'; plan: Plan; trialDays: number; graceDays?: number }
  /** `discount` is what was taken off the period, in minor units. */
  | { kind: 'paid'; discount: number }
  | { kind: 'refused'; refusal: ChargeRefusal }
  | { kind: 'changed'; plan: Plan }
  | { kind: 'missed' | 'paused' | 'resumed' | 'canceled' | 'stopped' }
)

function after(subscription: Subscription, happening: SubscriptionHappening, graceDays: number): Subscription {
  const { on } = happening
  if (happening.isUnused) return subscription
  switch (happening.kind) {
    case 'begun':
      return subscription
    case 'paid':
      return afterPaid(subscription, on, happening.discount)
    case 'refused':
      return afterRefused(subscription, happening.refusal, on, graceDays)
    case 'missed':
      return skipMissed(subscription, on)
    case 'changed':
      return changePlan(subscription, happening.plan, on)?.changed ?? subscription
    case 'paused':
      return pause(subscription, on)
    case 'resumed':
      return resume(subscription, on)
    case 'canceled':
      return cancel(subscription, on)
    case 'stopped':
      return stop(subscription, on)
  }
}

/** A subscription on `today`, told from its history; undefined before it has begun. */
export function subscriptionFrom(
  history: readonly SubscriptionHappening[],
  today: LocalDate,
  graceDaysNow: number,
): Subscription | undefined {
  const [begun, ...rest] = history
  if (begun?.kind !== 'begun') return undefined
  const { graceDays = graceDaysNow } = begun
  const first = beginSubscription(begun.plan, begun.on, begun.trialDays)
  const now = rest.reduce(
    (subscription, happening) => after(onDay(subscription, happening.on, graceDays), happening, graceDays),
    first,
  )
  return onDay(now, today, graceDays)
}
