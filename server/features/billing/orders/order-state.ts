import { pointsKept } from '#shared/features/billing/orders/order-points.ts'
import { type OrderState, type OrderStatus, orderState } from '#shared/features/billing/orders/order-state.ts'
import { accessEndsOn, nextInvoice, type Subscription } from '#shared/features/billing/subscriptions/subscription.ts'
import {
  type SubscriptionHappening,
  type SubscriptionSpan,
  subscriptionFrom,
  subscriptionSpans,
} from '#shared/features/billing/subscriptions/subscription-history.ts'
import { localDate, startOfDay } from '#shared/platform/times.ts'
import type { AttemptState, OrderRow } from './order-row.ts'

const dayMs = 86_400_000
const unfinished: readonly AttemptState[] = ['begun', 'open', 'pending', 'confirm']

/** The attempt that is under way for an order. */
export const attemptUnderWay = ({ attempts }: Pick<OrderRow, 'attempts'>) =>
  attempts.find(({ state }) => unfinished.includes(state))

/** Whether an attempt waits for its payer, who may want to pay in another way. */
export const waitsForPayer = ({ state }: { state: AttemptState }): boolean => state === 'open' || state === 'confirm'

/** The history of an order’s subscription, with what is known elsewhere of its ends. */
function historyOf({ subscription, entries }: OrderRow): SubscriptionHappening[] {
  return (subscription?.history ?? []).map(({ kind, on, source, detail }) => {
    const taken = kind === 'stopped' ? entries.find(({ id }) => source === `entry ${id}`)?.kind : undefined
    return { ...detail, kind, on, ...(taken && { taken }) } as SubscriptionHappening
  })
}

/**
 * The subscription of an order at `now` (ms) by what is written in its history, and as it would be with what is `next`; undefined before
 * it has begun.
 */
export function subscriptionAt(
  order: OrderRow,
  now: number,
  ...next: SubscriptionHappening[]
): Subscription | undefined {
  return subscriptionFrom([...historyOf(order), ...next], localDate(now, order.timezone), order.graceDays)
}

/** The states in which the subscription of an order has been until `now` (ms). */
export function spansAt(order: OrderRow, now: number): SubscriptionSpan[] {
  return subscriptionSpans(historyOf(order), localDate(now, order.timezone), order.graceDays)
}

/**
 * The invoices that count at `now` (ms): not those that others have replaced. What is unpaid of a subscription is only what it asks for
 * next, and another plan or another period while its payment is under way.
 */
export function invoicesOf(order: OrderRow, now: number) {
  const underWay = attemptUnderWay(order)
  const subscription = subscriptionAt(order, now)
  const next = subscription && order.scheduler === 'own' ? nextInvoice(subscription).startsOn : undefined
  return order.invoices.filter(({ id, plan, amount, startsOn, isReplaced }) => {
    if (underWay?.invoiceId === id) return true
    if (isReplaced) return paidOn(order, id) > 0
    return paidOn(order, id) >= amount || (!plan && (next === undefined || startsOn === null || startsOn === next))
  })
}

const isCharged = (state: Subscription['state']) => state === 'active' || state === 'past_due'

/** How an order stands at `now` (ms), derived from its invoices, the ledgers of money and points and the history of its subscription. */
export function stateOf(order: OrderRow, now: number): OrderState {
  const state = moneyStateOf(order, now)
  // What a store sold, it alone sends back.
  if (order.scheduler !== 'own')
    return { ...state, isOpen: state.isOpen && !(order.isRevoked && !order.subscription), excess: 0 }
  const { paid, refunded, status } = state
  // Paid after it was closed, when its points had been given back and spent on something else: the money goes back too.
  const isShort = status !== 'waiting' && order.userId !== null && order.pointsHeld < pointsKeptBy(order, status)
  return isShort || order.isSpare ? { ...state, isOpen: false, owed: 0, excess: paid - refunded } : state
}

