import { randomUUID } from 'node:crypto'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { localDate } from '#shared/platform/times.ts'
import { findOffer, type OfferRow, priceOf, type Terms } from '../orders/offers.ts'
import {
  type BillingContext,
  findBuyer,
  findOrderByKey,
  lockOrdering,
  lockWaitingOrder,
  orderOnce,
} from '../orders/place-order.ts'
import { settle } from '../orders/settle.ts'
import type { Paying } from '../payments/ask-attempt.ts'
import { insertEntry } from '../payments/attempts.ts'

type Ordering = BillingContext<'POST /studio/orders'>

/** Orders a service for somebody who has paid by hand, or is given it; once for each Idempotency-Key of a buyer and service. */
export function orderByHand({ listeners }: Paying, context: Ordering) {
  const { db, now, user, body, refuse, idempotencyKey = randomUUID() } = context
  const key = `${user.userId} ${body.user_id} ${body.service_id} ${idempotencyKey}`
  const reason = body.reason.trim() || refuse('invalid_input', { fields: ['reason'] })
  return db.inTransaction(async tx => {
    // Not the person: who pays locks an order first, and then the buyer’s points.
    await lockOrdering(tx, body.user_id, body.service_id)
    await lockWaitingOrder(tx, body.user_id, body.service_id)
    const known = await findOrderByKey(tx, user.brandId, key)
    if (known) return known
    const buyer = await findBuyer(tx, body.user_id)
    if (!buyer?.hasAccount || buyer.brandId !== user.brandId) return refuse('not_found', { fields: ['user_id'] })
    const today = localDate(now, buyer.timezone)
    const asked = { id: body.service_id, brandId: user.brandId, userId: buyer.id, today, code: null }
    const offer = await findOffer(tx, asked)
    if (!offer || offer.isExtension) return refuse('not_found', { fields: ['service_id'] })
    const terms = termsByHand(context, offer, today)
    const order = await orderOnce(tx, { buyer, offer, terms, now, today, key }, listeners)
    // The buyer's own order, which a provider may be charging: this amount would not pay it.
    if (order.amount !== terms.total || order.invoices.length > 1) refuse('payment_under_way')
    const detail = { user_id: buyer.id, amount: body.amount, currency: body.currency, reason }
    await writeAudit(tx, user, { action: 'order.add', targetType: 'order', targetId: order.id, detail })
    const [invoice] = order.invoices
    if (invoice && body.amount > 0) {
      const line = { invoiceId: invoice.id, attemptId: null, fee: null, accountId: null, happenedAt: now / 1000 }
      await insertEntry(tx, { ...line, kind: 'payment', amount: body.amount, objectId: `by hand ${key}` })
      await settle(tx, order.id, now, listeners)
    }
    return { id: order.id }
  })
}

function termsByHand({ body, refuse }: Ordering, offer: OfferRow, today: string): Terms {
  const { amount: total, currency } = body
  const price = priceOf(offer, currency) ?? refuse('not_sold_in_currency', { fields: ['currency'] })
  if (offer.isOwned) return refuse('already_owned', { fields: ['service_id'] })
  if (offer.courseId !== null && offer.accessDays === null && !offer.cohort?.hasSeat) return refuse('no_place_left')
  if (total > price.amount) return refuse('above_price', { fields: ['amount'] })
  if (total === 0 && offer.type === 'course_subscription') return refuse('nothing_paid', { fields: ['amount'] })
  return {
    currency,
    price: price.amount,
    total,
    discount: null,
    points: { spent: 0, discount: 0 },
    parts: [{ amount: total, dueOn: today }],
  }
}
