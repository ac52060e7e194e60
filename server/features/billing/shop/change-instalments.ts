import { writeAudit } from '#server/features/accounts/audit.ts'
import { type Db, run } from '#server/platform/database/statement.ts'
import { isDivisible, type Part, partsOf } from '#shared/features/billing/orders/installments.ts'
import type { PartsWire } from '#shared/features/billing/orders/shop-calls.ts'
import { addDays, isLocalDate, localDate } from '#shared/platform/times.ts'
import { findAnyOrder, lockOrder, type OrderRow } from '../orders/order-row.ts'
import { attemptUnderWay, dayOf, invoicesOf, paidOn, stateOf } from '../orders/order-state.ts'
import type { BillingContext } from '../orders/place-order.ts'
import { settle } from '../orders/settle.ts'
import type { Paying } from '../payments/ask-attempt.ts'

type Reading = BillingContext<'GET /studio/orders/:id/instalments'>
type Changing = BillingContext<'POST /studio/orders/:id/instalments'>

/** How far ahead the next part may be put off. */
const mostDaysAhead = 730

/** Has what is left of an order be asked for by other invoices (JSON); those that asked for it before are kept for the books. */
const replaceInvoices = run<[orderId: number, replaced: number[], parts: string, nowSeconds: number]>(
  'replace-invoices',
  `with gone as (
     update invoices set replaced_at = to_timestamp($4), next_try_at = null where order_id = $1 and id = any($2)
   ), o as (
     update orders set due_at = null where id = $1
   )
   insert into invoices (order_id, number, amount, due_at, next_try_at, created_at)
   select $1, n.place + (select max(i.number) from invoices i where i.order_id = $1), n.amount, to_timestamp(n."dueAt"),
     to_timestamp(n."dueAt"), to_timestamp($4)
   from json_to_recordset($3) as n(place int, amount bigint, "dueAt" double precision)`,
)

/** Its invoices that are still to be paid. */
const unpaidOf = (order: OrderRow, now: number) =>
  invoicesOf(order, now).filter(({ id, amount }) => paidOn(order, id) < amount)

const leftOf = (order: OrderRow, now: number) => unpaidOf(order, now).reduce((sum, { amount }) => sum + amount, 0)

/** Whether what is left of an order can be divided otherwise: once something is paid, and while no payment is under way. */
function canDivide(order: OrderRow, now: number): boolean {
  const { status } = stateOf(order, now)
  const isRunning = status === 'paid' || status === 'overdue'
  return isRunning && order.subscription === null && leftOf(order, now) > 0 && attemptUnderWay(order) === undefined
}

const asWire = (parts: readonly Part[], isPaid: boolean): PartsWire =>
  parts.map(({ amount, dueOn }) => ({ amount, due_on: dueOn, is_paid: isPaid }))

/** The parts of an order; those that are left may be others than they are. */
function partsWire(order: OrderRow, now: number, others?: readonly Part[]): PartsWire {
  const dated = (invoices: OrderRow['invoices']) =>
    invoices.map(({ amount, dueAt }) => ({ amount, dueOn: localDate(dueAt, order.timezone) }))
  const unpaid = unpaidOf(order, now)
  const paid = invoicesOf(order, now).filter(invoice => !unpaid.includes(invoice))
  return [...asWire(dated(paid), true), ...asWire(others ?? dated(unpaid), false)]
}

/** What is left of an order as it would be divided, or the field that does not allow it. */
function division(order: OrderRow, { on, parts }: { on: string; parts: number }, now: number): Part[] | 'on' | 'parts' {
  const today = localDate(now, order.timezone)
  if (!isLocalDate(on) || on < today || on > addDays(today, mostDaysAhead)) return 'on'
  const divided = { amount: leftOf(order, now), currency: order.currency, count: parts }
  return canDivide(order, now) && isDivisible(divided) ? partsOf(divided, on, order.period) : 'parts'
}

async function orderOfBrand(db: Db, { params, user, refuse }: Reading | Changing): Promise<OrderRow> {
  const order = await findAnyOrder(db, params.id)
  return order?.brandId === user.brandId ? order : refuse('not_found')
}

/** The parts of an order, and as staff would have them. */
export async function readParts(context: Reading) {
  const { db, now, query } = context
  const order = await orderOfBrand(db, context)
  const { on, parts } = query
  const divided = on === undefined || parts === undefined ? undefined : division(order, { on, parts }, now)
  return {
    can: canDivide(order, now),
    currency: order.currency,
    left: leftOf(order, now),
    today: localDate(now, order.timezone),
    now: partsWire(order, now),
    after: Array.isArray(divided) ? partsWire(order, now, divided) : null,
  }
}

/** Divides what is left of an order otherwise, with a reason; where it is divided so already, nothing happens. */
export async function changeInstalments({ listeners }: Paying, context: Changing) {
  const { db, now, user, params, body, refuse } = context
  const reason = body.reason.trim() || refuse('invalid_input', { fields: ['reason'] })
  const { on, parts } = body
  return db.inTransaction(async tx => {
    await lockOrder(tx, params.id)
    const order = await orderOfBrand(tx, context)
    const divided = division(order, body, now)
    if (!Array.isArray(divided)) return refuse('instalments_unfit', { fields: [divided] })
    const wanted = partsWire(order, now, divided)
    if (JSON.stringify(wanted) === JSON.stringify(partsWire(order, now))) return wanted
    const rows = divided.map(({ amount, dueOn }, at) => ({ place: at + 1, amount, dueAt: dayOf(order, dueOn) / 1000 }))
    const replaced = unpaidOf(order, now).map(({ id }) => id)
    await replaceInvoices(tx, params.id, replaced, JSON.stringify(rows), now / 1000)
    const detail = { on, parts, reason }
    await writeAudit(tx, user, { action: 'instalments.change', targetType: 'order', targetId: params.id, detail })
    return partsWire((await settle(tx, params.id, now, listeners)).order, now)
  })
}
