import { type Db, many, run } from '#server/platform/database/statement.ts'
import { can, changePlan, type Subscription } from '#shared/features/billing/subscriptions/subscription.ts'
import type { LocalDate } from '#shared/platform/times.ts'
import { localDate } from '#shared/platform/times.ts'
import type { OrderRow } from './order-row.ts'
import { paidOn, spansAt, subscriptionAt } from './order-state.ts'
import { takenBack } from './taken-back.ts'

/** Of a day of its own where it is known only later. */
type Happening = { kind: string; source: string; detail: Record<string, unknown>; on?: LocalDate }

const insertHappenings = many<[subscriptionId: number, on: LocalDate, happenings: string], { kind: string }>(
  'insert-subscription-events',
  `insert into subscription_events (subscription_id, kind, happened_on, source, detail)
   select $1, h.kind, coalesce(h."on", $2), h.source, h.detail
   from rows from (json_to_recordset($3) as (kind text, source text, detail jsonb, "on" date))
     with ordinality as h(kind, source, detail, "on", at)
   order by h.at
   on conflict (subscription_id, kind, source) do nothing returning kind`,
)

/** Writes down what happened to a subscription on a day; what is known already is left. */
export const writeHappenings = (...[tx, id, on, list]: [Db, number, LocalDate, Happening[]]) =>
  insertHappenings(tx, id, on, JSON.stringify(list))

/** Whether a period, or a change of plan, was paid that the history of an order’s subscription does not know yet. */
export const isNewlyPaid = (order: OrderRow): boolean =>
  order.subscription !== null && order.scheduler === 'own' && newlyPaid(order).length > 0

/**
 * What the ledger and the attempts say about an order’s subscription that its history does not know yet. Of one that has a
 * successor no payment is used.
 */
export function unknownHappenings(order: OrderRow, now: number, hasSuccessor: boolean): Happening[] {
  // An app store tells all that there is to know.
  if (!order.subscription || order.scheduler !== 'own') return []
  const { history } = order.subscription
  const isNew = ({ kind, source }: Happening) => !history.some(known => known.kind === kind && known.source === source)
  const subscription = subscriptionAt(order, now)
  if (!subscription) return beginning(order)
  const paid = payments(order, now, hasSuccessor)
  return [...paid, ...[...refusals(order), ...takenBack(order, paid, subscription)].filter(isNew)]
}

/** It begins with its first payment, or with a trial once there is something to charge after it. */
function beginning(order: OrderRow): Happening[] {
  const [first] = order.invoices
  if (!first) return []
  const isSaved = order.attempts.some(({ invoiceId, state }) => invoiceId === first.id && state === 'done')
  // Points that were to pay the first period may have been given back, when the order was closed, and spent.
  const isFree = isSaved && !(order.status === 'closed' && order.pointsHeld < order.pointsSpent)
  if (first.amount > 0 ? paidOn(order, first.id) < first.amount : !isFree) return []
  const plan = { amount: order.fullAmount, period: order.period }
  const isTrial = order.trialDays > 0 && first.amount === 0
  const begun = {
    kind: 'begun',
    source: 'order',
    detail: { plan, trialDays: isTrial ? order.trialDays : 0, graceDays: order.graceDays },
  }
  const discount = order.fullAmount - order.amount
  return isTrial ? [begun] : [begun, { kind: 'paid', source: `invoice ${first.id}`, detail: { discount } }]
}

/**
 * What was paid, on the day on which it was begun to be: the answer may come when the days for it are over. A payment that the subscription
 * had no use for even then is marked, and sent back.
 */
function payments(order: OrderRow, now: number, hasSuccessor: boolean): Happening[] {
  return newlyPaid(order).flatMap(({ id, amount, credit, plan }): Happening[] => {
    const begunAt = order.attempts.findLast(({ invoiceId, state }) => invoiceId === id && state === 'done')?.createdAt
    const subscription = subscriptionAt(order, begunAt ?? now)
    if (!subscription) return []
    const on = localDate(begunAt ?? now, order.timezone)
    const source = `invoice ${id}`
    if (plan) {
      const isUnused = hasSuccessor || changePlan(subscription, plan, on) === undefined
      return [{ kind: 'changed', source, on, detail: { plan, isUnused } }]
    }
    const discount = Math.max(0, subscription.plan.amount - credit - amount)
    const isUnused = hasSuccessor || !can(subscription.state, 'paid')
    return [{ kind: 'paid', source, on, detail: { discount, isUnused } }]
  })
}

