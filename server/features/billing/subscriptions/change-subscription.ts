import { randomUUID } from 'node:crypto'
import { type Db, one } from '#server/platform/database/statement.ts'
import { isReasonLongEnough } from '#shared/features/billing/subscriptions/cancel-reasons.ts'
import {
  can,
  canGoOn,
  changePlan,
  type Plan,
  type SubscriptionState,
} from '#shared/features/billing/subscriptions/subscription.ts'
import { restOf } from '#shared/features/billing/payments/least-amounts.ts'
import { localDate } from '#shared/platform/times.ts'
import { writeHappenings } from '../orders/happenings.ts'
import { listServices, priceOf, serviceWire } from '../orders/offers.ts'
import { findOrder, type OrderRow } from '../orders/order-row.ts'
import { attemptUnderWay, payableInvoice, subscriptionAt, waitsForPayer } from '../orders/order-state.ts'
import { orderWire } from '../orders/order-wire.ts'
import type { SoldAs } from '../orders/plan-now.ts'
import type { BillingContext } from '../orders/place-order.ts'
import { findBuyer } from '../orders/place-order.ts'
import { settle } from '../orders/settle.ts'
import { askAttempt, type Paying } from '../payments/ask-attempt.ts'
import { beginAttempt, setOrderMethod } from '../payments/attempts.ts'
import { findMethod, findPayee } from '../payments/methods.ts'
import { isUnanswered } from '../providers/provider.ts'
import { listSubscriptions, type SubscriptionRow } from './queries.ts'
import { subscriptionWire } from './subscription-wire.ts'

type Deciding =
  | BillingContext<'POST /payment-subscriptions/cancel'>
  | BillingContext<'POST /payment-subscriptions/:id/resume'>
  | BillingContext<'POST /payment-subscriptions/:id/pause'>
type Changing = Deciding | BillingContext<'POST /payment-subscriptions/:id/plan'>
type Own =
  | Changing
  | BillingContext<'POST /payment-subscriptions/:id/method'>
  | BillingContext<'GET /payment-subscriptions/:id'>
  | BillingContext<'GET /payment-subscriptions/:id/plans'>

/** In which states a decision has been carried out already. */
const already: Record<'canceled' | 'resumed' | 'paused', readonly SubscriptionState[]> = {
  canceled: ['ending', 'ended'],
  resumed: ['active', 'trial'],
  paused: ['paused'],
}

/** An own subscription; anybody else’s is not found. */
export async function ownSubscription({ db, user, refuse }: Own, id: number): Promise<SubscriptionRow> {
  return (await listSubscriptions(db, user.userId, id))[0] ?? refuse('not_found')
}

async function lockOwn(tx: Db, context: Changing, paying: Paying, orderId: number): Promise<OrderRow> {
  await settle(tx, orderId, context.now, paying.listeners)
  return (await findOrder(tx, orderId, context.user.userId)) ?? context.refuse('not_found')
}

/** Writes into a subscription’s history what its learner has decided, if its state allows it. */
async function decide(
  paying: Paying,
  context: Deciding,
  id: number,
  { kind, detail = {} }: { kind: 'canceled' | 'resumed' | 'paused'; detail?: Record<string, unknown> },
) {
  const { db, now, user, refuse } = context
  const { order_id: orderId } = await ownSubscription(context, id)
  if (orderId === null) return refuse('subscription_cannot')
  const source = `learner ${randomUUID()}`
  await db.inTransaction(async tx => {
    const order = await lockOwn(tx, context, paying, orderId)
    if (order.scheduler !== 'own') return refuse('store_decides')
    const subscription = subscriptionAt(order, now)
    if (!order.subscription || !subscription) return refuse('subscription_cannot')
    if (already[kind].includes(subscription.state)) return
    const isPossible =
      kind === 'resumed' ? canGoOn(subscription.state, order.status === 'disputed') : can(subscription.state, kind)
    if (!isPossible) return refuse('subscription_cannot')
    await writeHappenings(tx, order.subscription.id, localDate(now, order.timezone), [{ kind, source, detail }])
    await settle(tx, orderId, now, paying.listeners)
  })
  return subscriptionWire(await ownSubscription(context, id), { now, timezone: user.timezone })
}