/** How many points an order in this state keeps. In a subscription they lower only the first period. */
export function pointsKeptBy(order: OrderRow, status: OrderStatus): number {
  const { pointsSpent, subscription, invoices, entries, isSpare } = order
  if (isSpare) return 0
  const lowered = subscription ? invoices.slice(0, 1) : invoices
  return pointsKept(pointsSpent, { status, lowered, entries })
}

function moneyStateOf(order: OrderRow, now: number): OrderState {
  const { entries, closesAt, graceDays } = order
  const invoices = invoicesOf(order, now)
  const state = orderState({ invoices, entries, closesAt, graceMs: graceDays * dayMs }, now)
  if (!order.subscription) return state
  const subscription = subscriptionAt(order, now)
  if (!subscription) {
    const status = now >= closesAt ? ('closed' as const) : ('waiting' as const)
    return { ...state, status, isOpen: false, owed: status === 'waiting' ? (invoices[0]?.amount ?? 0) : 0 }
  }
  const endsOn = accessEndsOn(subscription, graceDays)
  const isOpen = endsOn !== undefined && localDate(now, order.timezone) < endsOn
  // A subscription that is over owes nothing: what it did not pay for, it did not give.
  const isOwing = isCharged(subscription.state)
  const status = state.status === 'overdue' && !isOwing ? 'paid' : state.status
  return { ...state, status, isOpen, owed: isOwing ? state.owed : 0 }
}

/** The invoice that is to be paid now; undefined when nothing is owed. A trial’s first has an amount of 0. */
export function payableInvoice(order: OrderRow, now: number) {
  const { status, owed } = stateOf(order, now)
  if (status === 'waiting') return order.invoices[0]
  if (owed === 0) return undefined
  return invoicesOf(order, now).find(({ id, amount, dueAt }) => dueAt <= now && paidOn(order, id) < amount)
}

/** The start (ms) of a date where the order counts its days. */
export const dayOf = ({ timezone }: OrderRow, date: string) => startOfDay(date, timezone)

/** The day on which access ends if nothing else happens; undefined when it is over. */
function nextEndOf({ timezone, graceDays }: OrderRow, subscription: Subscription, now: number) {
  const { state, closesOn } = subscription
  // What a store has ended may still be open for the rest of its days.
  if (closesOn !== undefined) return closesOn > localDate(now, timezone) ? closesOn : undefined
  return state === 'ended' ? undefined : accessEndsOn(subscription, graceDays)
}

/** When something happens to the order next, in ms; null when nothing will. */
export function nextDueAt(order: OrderRow, now: number): number | null {
  const state = stateOf(order, now)
  if (state.status === 'waiting') {
    const reminderAt = order.createdAt + dayMs
    return order.remindsUnpaid && order.remindedAt === null ? Math.min(reminderAt, order.closesAt) : order.closesAt
  }
  const subscription = subscriptionAt(order, now)
  if (subscription) {
    const endsOn = nextEndOf(order, subscription, now)
    const dates = [subscription.nextTryOn, endsOn].filter(date => date !== undefined)
    return dates.length ? Math.min(...dates.map(date => dayOf(order, date))) : null
  }
  if (state.status !== 'paid' && state.status !== 'overdue') return null
  const unpaid = order.invoices.filter(({ id, amount }) => paidOn(order, id) < amount)
  const times = unpaid.flatMap(({ dueAt, nextTryAt }) => [
    ...(nextTryAt === null || order.userId === null ? [] : [nextTryAt]),
    ...(state.status === 'paid' ? [dueAt + order.graceDays * dayMs] : []),
  ])
  return times.length ? Math.min(...times) : null
}

/** What was paid of an invoice, in minor units. */
export function paidOn({ entries }: Pick<OrderRow, 'entries'>, id: number): number {
  return entries.reduce(
    (sum, { invoiceId, kind, amount }) => (invoiceId === id && kind === 'payment' ? sum + amount : sum),
    0,
  )
}
