import { shareOf } from '#shared/platform/money.ts'
import { addDays, daysBetween, type LocalDate } from '#shared/platform/times.ts'
import { type Period, periodStart } from './periods.ts'
import { type ChargeRefusal, nextTryDay } from './retries.ts'

export type SubscriptionState = 'created' | 'trial' | 'active' | 'past_due' | 'paused' | 'ending' | 'ended'

type SubscriptionEvent =
  | 'paid'
  | 'refused'
  | 'missed'
  | 'changed'
  | 'paused'
  | 'resumed'
  | 'canceled'
  | 'stopped'
  | 'disputed'
  | 'moved'
  | 'planned'
  | 'restored'
  | 'time_over'

/** What an event makes of a subscription. An event without an entry does not happen in that state. */
const transitions: Record<SubscriptionState, Partial<Record<SubscriptionEvent, SubscriptionState>>> = {
  created: { paid: 'active', stopped: 'ended' },
  trial: {
    paid: 'active',
    refused: 'past_due',
    missed: 'trial',
    canceled: 'ending',
    stopped: 'ended',
    moved: 'trial',
    planned: 'trial',
  },
  active: {
    paid: 'active',
    refused: 'past_due',
    missed: 'active',
    changed: 'active',
    paused: 'paused',
    canceled: 'ending',
    stopped: 'ended',
    disputed: 'ending',
    moved: 'active',
    planned: 'active',
  },
  past_due: {
    paid: 'active',
    refused: 'past_due',
    canceled: 'ended',
    stopped: 'ended',
    disputed: 'ended',
    time_over: 'ended',
  },
  // A charge may have been on its way when it was paused or cancelled: what is paid is given.
  paused: { paid: 'paused', resumed: 'active', canceled: 'ending', stopped: 'ended', planned: 'paused' },
  ending: { paid: 'ending', resumed: 'active', stopped: 'ended', time_over: 'ended' },
  // Who had the bank take a payment back is not charged again without asking for it.
  ended: { restored: 'ending' },
}

/** What is charged for each period, in minor units. */
export type Plan = { amount: number; period: Period }

/** A subscription on its way; dates are those of the school's time zone. */
export type Subscription = {
  state: SubscriptionState
  plan: Plan
  /** The day from which the periods are counted, and the number of the next one to be paid, from 0. */
  anchor: LocalDate
  nextIndex: number
  /** The first day that is neither paid for nor a trial. */
  paidUntil: LocalDate
  /** What was charged for the current period and how many days it has; nothing while a trial lasts. */
  current: { amount: number; days: number }
  /** What a change of plan left over for the next invoices, in minor units. */
  credit: number
  /** When the open invoice is charged next; undefined while nothing is, or only the learner can bring it about. */
  nextTryOn: LocalDate | undefined
  /** How many days were left when it was stopped. */
  daysLeft: number
  /** The first day of a pause; while it lasts, `paidUntil` is as it was before. */
  pausedOn: LocalDate | undefined
  /** Of one that an app store schedules the first day without access; undefined of all others. */
  closesOn: LocalDate | undefined
}

/** How a subscription stands by the word of the app store that schedules it: its state, and the days until which it is paid and open. */
export type ToldState = { state: SubscriptionState; paidUntil: LocalDate; closesOn: LocalDate }

export type InvoiceLine = { kind: 'period' | 'credit'; amount: number }
/** What is to be paid for which days; `endsOn` is the first day after them. Lines add up to `amount`, never below zero. */
export type PeriodInvoice = { amount: number; lines: InvoiceLine[]; startsOn: LocalDate; endsOn: LocalDate }

const nothingPaid = { amount: 0, days: 0 }

/** A new subscription: with a trial it is open at once and charged on the day after it, otherwise it waits for the first payment. */
export function beginSubscription(plan: Plan, today: LocalDate, trialDays: number): Subscription {
  const paidUntil = addDays(today, trialDays)
  return {
    state: trialDays ? 'trial' : 'created',
    plan,
    anchor: paidUntil,
    nextIndex: 0,
    paidUntil,
    current: nothingPaid,
    credit: 0,
    nextTryOn: trialDays ? paidUntil : undefined,
    daysLeft: 0,
    pausedOn: undefined,
    closesOn: undefined,
  }
}

/** As its app store says, which alone decides: nothing of it is charged by us. `amount` is what a period takes, in minor units. */
export function tell(subscription: Subscription, { amount, ...told }: ToldState & { amount: number }): Subscription {
  return { ...subscription, ...told, plan: { ...subscription.plan, amount }, nextTryOn: undefined }
}

