import { deleteTransferToken } from '#server/features/accounts/queries.ts'
import { hashToken } from '#server/features/accounts/secrets.ts'
import { type Db, one, run } from '#server/platform/database/statement.ts'
import type { Context } from '#server/platform/http/routes.ts'
import type { billing } from '#shared/features/billing/contract.ts'
import type { PointRules } from '#shared/features/billing/orders/order-points.ts'
import { discountCode } from '#shared/features/billing/selling/discount.ts'
import { textsOf } from '#shared/features/billing/selling/selling.ts'
import type { Language } from '#shared/platform/contract.ts'
import { type LocalDate, localDate, startOfDay } from '#shared/platform/times.ts'
import { putOffAttempt } from '../payments/attempts.ts'
import { countDiscountUses, findOffer, lockDiscount, type OfferRow, opens, type Terms, termsOf } from './offers.ts'
import { findOrder, insertOrder, newOrder, type OrderRow } from './order-row.ts'
import { attemptUnderWay } from './order-state.ts'
import { orderWire } from './order-wire.ts'
import { type Listeners, settle, settleOwn } from './settle.ts'

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
  hasAccount: boolean
  /** That has an account, and is not blocked. */
  isActive: boolean
}

/** Who buys, with what a purchase needs to know of them. */
export const findBuyer = one<[id: number], Buyer>(
  'find-buyer',
  `select id, brand_id as "brandId", email, timezone, language_code as language,
     status > 0 as "hasAccount", status > 0 and blocked_at is null as "isActive" from users where id = $1`,
)

/** Has the orders of one service by one buyer take turns until the end of the transaction: one may be paid as soon as it is placed. */
export const lockOrdering = run<[userId: number, serviceId: number]>(
  'lock-ordering',
  `select pg_advisory_xact_lock(hashtextextended(format('order %s %s', $1::bigint, $2::bigint), 0))`,
)
/** The order that somebody made with a key. */
export const findOrderByKey = one<[brandId: string, key: string], { id: number }>(
  'find-order-by-key',
  'select id from orders where brand_id = $1 and client_key = $2',
)
const setOrderKey = run<[id: number, key: string]>('set-order-key', 'update orders set client_key = $2 where id = $1')
const findWaitingOrder = one<[userId: number, serviceId: number], { id: number }>(
  'find-waiting-order',
  `select id from orders where user_id = $1 and service_id = $2 and status = 'waiting'`,
)

/** Waits until nobody pays the order of one service by one buyer that waits to be paid. */
export const lockWaitingOrder = run<[userId: number, serviceId: number]>(
  'lock-waiting-order',
  `select from orders where user_id = $1 and service_id = $2 and status = 'waiting' for no key update`,
)

/** Closes an order that waits, because another takes its place. */
const closeOrder = one<[id: number, nowSeconds: number], { id: number }>(
  'close-order',
  `update orders set closes_at = least(closes_at, to_timestamp($2)) where id = $1 and status = 'waiting' returning id`,
)

/** Orders a service at the terms that were shown. What waits for the same terms is answered again; for others, it is closed. */
export function placeOrder(listeners: Listeners, pointRulesOf: (brandId: string) => PointRules) {
  return async (context: Placing) => {
    const { db, now, params, idempotencyKey } = context
    const buyer = await buyerOf(context)
    const order = await db.inTransaction(tx =>
      orderedOnce(tx, { buyer, serviceId: params.id, idempotencyKey }, key => placed(tx, context, buyer, key)),
    )
    return orderWire(order, now)
  }

  async function placed(tx: Db, context: Placing, buyer: Buyer, key?: string): Promise<OrderRow> {
    const { now, params, body, refuse } = context
    const today = localDate(now, buyer.timezone)
    const code = body.promocode ? discountCode(body.promocode) : null
    const offer = await findOffer(tx, { id: params.id, brandId: buyer.brandId, userId: buyer.id, today, code })
    if (!offer || offer.isExtension) return refuse('not_found')
    const { currency, is_in_instalments: isInInstalments, points } = body
    const moment = { now, today, pointRules: pointRulesOf(buyer.brandId) }
    const terms = termsOf(offer, { currency, isInInstalments, points }, moment)
    if (typeof terms === 'string')
      return refuse(terms, { fields: [terms === 'no_instalments' ? 'is_in_instalments' : 'currency'] })
    if (terms.points.spent !== (points ?? 0)) return refuse('points_unfit', { fields: ['points'] })
    refuseUnsold(context, buyer, offer, terms, body.total)
    const order = await orderAsShown(tx, { buyer, offer, terms, now, today, key }, listeners)
    if (!order) return refuse('price_changed', { fields: ['total'] })
    // Another device has spent them meanwhile.
    return order.pointsHeld < order.pointsSpent ? refuse('points_unfit', { fields: ['points'] }) : order
  }
}

type Ordered = { buyer: Buyer; serviceId: number; idempotencyKey: string | undefined }