function newlyPaid(order: OrderRow) {
  const known = new Set(order.subscription?.history.map(({ source }) => source))
  return order.invoices.filter(
    ({ id, number, amount }) => number > 1 && paidOn(order, id) >= amount && !known.has(`invoice ${id}`),
  )
}

function refusals({ attempts, invoices }: OrderRow): Happening[] {
  const ofPeriods = new Set(invoices.filter(({ number, plan }) => number > 1 && !plan).map(({ id }) => id))
  return attempts
    .filter(({ state, isAutomatic, invoiceId }) => state === 'refused' && isAutomatic && ofPeriods.has(invoiceId))
    .map(({ id, refusal }) => ({
      kind: 'refused',
      source: `attempt ${id}`,
      detail: { refusal: refusal ?? 'declined' },
    }))
}

type Derived = {
  id: number
  status: 'Created' | 'Active' | 'Canceled'
  state: Subscription['state']
  /** Unix seconds. */
  endAt: number | null
  nextPayAt: number | null
  nextChargeOn: LocalDate | null
  paidUntil: LocalDate
  amount: number
  /** What the next payment takes: less than a period while a credit is left, or a code makes the first one cheaper. */
  nextAmount: number | null
  count: number
  unit: string
  /** What it is of now, after a change of plan. */
  serviceId: number
  title: string
}

/** Writes what is derived from a subscription’s history, for those who ask whether it is active; answers 0 where it is so already. */
const setSubscription = run<Derived>(
  'set-subscription',
  `update payment_subscriptions set status = $status, state = $state, end_at = to_timestamp($endAt),
     next_pay_at = to_timestamp($nextPayAt), next_charge_on = $nextChargeOn, paid_until = $paidUntil,
     amount = $amount, next_amount = $nextAmount, period_count = $count, period_unit = $unit, service_id = $serviceId, title = $title,
     course_service_type = (select case when s.is_general then 'general_subscription' else 'main_subscription' end
       from services s where s.id = $serviceId)
   where id = $id and (status, state, end_at, next_pay_at, next_charge_on, paid_until, amount, next_amount,
       period_count, period_unit, service_id, title)
     is distinct from ($status, $state, to_timestamp($endAt), to_timestamp($nextPayAt), $nextChargeOn::date, $paidUntil::date,
       $amount::bigint, $nextAmount::bigint, $count::int, $unit, $serviceId::bigint, $title)`,
)

/** Writes down the states in which a subscription has been (JSON); those beyond them are forgotten. */
const writeSpans = run<[subscriptionId: number, spans: string]>(
  'write-subscription-spans',
  `with gone as (
     delete from subscription_spans where subscription_id = $1 and number > json_array_length($2)
   )
   insert into subscription_spans (subscription_id, number, state, starts_on, ends_on, reason)
   select $1, s.at, s.state, s."startsOn", s."endsOn", s.reason
   from rows from (json_to_recordset($2) as (state text, "startsOn" date, "endsOn" date, reason text))
     with ordinality as s(state, "startsOn", "endsOn", reason, at)
   on conflict (subscription_id, number) do update
     set (state, starts_on, ends_on, reason) = (excluded.state, excluded.starts_on, excluded.ends_on, excluded.reason)`,
)

/** Writes down what is derived from a subscription’s history, where it is not so already; answers whether anything changed. */
export async function keepSubscription(tx: Db, order: OrderRow, derived: Derived, now: number): Promise<boolean> {
  const isMoved = (await setSubscription(tx, derived)) > 0
  const spans = JSON.stringify(spansAt(order, now))
  if (spans === JSON.stringify(order.subscription?.spans)) return isMoved
  await writeSpans(tx, derived.id, spans)
  return true
}

/** The date on which something is written into an order’s history at `now` (ms). */
export const dateOf = ({ timezone }: OrderRow, now: number) => localDate(now, timezone)
