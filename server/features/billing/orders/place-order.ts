import { deleteTransferToken } from '#server/features/accounts/queries.ts'
import { hashToken } from '#server/features/accounts/secrets.ts'
import { type Db, one } from '#server/platform/database/statement.ts'
import type { Context } from '#server/platform/http/routes.ts'
import type { billing } from '#shared/features/billing/contract.ts'
import { discountCode } from '#shared/features/billing/discount.ts'
import { textsOf } from '#shared/features/billing/selling.ts'
import type { Language } from '#shared/platform/contract.ts'
import { type LocalDate, localDate, startOfDay } from '#shared/platform/times.ts'
import { countDiscountUses, findOffer, lockDiscount, type OfferRow, opens, type Terms, termsOf } from './offers.ts'
import { findOrder, insertOrder, newOrder, type OrderRow } from './order-row.ts'
import { orderWire } from './order-wire.ts'
import { putOffAttempt } from '../payments/attempts.ts'
import { type AccessListener, settle } from './settle.ts'
import { attemptUnderWay } from './standing.ts'

type Calls = (typeof billing)['calls']
export type BillingContext<Name extends keyof Calls & string> = Context<Name, Calls[Name]>
type Placing = BillingContext<'POST /order/:id'>

const orderLifeMs = 7 * 86_400_000

export type Buyer = {
  id: number
  brandId: string
  email: string | null
  timezone: string
  language: Language
  isActive: boolean
}

/** Who buys, with what a purchase needs to know of them. */
export const findBuyer = one<[id: number], Buyer>(
  'find-buyer',
  `select id, brand_id as "brandId", email, timezone, language_code as language,
     status > 0 and blocked_at is null as "isActive" from users where id = $1`,
)

const findWaitingOrder = one<[userId: number, serviceId: number], { id: number }>(
  'find-waiting-order',
  `select id from orders where user_id = $1 and service_id = $2 and status = 'waiting'`,
)

/** Closes an order that waits, because another takes its place. */
const closeOrder = one<[id: number, nowSeconds: number], { id: number }>(
  'close-order',
  `update orders set closes_at = least(closes_at, to_timestamp($2)) where id = $1 and status = 'waiting' returning id`,
)

/** Orders a service at the terms that were shown. What waits for the same terms is answered again; for others, it is closed. */
export function placeOrder(listeners: readonly AccessListener[]) {
  return async (context: Placing) => {
    const { db, now, params, body, refuse } = context
    const buyer = await buyerOf(context)
    const today = localDate(now, buyer.timezone)
    const code = body.promocode ? discountCode(body.promocode) : null
    const offer = await findOffer(db, { id: params.id, brandId: buyer.brandId, userId: buyer.id, today, code })
    if (!offer) return refuse('not_found')
    const terms = termsOf(offer, { currency: body.currency, isInInstalments: body.is_in_instalments }, { now, today })
    if (typeof terms === 'string')
      return refuse(terms, { fields: [terms === 'no_instalments' ? 'is_in_instalments' : 'currency'] })
    refuseUnsold(context, buyer, offer, terms)
    const order = await db.inTransaction(async tx => {
      if (terms.discount && !(await isDiscountLeft(tx, terms.discount.id, buyer, offer))) return undefined
      return orderOnce(tx, { buyer, offer, terms, now, today }, listeners)
    })
    if (!order) return refuse('price_changed', { fields: ['total'] })
    return orderWire(order, now)
  }
}

async function buyerOf(context: Placing): Promise<Buyer> {
  const { db, user, query, caller, now, refuse } = context
  if (user?.impersonator) return refuse('not_for_staff')
  const userId = user?.userId ?? (query.token === undefined ? undefined : await holderOf(db, query.token))
  return (userId !== undefined && (await findBuyer(db, userId))) || refuse('not_signed_in')

  async function holderOf(tx: Db, token: string) {
    const spent = await deleteTransferToken(tx, hashToken(token), caller.brandId, now / 1000)
    return spent?.impersonatorId === null ? spent.userId : undefined
  }
}

function refuseUnsold({ body, refuse }: Placing, buyer: Buyer, offer: OfferRow, { total }: Terms) {
  if (offer.isOwned) refuse('already_owned')
  if (offer.courseId !== null && offer.accessDays === null && !offer.cohort?.hasSeat) refuse('no_place_left')
  if (body.total !== undefined && body.total !== total) refuse('price_changed', { fields: ['total'] })
  if (buyer.email === null) refuse('email_needed', { fields: ['email'] })
  if (offer.accountId === null && total > 0) refuse('selling_closed')
}

