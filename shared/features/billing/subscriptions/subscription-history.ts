import type { LocalDate } from '#shared/platform/times.ts'
import type { CancelReason, EndReason } from './cancel-reasons.ts'
import type { ChargeRefusal } from './retries.ts'
import {
  accessEndsOn,
  afterPaid,
  afterRefused,
  beginSubscription,
  cancel,
  changePlan,
  dispute,
  moveNext,
  onDay,
  type Plan,
  pause,
  planNext,
  restore,
  resume,
  type Subscription,
  type SubscriptionState,
  skipMissed,
  stop,
  type ToldState,
  tell,
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
  | { kind: 'changed' | 'planned'; plan: Plan }
  | { kind: 'moved'; to: LocalDate }
  | { kind: 'missed' | 'paused' | 'resumed' | 'disputed' | 'restored' }
  | { kind: 'canceled'; reason_type?: CancelReason }
  /** By what the payment went back, or that the school ended it. */
  | { kind: 'stopped'; taken?: 'refund' | 'chargeback' | 'school' }
  /** What an app store says of one that it schedules. */
  | ({ kind: 'told'; amount: number; isRevoked: boolean } & ToldState)
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
    case 'planned':
      return planNext(subscription, happening.plan)
    case 'moved':
      return moveNext(subscription, happening.to, on)
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
    case 'disputed':
      return dispute(subscription)
    case 'restored':
      return restore(subscription, on)
    case 'told': {
      const { state, paidUntil, closesOn, amount } = happening
      return tell(subscription, { state, paidUntil, closesOn, amount })
    }
  }
}

/** A subscription after each thing that happened to it until `today`, and on what day that was; none before it has begun. */
function* walk(history: readonly SubscriptionHappening[], today: LocalDate, graceDaysNow: number): Generator<Step> {
  const [begun, ...rest] = history
  if (begun?.kind !== 'begun') return
  const { graceDays = graceDaysNow } = begun
  let subscription = beginSubscription(begun.plan, begun.on, begun.trialDays)
  yield { on: begun.on, subscription }
  for (const happening of [...rest, undefined]) {
    const day = happening?.on ?? today
    const ends = accessEndsOn(subscription, graceDays) ?? day
    const waiting = onDay(subscription, day, graceDays)
    if (waiting !== subscription) yield { on: ends, subscription: waiting }
    if (!happening) return
    subscription = after(waiting, happening, graceDays)
    yield { on: day, subscription, happening }
  }
}

type Step = { on: LocalDate; subscription: Subscription; happening?: SubscriptionHappening }

/** A subscription on `today`, told from its history; undefined before it has begun. */
export function subscriptionFrom(
  history: readonly SubscriptionHappening[],
  today: LocalDate,
  graceDaysNow: number,
): Subscription | undefined {
  return [...walk(history, today, graceDaysNow)].at(-1)?.subscription
}

/** A state of a subscription from a day on, until the day on which the next one begins. */
export type SubscriptionSpan = {
  state: SubscriptionState
  startsOn: LocalDate
  endsOn: LocalDate | null
  /** Of the end alone. */
  reason: EndReason | null
}

/** The states in which a subscription has been until `today`, in their order; a state may have lasted for no day. */
export function subscriptionSpans(
  history: readonly SubscriptionHappening[],
  today: LocalDate,
  graceDaysNow: number,
): SubscriptionSpan[] {
  const spans: SubscriptionSpan[] = []
  let ending: EndReason = 'other'
  for (const { on, subscription, happening } of walk(history, today, graceDaysNow)) {
    if (happening?.kind === 'canceled') ending = happening.reason_type ?? 'other'
    if (happening?.kind === 'disputed') ending = 'chargeback'
    const last = spans.at(-1)
    if (last?.state === subscription.state) continue
    const startsOn = last && on < last.startsOn ? last.startsOn : on
    const reason = subscription.state === 'ended' ? endReason(last?.state, happening, ending) : null
    if (last) last.endsOn = startsOn
    spans.push({ state: subscription.state, startsOn, endsOn: null, reason })
  }
  return spans
}

function endReason(
  before: SubscriptionState | undefined,
  happening: SubscriptionHappening | undefined,
  ending: EndReason,
): EndReason {
  if (happening?.kind === 'stopped') return happening.taken ?? 'refund'
  if (happening?.kind === 'told' && happening.isRevoked) return 'refund'
  return happening?.kind === 'canceled' || happening?.kind === 'disputed' || before === 'ending' ? ending : 'unpaid'
}
