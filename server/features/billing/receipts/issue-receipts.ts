import { writeAudit } from '#server/features/accounts/audit.ts'
import { nameOf } from '#server/features/accounts/people-search.ts'
import { type Db, many } from '#server/platform/database/statement.ts'
import type { EntryKind } from '#shared/features/billing/orders/order-state.ts'
import type { ReceiptKind } from '#shared/features/billing/orders/receipt.ts'
import type { Currency } from '#shared/platform/money.ts'

/** A receipt or credit note that has just been numbered. */
export type Issued = {
  id: number
  kind: ReceiptKind
  entry: EntryKind
  amount: number
  currency: Currency
  brandId: string
  orderId: number
  userId: number | null
}

/** Hears of each new receipt and credit note, in the transaction that numbers it. */
export type ReceiptListener = (tx: Db, issued: Issued, now: number) => Promise<void>

/** How many seconds later a provider is first asked whether the tax office has its receipt. */
const taxPatience = 60

/**
 * Numbers what a locked order’s ledger has no receipt for. The person is locked before the series, as those do who lock people first;
 * the series are held until the commit.
 */
const insertReceipts = many<[orderId: number, nowSeconds: number], Issued>(
  'insert-receipts',
  `with buyer as materialized (
     select u.id, coalesce(${nameOf('u')}, '') as name from orders o join users u on u.id = o.user_id where o.id = $1 for key share of u
   ), owed as materialized (
     select *, row_number() over (partition by kind, is_trial order by entry_id) as place,
       count(*) over (partition by kind, is_trial) as many
     from (
       select e.id as entry_id, e.kind as entry, e.amount, o.currency, o.brand_id, coalesce(a.is_trial, false) as is_trial,
         coalesce(a.provider = 'yookassa', false) as is_taxed, coalesce(t.seller, '') as seller,
         case when e.kind in ('payment', 'refund_reversal', 'chargeback_reversal') then 'receipt' else 'credit_note' end as kind,
         b.id as user_id, b.name
       from invoices i join ledger_entries e on e.invoice_id = i.id join orders o on o.id = i.order_id
       left join buyer b on true left join payment_accounts a on a.id = e.account_id
       left join billing_terms t on t.brand_id = o.brand_id
       where i.order_id = $1 and o.scheduler = 'own' and not exists (select from receipts r where r.entry_id = e.id)) missing
   ), counted as (
     insert into receipt_series (brand_id, kind, is_trial, last_number)
     select brand_id, kind, is_trial, many from owed where place = 1 order by brand_id, kind, is_trial
     on conflict (brand_id, kind, is_trial) do update set last_number = receipt_series.last_number + excluded.last_number
     returning kind, is_trial, last_number
   ), made as (
     insert into receipts (brand_id, kind, is_trial, number, entry_id, seller, issued_at)
     select w.brand_id, w.kind, w.is_trial, c.last_number - w.many + w.place, w.entry_id, w.seller, to_timestamp($2)
     from owed w join counted c using (kind, is_trial) order by w.entry_id
     returning id, kind, entry_id
   ), named as (
     insert into receipt_buyers (receipt_id, user_id, name)
     select made.id, w.user_id, w.name from made join owed w using (entry_id) where w.user_id is not null
   ), taxed as (
     insert into tax_receipts (receipt_id, ask_at) select made.id, to_timestamp($2 + ${taxPatience})
     from made join owed w using (entry_id) where w.is_taxed
   )
   select made.id, made.kind, w.entry, w.amount, w.currency, w.brand_id as "brandId", $1::bigint as "orderId",
     w.user_id as "userId"
   from made join owed w using (entry_id) order by made.id`,
)

/** Writes a receipt for all that was paid of a locked order and a credit note for all that went back, each once; `now` in ms. */
export async function issueReceipts(
  tx: Db,
  orderId: number,
  now: number,
  listeners: readonly ReceiptListener[],
): Promise<void> {
  for (const issued of await insertReceipts(tx, orderId, now / 1000))
    for (const hear of listeners) await hear(tx, issued, now)
}

const logged: Partial<Record<EntryKind, string>> = {
  chargeback: 'order.chargeback',
  refund_reversal: 'order.refund_failed',
}

/** What a bank took back, or did not take, stands in the log as what staff send back does. */
export const logBank: ReceiptListener = async (tx, { entry, amount, currency, brandId, orderId }) => {
  const action = logged[entry]
  if (action === undefined) return
  const detail = { amount, currency, by: 'bank' }
  await writeAudit(tx, { userId: null, brandId }, { action, targetType: 'order', targetId: orderId, detail })
}
