import type { Db } from '#server/platform/database/statement.ts'
import { one } from '#server/platform/database/statement.ts'
import type { StoreName } from '#shared/features/billing/stores/app-store.ts'
import { localDate } from '#shared/platform/times.ts'
import type { OfferRow, Terms } from '../orders/offers.ts'
import { findOrder, insertOrder, newOrder } from '../orders/order-row.ts'
import { attemptUnderWay } from '../orders/order-state.ts'
import { closeWaiting, findBuyer, lockOrdering, orderOf } from '../orders/place-order.ts'
import type { Listeners } from '../orders/settle.ts'

const findWaiting = one<[userId: number, serviceId: number], { id: number }>(
  'find-order-beside-purchase',
  `select id from orders where user_id = $1 and service_id = $2 and status = 'waiting'`,
)

type Bought = {
  userId: number
  offer: OfferRow
  store: StoreName
  /** In minor units. */
  amount: number
  currency: string
  now: number
}

/**
 * The order of what was bought in a store, at the price that the store took. It is placed whatever the school would sell now, for it is
 * paid; an order of the same that still waits to be paid is closed.
 */
export async function orderPurchase(tx: Db, bought: Bought, listeners: Listeners): Promise<{ id: number }> {
  const { userId, offer, store, amount, now } = bought
  const buyer = await findBuyer(tx, userId)
  if (!buyer) throw new Error(`User ${userId} is gone`)
  await lockOrdering(tx, userId, offer.id)
  const waiting = await findWaiting(tx, userId, offer.id)
  const order = waiting && (await findOrder(tx, waiting.id, userId))
  if (order && !attemptUnderWay(order)) await closeWaiting(tx, order, now, listeners)
  const today = localDate(now, buyer.timezone)
  const terms: Terms = {
    currency: bought.currency || offer.ownCurrency,
    price: amount,
    total: amount,
    discount: null,
    points: { spent: 0, discount: 0 },
    parts: [{ amount, dueOn: today }],
  }
  const placed = { buyer, offer, terms, now, today }
  const made = await insertOrder(tx, newOrder({ ...orderOf(placed), trialDays: 0, scheduler: store }))
  if (!made) throw new Error('The order of a purchase was not written')
  return made
}
