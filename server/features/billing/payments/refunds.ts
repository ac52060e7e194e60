import { type Db, many, run } from '#server/platform/database/statement.ts'
import type { RefundCause } from '#shared/features/billing/orders/shop-wire.ts'

/** A payment with what is left of it to be sent back, in minor units; what is being sent back does not count as left. */
type PaymentLeft = { id: number; invoiceId: number; left: number; underWay: number; isKnown: boolean }

/**
 * SQL: what is left of the payment `e` to be sent back, in minor units; what is being sent back does not count as left. Of an invoice
 * that was paid by hand there is one payment.
 */
export const leftOf = (e: string) => `(${e}.amount
  - (select coalesce(sum(r.amount), 0) from refunds r where r.payment_id = ${e}.id and r.state in ('begun', 'pending'))
  - (select coalesce(sum(case when b.kind like '%_reversal' then -b.amount else b.amount end), 0)
     from ledger_entries b where b.invoice_id = ${e}.invoice_id and b.attempt_id is not distinct from ${e}.attempt_id
       and b.kind <> 'payment'))::bigint`

/** A locked order’s payments, the latest first, and whether this source has had any of it sent back already. */
const listPaymentsLeft = many<[orderId: number, source: string], PaymentLeft>(
  'list-payments-left',
  `select e.id, e.invoice_id as "invoiceId",
     ${leftOf('e')} as left,
     (select coalesce(sum(r.amount), 0)::bigint from refunds r where r.payment_id = e.id and r.state in ('begun', 'pending')) as "underWay",
     exists (select from refunds r join ledger_entries p on p.id = r.payment_id join invoices pi on pi.id = p.invoice_id
       where pi.order_id = $1 and r.source = $2) as "isKnown"
   from ledger_entries e join invoices i on i.id = e.invoice_id
   where i.order_id = $1 and e.kind = 'payment' order by e.id desc`,
)

/** Writes down what is to be sent back before the provider is asked. */
const insertRefund = run<{
  source: string
  invoiceId: number
  paymentId: number
  amount: number
  reason: string
  cause: RefundCause | null
  actorId: number | null
  nowSeconds: number
}>(
  'insert-refund',
  `insert into refunds (source, invoice_id, payment_id, amount, reason, cause, actor_id, ask_at, created_at)
   values ($source, $invoiceId, $paymentId, $amount, $reason, $cause, $actorId, to_timestamp($nowSeconds), to_timestamp($nowSeconds))`,
)

/** Enters that a refund which was done has come back, once; staff see that it failed. */
export const undoRefund = run<[accountId: number, objectId: string, atSeconds: number]>(
  'undo-refund',
  `with undone as (
     insert into ledger_entries (invoice_id, attempt_id, kind, amount, account_id, object_id, happened_at)
     select e.invoice_id, e.attempt_id, 'refund_reversal', e.amount, e.account_id, e.object_id, to_timestamp($3)
     from ledger_entries e where e.account_id = $1 and e.object_id = $2 and e.kind = 'refund'
     on conflict do nothing returning account_id, object_id
   )
   update refunds r set state = 'failed', ask_at = null from undone u, ledger_entries p
   where p.id = r.payment_id and p.account_id = u.account_id and r.object_id = u.object_id`,
)

type Asked = {
  amount: number
  /** What staff write, or why it goes back by itself. */
  why: { reason: string } | { cause: RefundCause }
  actorId: number | null
  source: string
  /** Only what was paid of this one, where it is given. */
  ofInvoice?: number
  /** Whether what is being sent back already counts as a part of the amount. */
  isInAll?: boolean
}

/**
 * Has an amount (minor units) of a locked order’s payments sent back, from the latest on, once for each `source`. Answers how much of it
 * there is to be sent back, undefined where the source has had it sent back already. The provider is asked afterwards.
 */
export async function sendBack(
  tx: Db,
  orderId: number,
  { amount, ofInvoice, isInAll = false, why, ...asked }: Asked,
  now: number,
): Promise<number | undefined> {
  const payments = await listPaymentsLeft(tx, orderId, asked.source)
  if (payments.some(({ isKnown }) => isKnown)) return undefined
  const underWay = isInAll ? payments.reduce((sum, payment) => sum + payment.underWay, 0) : 0
  const named = { reason: '', cause: null, ...why }
  let rest = Math.max(0, amount - underWay)
  for (const { id: paymentId, invoiceId, left } of payments) {
    const part = Math.min(rest, left)
    if (part <= 0 || (ofInvoice ?? invoiceId) !== invoiceId) continue
    await insertRefund(tx, { ...asked, ...named, invoiceId, paymentId, amount: part, nowSeconds: now / 1000 })
    rest -= part
  }
  return amount - rest
}
