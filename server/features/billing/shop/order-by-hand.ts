import { randomUUID } from 'node:crypto'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { lockPerson } from '#server/features/accounts/lock-person.ts'
import { one, run } from '#server/platform/database/statement.ts'
import { localDate } from '#shared/platform/times.ts'
import { findOffer, type OfferRow, priceOf, type Terms } from '../orders/offers.ts'
import { type BillingContext, findBuyer, orderOnce } from '../orders/place-order.ts'
import { settle } from '../orders/settle.ts'
import type { Paying } from '../payments/ask-attempt.ts'
import { insertEntry } from '../payments/attempts.ts'

type Ordering = BillingContext<'POST /studio/orders'>

/** The order that staff made with a key. */
const findByKey = one<[brandId: string, key: string], { id: number }>(
  'find-order-by-key',
  'select id from orders where brand_id = $1 and client_key = $2',
)
const setKey = run<[id: number, key: string]>('set-order-key', 'update orders set client_key = $2 where id = $1')

/** Orders a service for somebody who has paid by hand, or is given it; once for each Idempotency-Key. */
export function orderByHand({ listeners }: Paying, context: Ordering) {
  const { db, now, user, body, refuse, idempotencyKey = randomUUID() } = context
  const key = `${user.userId} ${idempotencyKey}`
  const reason = body.reason.trim() || refuse('invalid_input', { fields: ['reason'] })
  return db.inTransaction(async tx => {
    const person = await lockPerson(tx, body.user_id, user.brandId)
    const known = await findByKey(tx, user.brandId, key)
    if (known) return known
    const buyer = person && person.status > 0 ? await findBuyer(tx, body.user_id) : undefined
    if (!buyer) return refuse('not_found', { fields: ['user_id'] })
    const today = localDate(now, buyer.timezone)
    const asked = { id: body.service_id, brandId: user.brandId, userId: buyer.id, today, code: null }
    const offer = (await findOffer(tx, asked)) ?? refuse('not_found', { fields: ['service_id'] })
    const terms = termsByHand(context, offer, today)
    const order = await orderOnce(tx, { buyer, offer, terms, now, today }, listeners)
    await setKey(tx, order.id, key)
    const [invoice] = order.invoices
    if (invoice && body.amount > 0) {
      const line = { invoiceId: invoice.id, attemptId: null, fee: null, accountId: null, happenedAt: now / 1000 }
      await insertEntry(tx, { ...line, kind: 'payment', amount: body.amount, objectId: `by hand ${key}` })
      await settle(tx, order.id, now, listeners)
    }
    const detail = { user_id: buyer.id, amount: body.amount, currency: body.currency, reason }
    await writeAudit(tx, user, { action: 'order.add', targetType: 'order', targetId: order.id, detail })
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
  return { currency, price: price.amount, total, discount: null, parts: [{ amount: total, dueOn: today }] }
}
