import { awardScore, debitScore, findBalance } from '#server/features/points/queries.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { accessEndsOn, type Subscription } from '#shared/features/billing/subscription.ts'
import { secondsFromMs } from '#shared/platform/times.ts'
import { sendBack } from '../payments/refunds.ts'
import { dateOf, keepSubscription, unknownHappenings, writeHappenings } from './happenings.ts'
import { findAnyOrder, lockOrder, type OrderRow, setStanding } from './order-row.ts'
import { dayOf, nextDueAt, standingOf, subscriptionAt } from './standing.ts'

/** Opens or closes what an order gives, in the transaction in which that is decided. */
export type AccessListener = (tx: Db, order: OrderRow, isOpen: boolean, now: number) => Promise<void>

/**
 * Brings an order to what its invoices, the ledger and the time say. The same whether a browser came back, a provider told
 * something, staff refunded or the night’s check runs; done twice it changes nothing. Answers the order as it then stands, and whether
 * anything had to be changed.
 */
export async function settle(tx: Db, orderId: number, now: number, listeners: readonly AccessListener[]) {
  await lockOrder(tx, orderId)
  const found = await read(tx, orderId)
  const happened = unknownHappenings(found, now)
  if (found.subscription && happened.length)
    await writeHappenings(tx, found.subscription.id, dateOf(found, now), happened)
  for (const { source, detail } of happened) {
    const unused = detail['isUnused'] ? found.invoices.find(({ id }) => source === `invoice ${id}`) : undefined
    const sent = unused && { amount: unused.amount, reason: 'unused', actorId: null, source: `unused ${source}` }
    if (sent) await sendBack(tx, orderId, { ...sent, ofInvoice: unused.id }, now)
  }
  const order = happened.length ? await read(tx, orderId) : found
  const { status, isOpen, excess, paid } = standingOf(order, now)
  if (excess > 0)
    await sendBack(tx, orderId, { amount: excess, reason: 'excess', actorId: null, source: `excess of ${paid}` }, now)
  const dueAt = nextDueAt(order, now)
  const subscription = subscriptionAt(order, now)
  const own = order.subscription
  const isMoved = subscription && own && (await keepSubscription(tx, order, derived(order, own.id, subscription), now))
  const isSame = status === order.status && isOpen === order.isOpen && dueAt === order.dueAt
  if (isSame && !isMoved && happened.length === 0) return { order, isChanged: false }
  await setStanding(tx, { id: orderId, status, isOpen, dueAt })
  if (isOpen !== order.isOpen) await tellAccess(tx, order, isOpen, now, listeners)
  return { order: await read(tx, orderId), isChanged: true }
}

async function tellAccess(
  tx: Db,
  order: OrderRow,
  isOpen: boolean,
  now: number,
  listeners: readonly AccessListener[],
): Promise<void> {
  const { userId, points, id } = order
  if (points > 0 && userId !== null)
    await (isOpen ? awardScore(tx, userId, points, `order ${id}`) : takePoints(tx, userId, order))
  for (const hear of listeners) await hear(tx, order, isOpen, now)
}

/** Takes back the points that an order gave, as far as they have not been spent. */
async function takePoints(tx: Db, userId: number, { id, points }: OrderRow): Promise<void> {
  const left = Math.min(points, (await findBalance(tx, userId))?.amount ?? 0)
  if (left > 0) await debitScore(tx, userId, left, 'order', `order ${id} sent back`)
}

async function read(tx: Db, id: number): Promise<OrderRow> {
  const order = await findAnyOrder(tx, id)
  if (!order) throw new Error(`Order ${id} is gone`)
  return order
}

/** The service whose plan a subscription was changed to last. */
function planNow({ subscription }: OrderRow): { serviceId: number; title: string } | undefined {
  const changed = subscription?.history.findLast(
    ({ kind, detail }) => kind === 'changed' && detail['isUnused'] !== true,
  )
  const plan = changed?.detail['plan'] as { serviceId?: number; title?: string } | undefined
  return plan?.serviceId && plan.title ? { serviceId: plan.serviceId, title: plan.title } : undefined
}

/** A subscription as those read it who ask whether it is active. */
function derived(order: OrderRow, id: number, subscription: Subscription) {
  const { state, nextTryOn, paidUntil, pausedOn, plan } = subscription
  const endsOn = pausedOn ?? accessEndsOn(subscription, order.graceDays)
  const atStartOf = (date: string) => secondsFromMs(dayOf(order, date))
  const goesOn = state === 'trial' || state === 'active' || state === 'past_due'
  const isOver = state === 'ending' || state === 'ended'
  return {
    id,
    status: isOver ? ('Canceled' as const) : state === 'created' ? ('Created' as const) : ('Active' as const),
    state,
    endAt: endsOn === undefined ? null : atStartOf(endsOn),
    nextPayAt: goesOn && nextTryOn !== undefined ? atStartOf(nextTryOn) : null,
    nextChargeOn: nextTryOn ?? null,
    paidUntil,
    amount: plan.amount,
    count: plan.period.count,
    unit: plan.period.unit,
    ...(planNow(order) ?? { serviceId: order.serviceId, title: order.title }),
  }
}
