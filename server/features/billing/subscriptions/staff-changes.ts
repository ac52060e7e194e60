import { randomUUID } from 'node:crypto'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { type Db, one } from '#server/platform/database/statement.ts'
import type { Subscription } from '#shared/features/billing/subscriptions/subscription.ts'
import { changeHappening, possibleChanges } from '#shared/features/billing/subscriptions/subscription-changes.ts'
import { addDays, isLocalDate, localDate } from '#shared/platform/times.ts'
import { writeHappenings } from '../orders/happenings.ts'
import { nextCharge } from '../orders/next-charge.ts'
import { findAnyOrder, lockOrder, type OrderRow } from '../orders/order-row.ts'
import { attemptUnderWay, subscriptionAt } from '../orders/order-state.ts'
import type { BillingContext } from '../orders/place-order.ts'
import { settle } from '../orders/settle.ts'
import type { Paying } from '../payments/ask-attempt.ts'
import { otherPlans } from './change-subscription.ts'

type Reading = BillingContext<'GET /studio/orders/:id/subscription'>
type Changing = BillingContext<'POST /studio/orders/:id/subscription'>
type Asked = Pick<Changing['body'], 'kind' | 'on' | 'service_id'> & { reason: string }

/** How far ahead the next payment may be put off. */
const mostDaysAhead = 730

const findSubscribed = one<[orderId: number, brandId: string], { id: number; serviceId: number | null }>(
  'find-subscribed',
  `select ps.id, ps.service_id as "serviceId" from payment_subscriptions ps join orders o on o.id = ps.order_id
   where o.id = $1 and o.brand_id = $2`,
)

async function subscribed(db: Db, { params, user, now, refuse }: Reading | Changing) {
  const own = (await findSubscribed(db, params.id, user.brandId)) ?? refuse('not_found')
  const order = (await findAnyOrder(db, params.id)) ?? refuse('not_found')
  const subscription = subscriptionAt(order, now) ?? refuse('subscription_unfit')
  return { own, order, subscription }
}

/** How a subscription stands: until when it is paid, and what is charged when. */
function summaryOf(order: OrderRow, subscription: Subscription) {
  const { state, paidUntil, nextTryOn } = subscription
  const isOver = state === 'ending' || state === 'ended'
  return {
    state,
    paid_until: paidUntil,
    next_charge_on: nextTryOn ?? null,
    next_amount: nextTryOn === undefined ? null : nextCharge(order, subscription).amount,
    ends_on: isOver ? paidUntil : null,
  }
}

const changesOf = ({ status }: OrderRow, subscription: Subscription) =>
  possibleChanges(subscription, status === 'disputed')

/** What staff ask for, as it is written into the history; undefined where the subscription does not allow it now. */
async function happeningOf(
  db: Db,
  { order, subscription, own }: Awaited<ReturnType<typeof subscribed>>,
  asked: Asked,
  now: number,
) {
  const today = localDate(now, order.timezone)
  const { kind, on, service_id: serviceId, reason } = asked
  if (!changesOf(order, subscription).includes(kind) || attemptUnderWay(order)) return undefined
  const isFit = on !== undefined && isLocalDate(on) && on > today && on <= addDays(today, mostDaysAhead)
  const other =
    kind === 'plan'
      ? (await otherPlans(db, order, own.serviceId)).find(({ service }) => service.id === serviceId)
      : undefined
  const plan = other && { ...other.plan, ...other.sold }
  return changeHappening({ kind, to: isFit ? on : undefined, plan, reason }, today)
}

/** A subscription as staff may change it, and as it would stand after what is asked for. */
export async function readChange(context: Reading) {
  const { db, now, query } = context
  const found = await subscribed(db, context)
  const { order, subscription, own } = found
  const { kind } = query
  const happening = kind && (await happeningOf(db, found, { ...query, kind, reason: '' }, now))
  const changed = happening && subscriptionAt(order, now, happening)
  return {
    can: order.scheduler === 'own' ? changesOf(order, subscription) : [],
    currency: order.currency,
    plans: (await otherPlans(db, order, own.serviceId)).map(({ service }) => ({
      service_id: service.id,
      title: service.title,
      amount: service.price,
      period: service.period,
      interval: service.interval,
    })),
    now: summaryOf(order, subscription),
    after: changed ? summaryOf(order, changed) : null,
  }
}

/** Changes a learner’s subscription with a reason, once for each Idempotency-Key. */
export async function changeByStaff({ listeners }: Paying, context: Changing) {
  const { db, now, user, params, body, refuse, idempotencyKey = randomUUID() } = context
  const reason = body.reason.trim() || refuse('invalid_input', { fields: ['reason'] })
  const source = `staff ${user.userId} ${idempotencyKey}`
  return db.inTransaction(async tx => {
    await lockOrder(tx, params.id)
    const found = await subscribed(tx, context)
    const { scheduler } = found.order
    if (scheduler !== 'own') return refuse(`${scheduler}_decides`)
    if (isKnown(found.order, source)) return summaryOf(found.order, found.subscription)
    const happening = await happeningOf(tx, found, { ...body, reason }, now)
    if (!happening) return refuse('subscription_unfit', { fields: [missingField(body.kind)] })
    const { kind, on, ...detail } = happening
    await writeHappenings(tx, found.own.id, on, [{ kind, source, detail }])
    await writeAudit(tx, user, {
      action: 'subscription.change',
      targetType: 'order',
      targetId: params.id,
      detail: body,
    })
    const { order } = await settle(tx, params.id, now, listeners)
    return summaryOf(order, subscriptionAt(order, now) ?? found.subscription)
  })
}

const isKnown = ({ subscription }: OrderRow, source: string) =>
  subscription?.history.some(happened => happened.source === source) ?? false

const missingField = (kind: Asked['kind']) => (kind === 'move' ? 'on' : kind === 'plan' ? 'service_id' : 'kind')