export async function cancelSubscription(
  paying: Paying,
  context: BillingContext<'POST /payment-subscriptions/cancel'>,
) {
  const { query, body, refuse } = context
  if (!isReasonLongEnough(body.reason)) refuse('reason_too_short', { fields: ['reason'] })
  const detail = { reason_type: body.reason_type, reason: body.reason.trim() }
  return { subscription: await decide(paying, context, query.id, { kind: 'canceled', detail }), redirectUrl: null }
}

export const resumeSubscription = (paying: Paying, context: BillingContext<'POST /payment-subscriptions/:id/resume'>) =>
  decide(paying, context, context.params.id, { kind: 'resumed' })

export const pauseSubscription = (paying: Paying, context: BillingContext<'POST /payment-subscriptions/:id/pause'>) =>
  decide(paying, context, context.params.id, { kind: 'paused' })

/** Charges a subscription to another saved method from now on, and at once what is past due. */
export async function changeMethod(paying: Paying, context: BillingContext<'POST /payment-subscriptions/:id/method'>) {
  const { db, now, params, body, user, refuse } = context
  const { order_id: orderId } = await ownSubscription(context, params.id)
  const method = await findMethod(db, body.method_id, user.userId)
  if (!method || orderId === null) return refuse('method_gone', { fields: ['method_id'] })
  const page = attemptUnderWay((await findOrder(db, orderId, user.userId)) ?? refuse('not_found'))
  // Who chooses a card does not pay on the page that is open, nor confirms for another; one that stays leaves the card to be charged after it.
  if (page && waitsForPayer(page)) await askAttempt(paying, page.id, 'end').catch(onlyIfUnanswered)
  const attemptId = await db.inTransaction(async tx => {
    const { scheduler } = (await settle(tx, orderId, now, paying.listeners)).order
    if (scheduler !== 'own') return refuse('store_decides')
    const payee = await findPayee(tx, user.brandId, orderId)
    if (method.isSandbox !== payee?.isPaidInSandbox) return refuse('method_gone', { fields: ['method_id'] })
    await setOrderMethod(tx, orderId, method.id)
    const order = (await findOrder(tx, orderId, user.userId)) ?? refuse('not_found')
    const invoice = order.status === 'waiting' || attemptUnderWay(order) ? undefined : payableInvoice(order, now)
    return invoice && beginCharge(tx, context, invoice, method)
  })
  // Who cannot be asked now is asked again by itself.
  if (attemptId !== undefined) await askAttempt(paying, attemptId).catch(onlyIfUnanswered)
  return subscriptionWire(await ownSubscription(context, params.id), { now, timezone: user.timezone })
}

const onlyIfUnanswered = (error: unknown) => {
  if (!isUnanswered(error)) throw error
}

/** Begins to charge an invoice to a saved method, because its owner wants it. */
async function beginCharge(
  tx: Db,
  { now, user }: Pick<Changing, 'now' | 'user'>,
  invoice: { id: number; amount: number },
  method: { id: number; accountId: number },
): Promise<number | undefined> {
  const { id: methodId, accountId } = method
  const email = (await findBuyer(tx, user.userId))?.email ?? ''
  return beginAttempt(tx, { invoice, accountId, methodId, isAutomatic: false, savesMethod: false, email }, now)
}

type Other = { service: ReturnType<typeof serviceWire>; plan: Plan; sold: SoldAs }

/** The plans to which an order’s subscription can be changed: subscriptions to the same, in its currency. */
export async function otherPlans(db: Db, order: OrderRow, serviceId: number | null): Promise<Other[]> {
  const services = await listServices(db, order.brandId)
  return services.flatMap(row => {
    const price = priceOf(row, order.currency)
    const isOther = row.type === 'course_subscription' && row.id !== serviceId && row.courseId === order.courseId
    if (!price || !isOther) return []
    const plan = { amount: price.amount, period: { count: row.periodCount, unit: row.periodUnit } }
    const service = { ...serviceWire(row, order.language), price: price.amount, currency: price.currency }
    return [{ service, plan, sold: { serviceId: row.id, title: service.title, taxRate: row.taxRate } }]
  })
}