/** Whether the last use of a discount has not just been taken by another order. */
async function isDiscountLeft(tx: Db, id: number, buyer: Buyer, offer: OfferRow): Promise<boolean> {
  const locked = await lockDiscount(tx, id)
  if (!locked || locked.mostUses === null) return locked !== undefined
  return ((await countDiscountUses(tx, { id, userId: buyer.id, serviceId: offer.id }))?.uses ?? 0) < locked.mostUses
}

export type Placed = { buyer: Buyer; offer: OfferRow; terms: Terms; now: number; today: string }

/** The order of these terms: a new one, or the one that waits for the same. One that waits for others is closed. */
export async function orderOnce(tx: Db, placed: Placed, listeners: readonly AccessListener[]): Promise<OrderRow> {
  const made = await insertOrder(tx, newOrder(orderOf(placed)))
  if (made) return (await settle(tx, made.id, placed.now, listeners)).order
  const { buyer, offer, now, terms } = placed
  const known = await findWaitingOrder(tx, buyer.id, offer.id)
  const waiting = known && (await findOrder(tx, known.id, buyer.id))
  if (!waiting) return orderOnce(tx, placed, listeners)
  const underWay = attemptUnderWay(waiting)
  // What the provider may be charging is not replaced by another order, or both might be paid.
  if ((hasTerms(waiting, terms) && gives(waiting, placed)) || (underWay && underWay.state !== 'open')) return waiting
  await closeWaiting(tx, waiting, now, listeners)
  return orderOnce(tx, placed, listeners)
}

/** Closes an order that waits; the page on which it may be paid is closed soon after. */
export async function closeWaiting(tx: Db, order: OrderRow, now: number, listeners: readonly AccessListener[]) {
  const underWay = attemptUnderWay(order)
  await closeOrder(tx, order.id, now / 1000)
  if (underWay) await putOffAttempt(tx, underWay.id, now / 1000, false)
  await settle(tx, order.id, now, listeners)
}

function hasTerms(order: OrderRow, { currency, price, total, discount, parts }: Terms): boolean {
  const isLike = order.currency === currency && order.fullAmount === price && order.amount === total
  return isLike && order.discountId === (discount?.id ?? null) && order.invoices.length === parts.length
}

/** Whether an order gives what the offer would, which staff may have changed since. */
function gives(order: OrderRow, { offer, today }: Placed): boolean {
  const isAlike = (['courseId', 'accessDays', 'consultations', 'points', 'trialDays'] as const).every(
    name => order[name] === offer[name],
  )
  return (
    isAlike &&
    order.streamId === cohortOf(offer, today) &&
    order.period.count === offer.periodCount &&
    order.period.unit === offer.periodUnit
  )
}

const cohortOf = (offer: OfferRow, today: LocalDate) =>
  opens(offer, today).startsOn === null ? null : (offer.cohort?.id ?? null)

/** An order of an offer at its terms, as it is written. */
export function orderOf({ buyer, offer, terms, now, today }: Placed) {
  const startOf = (date: string) => startOfDay(date, buyer.timezone) / 1000
  return {
    brandId: buyer.brandId,
    userId: buyer.id,
    serviceId: offer.id,
    type: offer.type,
    title: textsOf(offer.texts, buyer.language).title,
    language: buyer.language,
    timezone: buyer.timezone,
    currency: terms.currency,
    fullAmount: terms.price,
    amount: terms.total,
    discountId: terms.discount?.id ?? null,
    taxRate: offer.taxRate,
    courseId: offer.courseId,
    streamId: cohortOf(offer, today),
    accessDays: offer.accessDays,
    consultations: offer.consultations,
    points: offer.points,
    periodCount: offer.periodCount,
    periodUnit: offer.periodUnit,
    trialDays: offer.trialDays,
    closesAt: (now + orderLifeMs) / 1000,
    createdAt: now / 1000,
    invoices: terms.parts.map(({ amount, dueOn }, index) => ({
      number: index + 1,
      amount,
      dueAt: index === 0 ? now / 1000 : startOf(dueOn),
    })),
  }
}
