import { randomUUID } from 'node:crypto'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { many, one } from '#server/platform/database/statement.ts'
import type { Scheduler } from '#shared/features/billing/stores/app-store.ts'
import { lockOrder } from '../orders/order-row.ts'
import type { BillingContext } from '../orders/place-order.ts'
import { settle } from '../orders/settle.ts'
import type { Paying } from '../payments/ask-attempt.ts'
import { askRefund } from '../payments/ask-refund.ts'
import { leftOf, sendBack } from '../payments/refunds.ts'

type Refunding = BillingContext<'POST /studio/orders/:id/refunds'>

const findOrderOfBrand = one<[id: number, brandId: string], { currency: string; scheduler: Scheduler }>(
  'find-order-of-brand',
  'select currency, scheduler from orders where id = $1 and brand_id = $2',
)

/** What was asked to be sent back by a source, and what is left of the order’s payments. */
const listRefundsOf = many<
  [orderId: number, source: string],
  { id: number | null; state: 'begun' | 'pending' | 'done' | 'failed'; left: number }
>(
  'list-refunds-of-source',
  `with paid as (
     select e.id, ${leftOf('e')} as left from ledger_entries e join invoices i on i.id = e.invoice_id
     where i.order_id = $1 and e.kind = 'payment'
   )
   select r.id, r.state, (select coalesce(sum(greatest(0, p.left)), 0)::bigint from paid p) as left
   from (select 1) one left join refunds r on r.source = $2 and r.payment_id in (select p.id from paid p) order by r.id`,
)

/** Whether what went back by itself for a cause has failed, and not been sent again by more than that. */
const findFailedOf = one<[orderId: number, cause: string], { isOwed: boolean }>(
  'find-failed-refunds-of-cause',
  `select coalesce(sum(r.amount) filter (where r.state = 'failed' and r.source not like 'staff %'), 0)
     >= coalesce(sum(r.amount) filter (where r.state <> 'failed' and r.source like 'staff %'), 0) as "isOwed"
   from refunds r join invoices i on i.id = r.invoice_id where i.order_id = $1 and r.cause = $2`,
)

/**
 * Has money of an order sent back, once for each Idempotency-Key. What it opened is closed as soon as the provider says that it is done;
 * one that does not answer is asked again until it does.
 */
export async function refundOrder(paying: Paying, context: Refunding) {
  const { db, now, user, params, body, refuse, idempotencyKey = randomUUID() } = context
  const { amount, cause } = body
  const reason = body.reason?.trim()
  const why = cause ? { cause } : reason ? { reason } : refuse('invalid_input', { fields: ['reason'] })
  const source = `staff ${user.userId} ${idempotencyKey}`
  await db.inTransaction(async tx => {
    const { currency, scheduler } = (await findOrderOfBrand(tx, params.id, user.brandId)) ?? refuse('not_found')
    if (scheduler !== 'own') refuse(`${scheduler}_decides`)
    await lockOrder(tx, params.id)
    const sent = await sendBack(tx, params.id, { amount, why, actorId: user.userId, source }, now)
    if (sent === undefined) return
    if (sent < amount) refuse('refund_too_much', { fields: ['amount'] })
    if (cause && !(await findFailedOf(tx, params.id, cause))?.isOwed) refuse('invalid_input', { fields: ['cause'] })
    const detail = { amount, currency, ...why }
    await writeAudit(tx, user, { action: 'order.refund', targetType: 'order', targetId: params.id, detail })
    await settle(tx, params.id, now, paying.listeners)
  })
  for (const { id, state } of await listRefundsOf(db, params.id, source))
    if (id !== null && state === 'begun') await askNow(paying, id)
  const rows = await listRefundsOf(db, params.id, source)
  const isIn = (...states: string[]) => rows.some(({ state }) => states.includes(state))
  const state = isIn('begun', 'pending') ? 'waiting' : isIn('failed') ? 'failed' : 'done'
  return { left: rows[0]?.left ?? 0, state } as const
}

/** Asks the provider; what it does not take now is asked again, or shown as failed. */
async function askNow(paying: Paying, id: number): Promise<void> {
  try {
    await askRefund(paying, id)
  } catch (error) {
    paying.log.warn({ err: error, refundId: id }, 'A refund was not taken by the payment provider')
  }
}