export async function listPlans(context: BillingContext<'GET /payment-subscriptions/:id/plans'>) {
  const { db, now, params, user } = context
  const { order_id: orderId, service_id: serviceId } = await ownSubscription(context, params.id)
  const order = orderId === null ? undefined : await findOrder(db, orderId, user.userId)
  const subscription = order && subscriptionAt(order, now)
  if (!order || !subscription) return []
  if (order.scheduler !== 'own') return []
  const today = localDate(now, order.timezone)
  return (await otherPlans(db, order, serviceId)).flatMap(({ service, plan }) => {
    const change = changePlan(subscription, plan, today)
    if (!change) return []
    const { endsOn } = change.invoice
    const amount = changeAmount(plan, change.invoice, order)
    const { credit: left } = change.changed
    return [{ service, amount, credit: plan.amount - amount, left, ends_on: endsOn }]
  })
}

/** What a change of plan takes now. */
const changeAmount = (plan: Plan, invoice: { amount: number }, { currency }: OrderRow) =>
  restOf(plan.amount, plan.amount - invoice.amount, currency)

/** Adds the invoice of a change of plan to an order. */
const insertChange = one<
  {
    orderId: number
    amount: number
    nowSeconds: number
    startsOn: string
    endsOn: string
    credit: number
    plan: string
    title: string
    taxRate: number
  },
  { id: number }
>(
  'insert-change-invoice',
  `insert into invoices (order_id, number, amount, due_at, starts_on, ends_on, credit, plan, title, tax_rate)
   select $orderId, 1 + max(i.number), $amount, to_timestamp($nowSeconds), $startsOn, $endsOn, $credit, $plan::jsonb, $title, $taxRate
   from invoices i where i.order_id = $orderId returning id`,
)

/** Changes the plan once its invoice is paid; one that costs nothing now is changed at once. */
export async function changeSubscriptionPlan(
  paying: Paying,
  context: BillingContext<'POST /payment-subscriptions/:id/plan'>,
) {
  const { db, now, params, body, user, refuse } = context
  const { order_id: orderId, service_id: serviceId, method } = await ownSubscription(context, params.id)
  if (orderId === null) return refuse('subscription_cannot')
  const attemptId = await db.inTransaction(async tx => {
    const order = await lockOwn(tx, context, paying, orderId)
    if (order.scheduler !== 'own') return refuse('store_decides')
    const subscription = subscriptionAt(order, now)
    const other = (await otherPlans(tx, order, serviceId)).find(({ service }) => service.id === body.service_id)
    const change = subscription && other && changePlan(subscription, other.plan, localDate(now, order.timezone))
    if (!change || attemptUnderWay(order)) return refuse('subscription_cannot')
    const { startsOn, endsOn } = change.invoice
    const amount = changeAmount(other.plan, change.invoice, order)
    if (amount !== body.amount) return refuse('price_changed', { fields: ['amount'] })
    const credit = other.plan.amount - amount
    const { title, taxRate } = other.sold
    const plan = JSON.stringify({ ...other.plan, ...other.sold })
    const line = { orderId, amount, nowSeconds: now / 1000, startsOn, endsOn, credit, plan, title, taxRate }
    const invoice = (await insertChange(tx, line)) ?? refuse('subscription_cannot')
    if (amount === 0) return undefined
    const saved = method ? await findMethod(tx, method.id, user.userId) : undefined
    if (!saved) return refuse('method_gone')
    return beginCharge(tx, context, { id: invoice.id, amount }, saved)
  })
  if (attemptId !== undefined) await asked(() => askAttempt(paying, attemptId))
  else await db.inTransaction(tx => settle(tx, orderId, now, paying.listeners))
  return orderWire((await findOrder(db, orderId, user.userId)) ?? refuse('not_found'), now)

  async function asked(work: () => Promise<unknown>) {
    try {
      await work()
    } catch (error) {
      if (isUnanswered(error)) refuse('provider_silent', { retryAfter: 60 })
      throw error
    }
  }
}
