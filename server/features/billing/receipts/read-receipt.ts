import { one } from '#server/platform/database/statement.ts'
import { taxIn } from '#shared/features/billing/selling/discount.ts'
import { type ReceiptFacts, receiptLines } from '#shared/features/billing/orders/receipt.ts'
import type { ReceiptWire } from '#shared/features/billing/orders/receipt-wire.ts'
import { taxRateOf, titleOf } from '../orders/plan-now.ts'

type Row = Omit<ReceiptWire, 'lines' | 'tax'> & Omit<ReceiptFacts, 'kind' | 'amount'>

const columns = `r.id, r.kind, r.code as number, r.is_trial as is_sandbox, unix(r.issued_at) as issued_at, r.seller, b.name as buyer, ${titleOf('i', 'o')} as title,
  o.id as order_id, o.currency, ${taxRateOf('i', 'o')} as tax_rate, e.amount, e.kind as entry, unix(e.happened_at) as happened_at, i.starts_on, i.ends_on,
  case when r.kind = 'credit_note' then (
    select json_build_object('id', p.id, 'number', p.code) from ledger_entries pe join receipts p on p.entry_id = pe.id
    where pe.invoice_id = e.invoice_id and pe.attempt_id is not distinct from e.attempt_id and pe.kind = 'payment'
    order by pe.id limit 1) end as corrects,
  json_build_object('number', i.number, 'amount', i.amount, 'credit', i.credit) as invoice,
  case when o.type = 'course_subscription' then 1 else (select count(*)::int from invoices x where x.order_id = o.id) end as parts,
  o.full_amount as "fullAmount", o.amount as "orderAmount", o.points_discount as "pointsDiscount"`
const tables = `receipts r join ledger_entries e on e.id = r.entry_id join invoices i on i.id = e.invoice_id
  join orders o on o.id = i.order_id left join receipt_buyers b on b.receipt_id = r.id`

/** A receipt or credit note of the one who bought. */
export const findOwnReceipt = one<[id: number, userId: number], Row>(
  'find-own-receipt',
  `select ${columns} from ${tables} where r.id = $1 and b.user_id = $2`,
)

/** A receipt or credit note of a brand. */
export const findBrandReceipt = one<[id: number, brandId: string], Row>(
  'find-brand-receipt',
  `select ${columns} from ${tables} where r.id = $1 and r.brand_id = $2`,
)

/** A receipt or credit note on the wire. */
export function receiptWire({ invoice, parts, fullAmount, orderAmount, pointsDiscount, ...row }: Row): ReceiptWire {
  const { kind, amount, tax_rate: rate } = row
  const lines = receiptLines({ kind, amount, invoice, parts, fullAmount, orderAmount, pointsDiscount })
  return { ...row, tax: taxIn(amount, rate), lines }
}
