import { many, one, run } from '#server/platform/database/statement.ts'
import type { Currency } from '#shared/platform/money.ts'
import { taxRateOf, titleOf } from '../orders/plan-now.ts'
import type { Paying } from '../payments/ask-attempt.ts'
import { ProviderRefused } from '../providers/provider.ts'

const leastPauseMs = 60_000
const mostPauseMs = 6 * 3_600_000

type Row = {
  key: string
  accountId: number
  brandId: string
  kind: 'payment' | 'refund'
  object: string
  currency: Currency
  amount: number
  title: string
  email: string | null
  taxRate: number
  soldAt: number
  issuedAt: number
}

const findTaxReceipt = one<[receiptId: number], Row>(
  'find-tax-receipt',
  `select x.key, r.brand_id as "brandId", e.account_id as "accountId", case when r.kind = 'receipt' then 'payment' else 'refund' end as kind,
     e.object_id as object, o.currency, e.amount, ${titleOf('i', 'o')} as title, u.email, ${taxRateOf('i', 'o')} as "taxRate",
     (extract(epoch from coalesce((select p.happened_at from ledger_entries p where p.invoice_id = e.invoice_id
       and p.attempt_id is not distinct from e.attempt_id and p.kind = 'payment' limit 1), e.happened_at)) * 1000)::bigint as "soldAt",
     (extract(epoch from r.issued_at) * 1000)::bigint as "issuedAt"
   from tax_receipts x join receipts r on r.id = x.receipt_id join ledger_entries e on e.id = r.entry_id
   join invoices i on i.id = e.invoice_id join orders o on o.id = i.order_id left join users u on u.id = o.user_id
   where x.receipt_id = $1 and x.ask_at is not null`,
)

/** Receipts about which a provider is to be asked, so many of each account that none keeps another waiting. */
export const listTaxReceiptsToAsk = many<[nowSeconds: number, ofEach: number], { id: number; accountId: number }>(
  'list-tax-receipts-to-ask',
  `select id, "accountId" from (
     select x.receipt_id as id, e.account_id as "accountId", x.ask_at, row_number() over (partition by e.account_id order by x.ask_at) as place
     from tax_receipts x join receipts r on r.id = x.receipt_id join ledger_entries e on e.id = r.entry_id
     where x.ask_at <= to_timestamp($1)) due
   where place <= $2 order by ask_at`,
)

const setTaxReceipt = run<[receiptId: number, state: string, askSeconds: number | null]>(
  'set-tax-receipt',
  'update tax_receipts set state = $2, ask_at = to_timestamp($3) where receipt_id = $1',
)

/**
 * Asks the provider whether a receipt was accepted and has it sent again if it was not, at growing intervals until it is. Calling this
 * twice sends nothing twice.
 */
export async function askTaxReceipt(paying: Paying, receiptId: number): Promise<void> {
  const { database, clock, log } = paying
  const row = await findTaxReceipt(database, receiptId)
  if (!row) return
  const pause = Math.min(mostPauseMs, Math.max(leastPauseMs, (clock() - row.issuedAt) / 2))
  await setTaxReceipt(database, receiptId, 'waiting', (clock() + pause) / 1000)
  try {
    const state = await ask(paying, row)
    if (state !== 'waiting') await setTaxReceipt(database, receiptId, state, null)
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    log.error({ err: error, receiptId }, 'A receipt for the tax office is refused')
  }
}

async function ask({ providerOf, contactOf }: Paying, row: Row) {
  const { key, kind, object, currency, amount, title: description, taxRate, soldAt, accountId } = row
  const provider = await providerOf(accountId)
  if (!provider.registerReceipt) return 'none' as const
  const items = [{ description, amount, taxPercent: taxRate / 100 || undefined }]
  const email = row.email ?? contactOf(row.brandId)
  return provider.registerReceipt({ key, kind, object, currency, amount, receipt: { email, soldAt, items } })
}
