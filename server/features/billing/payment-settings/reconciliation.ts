import { many } from '#server/platform/database/statement.ts'
import type { ReconciledWire } from '#shared/features/billing/payments/payment-calls.ts'
import { type LocalDate, startOfDay } from '#shared/platform/times.ts'
import { periodStart } from '#shared/features/billing/subscriptions/periods.ts'
import type { BillingContext } from '../orders/place-order.ts'

type Asked = { brandId: string; timezone: string; fromSeconds: number; untilSeconds: number }

/** What came in and went back on each day of a time span, by provider and currency: every entry of the ledger is in one row. */
const listReconciled = many<Asked, ReconciledWire>(
  'list-reconciled',
  `select (e.happened_at at time zone $timezone)::date::text as date, a.provider, o.currency,
     coalesce(sum(e.amount) filter (where e.kind = 'payment'), 0)::bigint as gross,
     coalesce(sum(e.fee), 0)::bigint as fee,
     coalesce(sum(case e.kind when 'refund' then e.amount when 'refund_reversal' then -e.amount end), 0)::bigint as refund,
     coalesce(sum(case e.kind when 'chargeback' then e.amount when 'chargeback_reversal' then -e.amount end), 0)::bigint
       as chargeback
   from ledger_entries e join invoices i on i.id = e.invoice_id join orders o on o.id = i.order_id
   left join payment_accounts a on a.id = e.account_id
   where o.brand_id = $brandId and e.happened_at >= to_timestamp($fromSeconds) and e.happened_at < to_timestamp($untilSeconds)
   group by 1, 2, 3 order by 3, 1, 2`,
)

/** What a month’s ledger adds up to, day by day in the reader’s time zone. */
export function readReconciliation({ db, user, query }: BillingContext<'GET /studio/reconciliation'>) {
  const first: LocalDate = `${query.month}-01`
  const next = periodStart(first, { count: 1, unit: 'month' }, 1)
  const { brandId, timezone } = user
  const [fromSeconds, untilSeconds] = [startOfDay(first, timezone) / 1000, startOfDay(next, timezone) / 1000]
  return listReconciled(db, { brandId, timezone, fromSeconds, untilSeconds })
}