/** Whether an event may happen to a subscription in this state. */
export function can(state: SubscriptionState, event: SubscriptionEvent): boolean {
  return transitions[state][event] !== undefined
}

/** Whether one that is paused or is to end can go on: not while a bank holds what was paid for one that is to end by that. */
export function canGoOn(state: SubscriptionState, isDisputed: boolean): boolean {
  return can(state, 'resumed') && !(isDisputed && state === 'ending')
}

function moved(subscription: Subscription, event: SubscriptionEvent, change: Partial<Subscription>): Subscription {
  const state = transitions[subscription.state][event]
  return state === undefined ? subscription : { ...subscription, ...change, state }
}

/** The invoice of the next period. */
export function nextInvoice({ plan, anchor, nextIndex, credit }: Subscription): PeriodInvoice {
  const used = Math.min(credit, plan.amount)
  return {
    amount: plan.amount - used,
    lines: [{ kind: 'period', amount: plan.amount }, ...(used ? [{ kind: 'credit' as const, amount: -used }] : [])],
    startsOn: periodStart(anchor, plan.period, nextIndex),
    endsOn: periodStart(anchor, plan.period, nextIndex + 1),
  }
}

/** Whether the next period is to be charged today. */
export function isChargeDue({ nextTryOn }: Subscription, today: LocalDate): boolean {
  return nextTryOn !== undefined && nextTryOn <= today
}

/** Whether the next period went by without anybody asking for its money, as while the server did not run. */
export function isMissed(subscription: Subscription, today: LocalDate): boolean {
  return (
    can(subscription.state, 'missed') && isChargeDue(subscription, today) && nextInvoice(subscription).endsOn <= today
  )
}

/** What was missed is not charged afterwards: the next period begins today. */
export function skipMissed(subscription: Subscription, today: LocalDate): Subscription {
  return moved(subscription, 'missed', { anchor: today, nextIndex: 0, paidUntil: today, nextTryOn: today })
}

/**
 * After the next invoice was paid on `today`: the period it is for is open, from its own date even if it was paid late. The very
 * first one begins on the day on which it is paid, and may have had a `discount` (minor units). One that has ended stays so: the
 * payment is to be sent back.
 */
export function afterPaid(asked: Subscription, today: LocalDate, discount = 0): Subscription {
  const subscription = asked.state === 'created' ? { ...asked, anchor: today } : asked
  const { startsOn, endsOn, lines } = nextInvoice(subscription)
  const used = lines.reduce((sum, { kind, amount }) => (kind === 'credit' ? sum - amount : sum), 0)
  const goesOn = transitions[subscription.state].paid === 'active'
  return moved(subscription, 'paid', {
    nextIndex: subscription.nextIndex + 1,
    paidUntil: endsOn,
    current: { amount: subscription.plan.amount - discount, days: daysBetween(startsOn, endsOn) },
    credit: subscription.credit - used,
    nextTryOn: goesOn ? endsOn : undefined,
  })
}

/** After a charge of the next invoice was refused on `today`: when it is tried again, if at all. */
export function afterRefused(
  subscription: Subscription,
  refusal: ChargeRefusal,
  today: LocalDate,
  graceDays: number,
): Subscription {
  const due = subscription.paidUntil
  const day = nextTryDay(refusal, daysBetween(due, today), graceDays)
  return moved(subscription, 'refused', { nextTryOn: day === undefined ? undefined : addDays(due, day) })
}

/**
 * The first day without access; undefined while nothing is paid, or while it is paused. One that goes on stays open while the charge
 * of its next period is under way or refused, for the days of grace.
 */
export function accessEndsOn({ state, paidUntil, closesOn }: Subscription, graceDays: number): LocalDate | undefined {
  if (closesOn !== undefined) return closesOn
  if (state === 'created' || state === 'paused') return undefined
  return state === 'ending' || state === 'ended' ? paidUntil : addDays(paidUntil, graceDays)
}

/** What a new day brings without anybody's doing: days of grace or a cancelled subscription's last days are over. */
export function onDay(subscription: Subscription, today: LocalDate, graceDays: number): Subscription {
  const ends = accessEndsOn(subscription, graceDays)
  if (ends === undefined || today < ends) return subscription
  // A store that tries to charge again says itself when it gives up.
  if (subscription.closesOn !== undefined && subscription.state === 'past_due') return subscription
  return moved(subscription, 'time_over', { nextTryOn: undefined })
}

