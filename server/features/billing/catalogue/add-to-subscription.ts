import { localDate } from '#shared/platform/times.ts'
import { findOffer, priceOf, termsOf } from '../orders/offers.ts'
import type { OrderRow } from '../orders/order-row.ts'
import { orderWire } from '../orders/order-wire.ts'
import { type BillingContext, findBuyer, orderedOnce, orderOnce, refuseUnsold } from '../orders/place-order.ts'
import type { Paying } from '../payments/ask-attempt.ts'
import { payOrder } from '../payments/pay-order.ts'
import { listSubscriptions } from '../subscriptions/queries.ts'
import { findSoldService } from './position-queries.ts'

type Adding = BillingContext<'POST /v2/catalog-position/:id/add-to-subscription'>

/** Orders what a position sells and charges it to what the learner’s active subscription is charged to. */
export function addToSubscription(paying: Paying) {
  return async (context: Adding) => {
    const { db, now, params, user, refuse } = context
    const sold = (await findSoldService(db, params.id, user.brandId)) ?? refuse('not_found')
    const running = (await listSubscriptions(db, user.userId, null)).find(
      ({ state, method }) => method !== null && (state === 'trial' || state === 'active'),
    )
    if (!running?.method) return refuse('subscription_needed')
    const order = await orderByKey(paying, context, sold.serviceId, running.currency)
    if (order.status !== 'waiting') return orderWire(order, now)
    const body = { method_id: running.method.id }
    return payOrder(paying, { ...context, params: { id: order.id }, query: {}, body })
  }
}

/** The order of a service, once for each Idempotency-Key; in the subscription’s currency where it is sold in that. */
async function orderByKey(
  { listeners }: Paying,
  { db, now, user, query, refuse, idempotencyKey }: Adding,
  serviceId: number,
  currencyOfSubscription: string | null,
): Promise<OrderRow> {
  const buyer = (await findBuyer(db, user.userId)) ?? refuse('not_signed_in')
  const today = localDate(now, buyer.timezone)
  return db.inTransaction(tx =>
    orderedOnce(tx, { buyer, serviceId, idempotencyKey }, async key => {
      const asked = { id: serviceId, brandId: user.brandId, userId: buyer.id, today, code: null }
      const offer = (await findOffer(tx, asked)) ?? refuse('not_found')
      const likeSubscription = priceOf(offer, currencyOfSubscription ?? undefined)?.currency
      const terms = termsOf(offer, { currency: query.currency ?? likeSubscription }, { now, today })
      if (typeof terms === 'string') return refuse(terms, { fields: ['currency'] })
      refuseUnsold({ refuse }, buyer, offer, terms, query.total)
      return orderOnce(tx, { buyer, offer, terms, now, today, key }, listeners)
    }),
  )
}
