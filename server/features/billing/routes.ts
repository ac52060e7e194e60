import type { Brands } from '#server/features/brands/load-brands.ts'
import type { Context, Handlers } from '#server/platform/http/routes.ts'
import { routes } from '#server/platform/http/routes.ts'
import { billing } from '#shared/features/billing/contract.ts'
import { discountCode, discounted, discountRefusal } from '#shared/features/billing/selling/discount.ts'
import type { sellingCalls } from '#shared/features/billing/selling/selling-calls.ts'
import { localDate } from '#shared/platform/times.ts'
import { catalogueHandlers, readService as readSoldService, readServices } from './catalogue/catalogue-routes.ts'
import { checkoutWire, findOffer, priceOf, termsOf } from './orders/offers.ts'
import { readInstallment, readInstallments } from './orders/installments.ts'
import { countOrders, findOrder, listOrders } from './orders/order-row.ts'
import { orderWire } from './orders/order-wire.ts'
import { placeOrder } from './orders/place-order.ts'
import type { Paying } from './payments/ask-attempt.ts'
import { paymentRoutes } from './payment-settings/payment-routes.ts'
import type { Payments } from './payment-settings/set-account.ts'
import { findMethod, listMethods, removeMethod } from './payments/methods.ts'
import { checkOrder, payOrder } from './payments/pay-order.ts'
import { findBrandReceipt, findOwnReceipt, receiptWire } from './receipts/read-receipt.ts'
import { changeInstalments, readParts } from './shop/change-instalments.ts'
import { addDiscount, changeDiscount, changeDiscountState, readDiscounts } from './shop/discounts.ts'
import { readShopOrders } from './shop/list-orders.ts'
import { orderByHand } from './shop/order-by-hand.ts'
import { findStory } from './shop/order-story.ts'
import { refundOrder } from './shop/refund-order.ts'
import { listShopServices } from './shop/service-queries.ts'
import { addService, changeService, changeServiceState, readService, shopServiceWire } from './shop/services.ts'
import { handIn, intendPurchase } from './stores/hand-in.ts'
import { storeSettingsRoutes } from './stores/store-settings.ts'
import {
  cancelSubscription,
  changeMethod,
  changeSubscriptionPlan,
  listPlans,
  ownSubscription,
  pauseSubscription,
  resumeSubscription,
} from './subscriptions/change-subscription.ts'
import { changeByStaff, readChange } from './subscriptions/staff-changes.ts'
import { listSubscriptions } from './subscriptions/queries.ts'
import { subscriptionWire } from './subscriptions/subscription-wire.ts'

const ordersPerPage = 20
type Calls = (typeof billing)['calls']
type In<Name extends keyof Calls & string> = Context<Name, Calls[Name]>

type Asking = Pick<In<'GET /checkout/:serviceId'>, 'db' | 'now' | 'user' | 'caller'>

/** An offer to the caller, who may be a visitor; what adds to a place is offered at the place. */
async function offerTo(asking: Asking, id: number, typed?: string) {
  const offer = await anyOfferTo(asking, id, typed)
  return offer?.isExtension ? undefined : offer
}

function anyOfferTo({ db, now, user, caller }: Asking, id: number, typed?: string) {
  const code = typed ? discountCode(typed) : null
  const [userId, today] = [user?.userId ?? 0, todayOf({ now, user })]
  return findOffer(db, { id, brandId: caller.brandId, userId, today, code })
}

const todayOf = ({ now, user }: Pick<Asking, 'now' | 'user'>) => localDate(now, user?.timezone ?? 'UTC')

async function checkDiscount(context: In<'GET /discount/check/code/:code/course-service/:serviceId'>) {
  const { params, query, now, refuse } = context
  const offer = (await anyOfferTo(context, params.serviceId, params.code)) ?? refuse('not_found')
  const price = priceOf(offer, query.currency) ?? refuse('not_sold_in_currency', { fields: ['currency'] })
  const { discount } = offer
  if (!discount) return refuse('discount_unknown', { fields: ['code'] })
  const refusal = discountRefusal(discount, { id: offer.id, currency: price.currency }, now)
  if (refusal) return refuse(refusal, { fields: ['code'] })
  const total = discounted(price.amount, discount, price.currency)
  return { code: discount.code, discount: price.amount - total, total }
}

async function readCheckout({ pointRulesOf }: Payments, context: In<'GET /checkout/:serviceId'>) {
  const { db, now, params, query, caller, refuse } = context
  const offer = (await offerTo(context, params.serviceId, query.code)) ?? refuse('not_found')
  const today = todayOf(context)
  const pointRules = pointRulesOf(caller.brandId)
  const terms = termsOf(offer, { currency: query.currency, points: query.points }, { now, today, pointRules })
  if (typeof terms === 'string') return refuse('not_sold_in_currency', { fields: ['currency'] })
  if (offer.accountId === null && terms.total > 0) return refuse('selling_closed')
  return checkoutWire(db, offer, terms, { today, pointRules, language: caller.language })
}

async function readOrders({ db, now, query, user, setPage }: In<'GET /orders'>) {
  const page = query.page ?? 1
  const rows = await listOrders(db, user.userId, ordersPerPage, (page - 1) * ordersPerPage)
  const total = rows[0]?.total ?? (page > 1 ? ((await countOrders(db, user.userId))?.total ?? 0) : 0)
  setPage({ page, perPage: ordersPerPage, total })
  return rows.map(row => orderWire(row, now))
}