/** Cancelled by the learner: it lasts as long as is paid for, an unpaid one ends at once. */
export function cancel(subscription: Subscription, today: LocalDate): Subscription {
  return moved(subscription, 'canceled', { ...goneOn(subscription, today), nextTryOn: undefined })
}

/** Ended at once, as after a full refund or a chargeback. */
export function stop(subscription: Subscription, today: LocalDate): Subscription {
  const paidUntil = subscription.paidUntil < today ? subscription.paidUntil : today
  const daysLeft = Math.max(0, daysBetween(today, goneOn(subscription, today).paidUntil))
  return moved(subscription, 'stopped', { nextTryOn: undefined, paidUntil, daysLeft, pausedOn: undefined })
}

/**
 * After a bank has taken back what was paid for an earlier period, or a part of what was paid: it lasts as long as is paid for, and
 * nothing more is charged.
 */
export function dispute(subscription: Subscription): Subscription {
  return moved(subscription, 'disputed', { nextTryOn: undefined })
}

/** After the bank has given back the payment for which it was stopped: the days that were left follow from today, and no charge. */
export function restore(subscription: Subscription, today: LocalDate): Subscription {
  const paidUntil = addDays(today, subscription.daysLeft)
  return moved(subscription, 'restored', { paidUntil, anchor: paidUntil, nextIndex: 0, daysLeft: 0 })
}

/** Paused from today: nothing is charged and nothing is open; the paid days after today are kept. */
export function pause(subscription: Subscription, today: LocalDate): Subscription {
  return moved(subscription, 'paused', { nextTryOn: undefined, pausedOn: today })
}

/** Goes on after a pause with the days that were kept, or after it was cancelled as if it had not been. */
export function resume(subscription: Subscription, today: LocalDate): Subscription {
  const gone = goneOn(subscription, today)
  return moved(subscription, 'resumed', { ...gone, nextTryOn: gone.paidUntil })
}

/**
 * What the end of a pause changes: the days that were paid for follow from today, and so do all later periods. The day of the pause
 * was open and counts, unless the pause ends on it.
 */
function goneOn({ pausedOn, paidUntil, anchor, nextIndex }: Subscription, today: LocalDate) {
  if (pausedOn === undefined || pausedOn === today) return { paidUntil, anchor, nextIndex, pausedOn: undefined }
  const end = addDays(today, Math.max(0, daysBetween(pausedOn, paidUntil) - 1))
  return { paidUntil: end, anchor: end, nextIndex: 0, pausedOn: undefined }
}

/**
 * The next period begins, and is charged, on another day, from which the later ones are counted; until then what is paid lasts. Days
 * that are given so are worth nothing when the plan is changed: what is left of the price is spread over them.
 */
export function moveNext(subscription: Subscription, on: LocalDate, today: LocalDate): Subscription {
  const { current, paidUntil } = subscription
  const left = Math.max(0, Math.min(daysBetween(today, paidUntil), current.days))
  const amount = current.days ? shareOf(current.amount, left, current.days) : 0
  const spread = { amount, days: current.days ? daysBetween(today, on) : 0 }
  return moved(subscription, 'moved', { anchor: on, nextIndex: 0, paidUntil: on, nextTryOn: on, current: spread })
}

/** Another plan from the next period on; nothing is charged before. */
export function planNext(subscription: Subscription, plan: Plan): Subscription {
  return moved(subscription, 'planned', { plan, anchor: subscription.paidUntil, nextIndex: 0 })
}

/**
 * Another plan from today: what it costs, and the subscription once that is paid. The rest of the current period is credited by
 * days and a new period begins today; a credit above the new price is kept. Undefined when the state does not allow it.
 */
export function changePlan(
  subscription: Subscription,
  plan: Plan,
  today: LocalDate,
): { invoice: PeriodInvoice; changed: Subscription } | undefined {
  const { current, paidUntil, credit } = subscription
  if (!can(subscription.state, 'changed') || today >= paidUntil) return undefined
  const unused = current.days
    ? shareOf(current.amount, Math.min(daysBetween(today, paidUntil), current.days), current.days)
    : 0
  const begun = { ...subscription, plan, anchor: today, nextIndex: 0, paidUntil: today, credit: credit + unused }
  return { invoice: nextInvoice(begun), changed: afterPaid(begun, today) }
}