/** What was ordered of the same service with the same key before and is not closed; otherwise the order that `place` makes, under that key. */
export async function orderedOnce(
  tx: Db,
  { buyer, serviceId, idempotencyKey }: Ordered,
  place: (key?: string) => Promise<OrderRow>,
): Promise<OrderRow> {
  await lockOrdering(tx, buyer.id, serviceId)
  if (idempotencyKey === undefined) return place()
  const key = `${buyer.id} ${serviceId} ${idempotencyKey}`
  const known = await findOrderByKey(tx, buyer.brandId, key)
  const before = known && (await findOrder(tx, known.id, buyer.id))
  if (before && before.status !== 'closed') return before
  // The key of an order that is closed is its own.
  return place(known ? undefined : key)
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

type Selling = Pick<Placing | BillingContext<'POST /v2/catalog-position/:id/add-to-subscription'>, 'refuse'>

/** Refuses what cannot be ordered by this buyer, or not for what was `shown` to them. */
export function refuseUnsold({ refuse }: Selling, buyer: Buyer, offer: OfferRow, { total }: Terms, shown?: number) {
  if (offer.isOwned) refuse('already_owned')
  if (offer.courseId !== null && offer.accessDays === null && !offer.cohort?.hasSeat) refuse('no_place_left')
  if (shown !== undefined && shown !== total) refuse('price_changed', { fields: ['total'] })
  if (buyer.email === null) refuse('email_needed', { fields: ['email'] })
  if (offer.accountId === null && total > 0) refuse('selling_closed')
}

/** Whether the last use of a discount has not just been taken by another order. */
async function isDiscountLeft(tx: Db, id: number, buyer: Buyer, offer: OfferRow): Promise<boolean> {
  const locked = await lockDiscount(tx, id)
  if (!locked || locked.mostUses === null) return locked !== undefined
  return ((await countDiscountUses(tx, { id, userId: buyer.id, serviceId: offer.id }))?.uses ?? 0) < locked.mostUses
}

/** As `orderOnce`; undefined where another order has just taken the last use of the discount. */
export async function orderAsShown(tx: Db, placed: Placed, listeners: Listeners) {
  const { terms, buyer, offer } = placed
  if (terms.discount && !(await isDiscountLeft(tx, terms.discount.id, buyer, offer))) return undefined
  return orderOnce(tx, placed, listeners)
}

export type Placed = {
  buyer: Buyer
  offer: OfferRow
  terms: Terms
  now: number
  today: string
  /** That it extends. */
  placeId?: number
  /** Under which the order is found again when it is sent twice. */
  key?: string | undefined
}

/** The order of these terms: a new one, or the one that waits for the same. One that waits for others is closed. */
export async function orderOnce(tx: Db, placed: Placed, listeners: Listeners): Promise<OrderRow> {
  const made = await insertOrder(tx, newOrder(orderOf(placed)))
  if (made) return (await settleOwn(tx, made.id, placed.now, listeners)).order
  const { buyer, offer, now, terms } = placed
  const known = await findWaitingOrder(tx, buyer.id, offer.id)
  const waiting = known && (await findOrder(tx, known.id, buyer.id))
  if (!waiting) return orderOnce(tx, placed, listeners)
  const underWay = attemptUnderWay(waiting)
  // What the provider may be charging is not replaced by another order, or both might be paid.
  if ((hasTerms(waiting, terms) && gives(waiting, placed)) || (underWay && underWay.state !== 'open')) {
    if (placed.key !== undefined) await setOrderKey(tx, waiting.id, placed.key)
    return waiting
  }
  await closeWaiting(tx, waiting, now, listeners)
  return orderOnce(tx, placed, listeners)
}

/** Closes an order that waits; the page on which it may be paid is closed soon after. */
export async function closeWaiting(tx: Db, order: OrderRow, now: number, listeners: Listeners) {
  const underWay = attemptUnderWay(order)
  await closeOrder(tx, order.id, now / 1000)
  if (underWay) await putOffAttempt(tx, underWay.id, now / 1000, false)
  await settle(tx, order.id, now, listeners)
}

/** Whether an order is of these terms; its parts fall due when they would today. */
function hasTerms(order: OrderRow, { currency, price, total, discount, points, parts }: Terms): boolean {
  const isLikePriced = order.currency === currency && order.fullAmount === price && order.amount === total
  const isLike = isLikePriced && order.pointsSpent === points.spent
  const { invoices, timezone } = order
  const isDueThen = (at: number) => at === 0 || localDate(invoices[at]?.dueAt ?? 0, timezone) === parts[at]?.dueOn
  const isInParts = invoices.length === parts.length && parts.every((_, at) => isDueThen(at))
  return isLike && order.discountId === (discount?.id ?? null) && isInParts
}

/** Whether an order gives what the offer would, which staff may have changed since. */
function gives(order: OrderRow, { offer, today, placeId }: Placed): boolean {
  const isAlike = (['courseId', 'accessDays', 'consultations', 'points', 'trialDays', 'taxRate'] as const).every(
    name => order[name] === offer[name],
  )
  return (
    isAlike &&
    order.streamId === cohortOf(offer, today) &&
    order.extendsId === (placeId ?? null) &&
    order.period.count === offer.periodCount &&
    order.period.unit === offer.periodUnit
  )
}

const cohortOf = (offer: OfferRow, today: LocalDate) =>
  opens(offer, today).startsOn === null ? null : (offer.cohort?.id ?? null)

/** An order of an offer at its terms, as it is written. */
export function orderOf({ buyer, offer, terms, now, today, placeId, key }: Placed) {
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
    pointsSpent: terms.points.spent,
    pointsDiscount: terms.points.discount,
    taxRate: offer.taxRate,
    courseId: offer.courseId,
    streamId: cohortOf(offer, today),
    extendsId: placeId ?? null,
    accessDays: offer.accessDays,
    consultations: offer.consultations,
    points: offer.points,
    periodCount: offer.periodCount,
    periodUnit: offer.periodUnit,
    trialDays: offer.trialDays,
    ...(key !== undefined && { clientKey: key }),
    closesAt: (now + orderLifeMs) / 1000,
    createdAt: now / 1000,
    invoices: terms.parts.map(({ amount, dueOn }, index) => ({
      number: index + 1,
      amount,
      dueAt: index === 0 ? now / 1000 : startOf(dueOn),
    })),
  }
}