async function readSubscriptions({ db, user, now, asked, caller }: In<'GET /payment-subscription'>) {
  const language = asked.includes('cancelPopupText') ? caller.language : undefined
  const rows = await listSubscriptions(db, user.userId, null)
  return rows.map(row => subscriptionWire(row, { now, timezone: user.timezone, language }))
}

async function forgetMethod({ providerOf, log }: Paying, context: In<'DELETE /v2/user-payment-method/:id'>) {
  const { db, params, user, refuse } = context
  const method = (await findMethod(db, params.id, user.userId)) ?? refuse('not_found')
  if (!(await removeMethod(db, method.id, user.userId))) return refuse('method_in_use')
  // What the provider keeps is of no use without us; if it does not answer now, nothing is lost.
  const forget = async () => (await providerOf(method.accountId)).forgetMethod(method.token)
  await forget().catch((error: unknown) => log.warn({ err: error }, 'A saved way to pay stays at the provider'))
  return {}
}

const sellingHandlers: Pick<Handlers<typeof billing>, keyof typeof sellingCalls> = {
  'GET /studio/services': async ({ db, user, caller }) =>
    (await listShopServices(db, user.brandId)).map(row => shopServiceWire(row, caller.language)),
  'GET /studio/services/:id': readService,
  'POST /studio/services': addService,
  'PUT /studio/services/:id': changeService,
  'PUT /studio/services/:id/state': changeServiceState,
  'GET /studio/discounts': readDiscounts,
  'POST /studio/discounts': addDiscount,
  'PUT /studio/discounts/:id': changeDiscount,
  'PUT /studio/discounts/:id/state': changeDiscountState,
}

const receiptHandlers: Pick<Handlers<typeof billing>, 'GET /receipts/:id' | 'GET /studio/receipts/:id'> = {
  'GET /receipts/:id': async ({ db, params, user, refuse }) =>
    receiptWire((await findOwnReceipt(db, params.id, user.userId)) ?? refuse('not_found')),
  'GET /studio/receipts/:id': async ({ db, params, user, refuse }) =>
    receiptWire((await findBrandReceipt(db, params.id, user.brandId)) ?? refuse('not_found')),
}

/** Calls of what is sold, orders, payments and subscriptions. */
export function billingRoutes(payments: Payments, brands: Brands) {
  const { paying } = payments
  return routes(billing, {
    'GET /course-services': readServices,
    'GET /course-services/view': readSoldService,
    'GET /discount/check/code/:code/course-service/:serviceId': checkDiscount,
    'GET /checkout/:serviceId': context => readCheckout(payments, context),
    'POST /order/:id': placeOrder(paying.listeners, payments.pointRulesOf),
    'GET /orders': readOrders,
    'GET /orders/:id': async ({ db, now, params, user, refuse }) =>
      orderWire((await findOrder(db, params.id, user.userId)) ?? refuse('not_found'), now),
    'POST /orders/:id/pay': context => payOrder(paying, context),
    'POST /orders/:id/check': context => checkOrder(paying, context),
    'GET /installment': readInstallments,
    'GET /installment/:id': readInstallment,
    'GET /payment-subscription': readSubscriptions,
    'GET /payment-subscriptions/:id': async context => {
      const { params, now, user, asked, caller } = context
      const language = asked.includes('cancelPopupText') ? caller.language : undefined
      return subscriptionWire(await ownSubscription(context, params.id), { now, timezone: user.timezone, language })
    },
    'POST /payment-subscriptions/cancel': context => cancelSubscription(paying, context),
    'POST /payment-subscriptions/:id/resume': context => resumeSubscription(paying, context),
    'POST /payment-subscriptions/:id/pause': context => pauseSubscription(paying, context),
    'GET /payment-subscriptions/:id/plans': listPlans,
    'POST /payment-subscriptions/:id/plan': context => changeSubscriptionPlan(paying, context),
    'POST /payment-subscriptions/:id/method': context => changeMethod(paying, context),
    'GET /v2/user-payment-method': async ({ db, user }) => ({
      data: (await listMethods(db, user.userId)).map(({ method }) => method),
    }),
    'DELETE /v2/user-payment-method/:id': context => forgetMethod(paying, context),
    'GET /studio/orders': readShopOrders,
    'GET /studio/orders/:id': async ({ db, user, params, refuse }) =>
      (await findStory(db, params.id, user.brandId)) ?? refuse('not_found'),
    'POST /studio/orders': context => orderByHand(paying, context),
    'POST /studio/orders/:id/refunds': context => refundOrder(paying, context),
    'GET /studio/orders/:id/subscription': readChange,
    'POST /studio/orders/:id/subscription': context => changeByStaff(paying, context),
    'GET /studio/orders/:id/instalments': readParts,
    'POST /studio/orders/:id/instalments': context => changeInstalments(paying, context),
    'POST /app-store/intents': intendPurchase,
    'POST /app-store/purchases': context => handIn(paying, context),
    ...storeSettingsRoutes(payments),
    ...catalogueHandlers(paying, brands),
    ...receiptHandlers,
    ...sellingHandlers,
    ...paymentRoutes(payments),
  })
}
