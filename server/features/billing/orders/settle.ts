import { type Db, run } from '#server/platform/database/statement.ts'
import type { OrderStatus } from '#shared/features/billing/orders/order-state.ts'
import { accessEndsOn, type Subscription } from '#shared/features/billing/subscriptions/subscription.ts'
import { secondsFromMs } from '#shared/platform/times.ts'
import { sendBack } from '../payments/refunds.ts'
import { issueReceipts, type ReceiptListener } from '../receipts/issue-receipts.ts'
import { dateOf, isNewlyPaid, keepSubscription, unknownHappenings, writeHappenings } from './happenings.ts'
import { givePoints, keepPoints, takePoints } from './keep-points.ts'
import { findAnyOrder, lockOrder, type OrderRow, setOrderState } from './order-row.ts'
import { nextCharge } from './next-charge.ts'
import { dayOf, nextDueAt, stateOf, subscriptionAt } from './order-state.ts'
import { hasSuccessor, markIfSpare } from './owned.ts'
import { planNow } from './plan-now.ts'

/** Opens or closes what an order gives, in the transaction in which that is decided. */
export type AccessListener = (tx: Db, order: OrderRow, isOpen: boolean, now: number) => Promise<void>

/** Who hears of what becomes of orders, within the transaction. */
export type Listeners = { access: readonly AccessListener[]; receipts: readonly ReceiptListener[] }

/**
 * Brings an order to what its invoices, the ledger and the time say. The same whether a browser came back, a provider told
 * something, staff refunded or the night’s check runs; done twice it changes nothing. Answers the order as it then stands, and whether
 * anything had to be changed.
 */
export async function settle(tx: Db, orderId: number, now: number, listeners: Listeners) {
  await lockOrder(tx, orderId)
  return settleOwn(tx, orderId, now, listeners)
}

/** As `settle`, of an order that nobody else can have: this transaction has locked or made it. */
export async function settleOwn(tx: Db, orderId: number, now: number, listeners: Listeners) {
  const found = await read(tx, orderId)
  const happened = unknownHappenings(found, now, isNewlyPaid(found) && (await hasSuccessor(tx, found, now)))
  if (found.subscription && happened.length)
    await writeHappenings(tx, found.subscription.id, dateOf(found, now), happened)
  for (const { source, detail } of happened) {
    const unused = detail['isUnused'] ? found.invoices.find(({ id }) => source === `invoice ${id}`) : undefined
    const sent = unused && {
      amount: unused.amount,
      why: { cause: 'unused' as const },
      actorId: null,
      source: `unused ${source}`,
    }
    if (sent) await sendBack(tx, orderId, { ...sent, ofInvoice: unused.id }, now)
  }
  const told = happened.length ? await read(tx, orderId) : found
  const known = (await markIfSpare(tx, told, now)) ? await read(tx, orderId) : told
  const hasMovedPoints = await keepPoints(tx, known, now)
  const order = hasMovedPoints ? await read(tx, orderId) : known
  const { status, isOpen, excess, paid } = stateOf(order, now)
  if (excess > 0) {
    const sent = { why: { cause: 'excess' as const }, actorId: null, source: `excess of ${paid}` }
    await sendBack(tx, orderId, { ...sent, amount: excess, isInAll: true }, now)
  }
  const dueAt = nextDueAt(order, now)
  const subscription = subscriptionAt(order, now)
  const own = order.subscription
  const isMoved = subscription && own && (await keepSubscription(tx, order, derived(order, own.id, subscription), now))
  const isSame = status === order.status && isOpen === order.isOpen && dueAt === order.dueAt
  // App stores issue their own receipts.
  const isReceipted = order.scheduler !== 'own' || order.entries.every(({ receipt }) => receipt !== null)
  if (isSame && !isMoved && !hasMovedPoints && isReceipted && happened.length === 0) return { order, isChanged: false }
  await setOrderState(tx, { id: orderId, status, isOpen, dueAt })
  if (status !== order.status && !own) await endParts(tx, orderId, status, now)
  const [hadLost, hasLost] = [losesPoints(order.status, order.isOpen), losesPoints(status, isOpen)]
  if (hasLost && !hadLost) await takePoints(tx, order)
  else if ((hadLost && !hasLost) || (isOpen && !order.isOpen)) await givePoints(tx, order)
  if (isOpen !== order.isOpen) for (const hear of listeners.access) await hear(tx, order, isOpen, now)
  // Last, for all of the school's payments wait for the numbers until the commit.
  if (!isReceipted) await issueReceipts(tx, orderId, now, listeners.receipts)
  const isOnlyTold = isOpen === order.isOpen && isReceipted && excess === 0 && !isMoved
  return { order: isOnlyTold ? { ...order, status, isOpen, dueAt } : await read(tx, orderId), isChanged: true }
}

const dropTries = run<[orderId: number]>(
  'drop-invoice-tries',
  'update invoices set next_try_at = null where order_id = $1 and next_try_at is not null',
)
const replaceUnpaid = run<[orderId: number, nowSeconds: number]>(
  'replace-unpaid-invoices',
  `update invoices i set replaced_at = to_timestamp($2), next_try_at = null where i.order_id = $1 and i.replaced_at is null
     and i.number > 1 and not exists (select from ledger_entries e where e.invoice_id = i.id)`,
)

/** The parts of an order that was sent back are owed no more; those of one that its payer disputes are charged by nobody else. */
async function endParts(tx: Db, orderId: number, status: OrderStatus, now: number): Promise<void> {
  if (status === 'disputed') await dropTries(tx, orderId)
  if (status === 'refunded') await replaceUnpaid(tx, orderId, now / 1000)
}

/** Whether an order takes the points back that it gave: its money is gone, or was not paid in time. Access that ends in its time leaves them. */
const losesPoints = (status: OrderStatus, isOpen: boolean) =>
  status === 'refunded' || status === 'disputed' || (status === 'overdue' && !isOpen)

async function read(tx: Db, id: number): Promise<OrderRow> {
  const order = await findAnyOrder(tx, id)
  if (!order) throw new Error(`Order ${id} is gone`)
  return order
}

/** A subscription as those read it who ask whether it is active. */
function derived(order: OrderRow, id: number, subscription: Subscription) {
  const { state, nextTryOn, paidUntil, pausedOn, plan } = subscription
  const sold = planNow(order) ?? order
  const endsOn = pausedOn ?? accessEndsOn(subscription, order.graceDays)
  const atStartOf = (date: string) => secondsFromMs(dayOf(order, date))
  const renewsOn = order.scheduler === 'own' ? nextTryOn : state === 'past_due' ? undefined : paidUntil
  const goesOn = state === 'trial' || state === 'active' || state === 'past_due'
  const isOver = state === 'ending' || state === 'ended'
  const isCharged = goesOn && renewsOn !== undefined
  const next = order.scheduler === 'own' ? nextCharge(order, subscription) : plan
  return {
    id,
    status: isOver ? ('Canceled' as const) : state === 'created' ? ('Created' as const) : ('Active' as const),
    state,
    endAt: endsOn === undefined ? null : atStartOf(endsOn),
    nextPayAt: isCharged ? atStartOf(renewsOn) : null,
    nextChargeOn: nextTryOn ?? null,
    paidUntil,
    amount: plan.amount,
    nextAmount: isCharged ? next.amount : null,
    count: plan.period.count,
    unit: plan.period.unit,
    serviceId: sold.serviceId,
    title: sold.title,
  }
}
