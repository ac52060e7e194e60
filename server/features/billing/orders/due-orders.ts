import { type Db, many, one, run } from '#server/platform/database/statement.ts'
import {
  isChargeDue,
  isMissed,
  type Subscription,
  skipMissed,
} from '#shared/features/billing/subscriptions/subscription.ts'
import { type LocalDate, localDate } from '#shared/platform/times.ts'
import type { Paying } from '../payments/ask-attempt.ts'
import { beginAttempt, setNextTry } from '../payments/attempts.ts'
import { findMethod } from '../payments/methods.ts'
import { writeHappenings } from './happenings.ts'
import { nextCharge } from './next-charge.ts'
import type { OrderRow } from './order-row.ts'
import { attemptUnderWay, dayOf, paidOn, subscriptionAt } from './order-state.ts'
import { findRival } from './owned.ts'
import { planNow } from './plan-now.ts'
import { findBuyer } from './place-order.ts'
import { settle } from './settle.ts'

/** Orders to which something happens by now: a charge, an end of access, a reminder. */
export const listDueOrders = many<[nowSeconds: number, limit: number], { id: number }>(
  'list-due-orders',
  `select o.id from orders o where o.due_at <= to_timestamp($1) and (o.status = 'waiting' or not exists (
     select from payment_attempts p join invoices i on i.id = p.invoice_id
     where i.order_id = o.id and p.state in ('begun', 'open', 'pending', 'confirm')))
   order by o.due_at limit $2`,
)

const setReminded = run<[id: number, nowSeconds: number]>(
  'set-order-reminded',
  'update orders set reminded_at = to_timestamp($2) where id = $1 and reminded_at is null',
)

/** Adds the invoice of a subscription's next period to its order. */
const insertRenewal = one<
  {
    orderId: number
    amount: number
    dueSeconds: number
    startsOn: string
    endsOn: string
    credit: number
    title: string | null
    taxRate: number | null
  },
  { id: number; amount: number }
>(
  'insert-renewal-invoice',
  `insert into invoices (order_id, number, amount, due_at, starts_on, ends_on, credit, title, tax_rate)
   select $orderId, 1 + max(i.number), $amount, to_timestamp($dueSeconds), $startsOn, $endsOn, $credit, $title, $taxRate
   from invoices i where i.order_id = $orderId returning id, amount`,
)

/** Does what is due for an order: closes it or ends access, and begins to charge what is to be charged without its payer. */
export async function turnOrder(paying: Paying, orderId: number): Promise<void> {
  const { database, clock, listeners } = paying
  await database.inTransaction(async tx => {
    const now = clock()
    const { order } = await settle(tx, orderId, now, listeners)
    const isReminded = order.status === 'waiting' && order.dueAt !== null && order.dueAt <= now
    if (isReminded && (await setReminded(tx, orderId, now / 1000)) && !(await isOwned(tx, order, now)))
      await paying.write(tx, orderId, 'unpaid')
    await chargeDue(tx, paying, order, now)
    await settle(tx, orderId, now, listeners)
  })
}

/** Who has what an order sells by now, as by a code, is not reminded to pay for it. */
async function isOwned(tx: Db, { id, timezone }: OrderRow, now: number): Promise<boolean> {
  return (await findRival(tx, { orderId: id, today: localDate(now, timezone) }))?.isOwned === true
}

async function chargeDue(tx: Db, paying: Paying, order: OrderRow, now: number): Promise<void> {
  // An app store charges what it has sold, and nobody else does.
  if (order.scheduler !== 'own' || attemptUnderWay(order) || order.userId === null) return
  const subscription = subscriptionAt(order, now)
  if (!subscription) return await chargeInstalment(tx, paying, order, { userId: order.userId, now })
  const today = localDate(now, order.timezone)
  if (!isChargeDue(subscription, today)) return
  const invoice = await renewalInvoice(tx, order, await presentPeriod(tx, order, subscription, today))
  if (!invoice || invoice.amount === 0) return
  const begun = await charge(tx, { order, userId: order.userId, now }, invoice, order.subscription?.methodId ?? null)
  if (begun === undefined && order.subscription) {
    const refused = { kind: 'refused', source: `no method ${today}`, detail: { refusal: 'revoked' } }
    const isNews = await writeHappenings(tx, order.subscription.id, today, [refused])
    if (isNews.length) await paying.write(tx, order.id, 'refused')
  }
}

/** The subscription from the period on that is to be paid now; what was missed until today is written down. */
async function presentPeriod(tx: Db, order: OrderRow, subscription: Subscription, today: LocalDate) {
  const isAsked = nextCharge(order, subscription).known !== undefined
  if (!order.subscription || isAsked || !isMissed(subscription, today)) return subscription
  const missed = { kind: 'missed', source: `missed until ${today}`, detail: {} }
  await writeHappenings(tx, order.subscription.id, today, [missed])
  return skipMissed(subscription, today)
}

async function renewalInvoice(tx: Db, order: OrderRow, subscription: Subscription) {
  const { known, startsOn, ...line } = nextCharge(order, subscription)
  if (known) return known
  const { title = null, taxRate = null } = planNow(order) ?? {}
  const dueSeconds = dayOf(order, startsOn) / 1000
  return insertRenewal(tx, { ...line, orderId: order.id, dueSeconds, startsOn, title, taxRate })
}

async function chargeInstalment(
  tx: Db,
  paying: Paying,
  order: OrderRow,
  { userId, now }: { userId: number; now: number },
) {
  if (order.status !== 'paid' && order.status !== 'overdue') return
  const due = order.invoices.find(
    ({ id, amount, nextTryAt }) => nextTryAt !== null && nextTryAt <= now && paidOn(order, id) < amount,
  )
  if (!due) return
  const begun = await charge(tx, { order, userId, now }, due, order.methodId)
  if (begun === undefined) {
    await setNextTry(tx, due.id, null)
    await paying.write(tx, order.id, 'refused')
  }
}

type Charging = { order: OrderRow; userId: number; now: number }

/** Begins to charge an invoice to a saved method; undefined when the method has gone. */
async function charge(
  tx: Db,
  { userId, now }: Charging,
  invoice: { id: number; amount: number },
  methodId: number | null,
): Promise<number | undefined> {
  const method = methodId === null ? undefined : await findMethod(tx, methodId, userId)
  const buyer = await findBuyer(tx, userId)
  // Who has closed the account, or is blocked, is not charged.
  if (!method || !buyer?.isActive) return undefined
  const { id: ownId, accountId } = method
  const asked = { invoice, accountId, methodId: ownId, isAutomatic: true, savesMethod: false, email: buyer.email ?? '' }
  return beginAttempt(tx, asked, now)
}
