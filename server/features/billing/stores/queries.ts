import { many, one, run } from '#server/platform/database/statement.ts'
import type { StoreName } from '#shared/features/billing/stores/app-store.ts'
import type { LocalDate } from '#shared/platform/times.ts'
import { type OfferRow, soldColumns, soldTables } from '../orders/offers.ts'
import type { StoreProof } from '../providers/store.ts'

/** Through which account a brand’s app sells in a store. */
export const findStoreAccount = one<[brandId: string, store: StoreName], { id: number }>(
  'find-store-account',
  'select account_id as id from app_stores where brand_id = $1 and store = $2',
)

/** Of which brand and store an account is; undefined for one that charges. */
export const findStoreOf = one<[accountId: number], { brandId: string; store: StoreName }>(
  'find-store-of-account',
  `select brand_id as "brandId", provider as store from payment_accounts where id = $1 and provider in ('apple', 'google')`,
)

/** What a store knows a person by; the same for ever. */
export const keepBuyerToken = one<[userId: number], { token: string }>(
  'keep-store-buyer',
  `insert into store_buyers as b (user_id) values ($1) on conflict (user_id) do update set token = b.token returning token`,
)

/** Whose token it is, in a brand. */
export const findTokenHolder = one<[token: string, brandId: string], { userId: number }>(
  'find-store-buyer',
  `select b.user_id as "userId" from store_buyers b join users u on u.id = b.user_id
   where b.token::text = $1 and u.brand_id = $2`,
)

/** Has all that is told of one purchase take turns until the end of the transaction. */
export const lockChain = run<[store: StoreName, chain: string]>(
  'lock-store-chain',
  `select pg_advisory_xact_lock(hashtextextended('store purchase ' || $1 || ' ' || $2, 0))`,
)

export type KnownPurchase = {
  brandId: string
  accountId: number
  userId: number | null
  orderId: number
  purchasedAt: number
  toldAt: number
  proof: StoreProof | null
  isAcknowledged: boolean
}
const ms = (time: string) => `(extract(epoch from ${time}) * 1000)::bigint`

export const findPurchase = one<[store: StoreName, chain: string], KnownPurchase>(
  'find-store-purchase',
  `select a.brand_id as "brandId", p.account_id as "accountId", p.user_id as "userId", p.order_id as "orderId",
     ${ms('p.purchased_at')} as "purchasedAt", ${ms('p.told_at')} as "toldAt", p.proof, p.is_acknowledged as "isAcknowledged"
   from store_purchases p join payment_accounts a on a.id = p.account_id where p.store = $1 and p.chain = $2`,
)

export type KnownTransaction = {
  orderId: number
  invoiceId: number
  chain: string
  revokedAt: number | null
  toldAt: number
}
export const findTransaction = one<[store: StoreName, transaction: string], KnownTransaction>(
  'find-store-transaction',
  `select order_id as "orderId", invoice_id as "invoiceId", chain, ${ms('revoked_at')} as "revokedAt", ${ms('told_at')} as "toldAt"
   from store_transactions where store = $1 and transaction_id = $2`,
)

/** What a brand sells under one of these codes in an app, as it is sold to a person; also what is not shown any more, for it is paid. */
export const findStoreOffer = one<
  { brandId: string; alias: string; codes: string; userId: number; today: LocalDate },
  OfferRow
>(
  'find-store-offer',
  `select ${soldColumns}, '{}'::json as "pointValues", 0 as "pointsBalance", '[]'::json as methods, null as discount
   from ${soldTables} join appstore_products ap on ap.service_id = s.id
   where s.brand_id = $brandId and not s.is_test and not s.is_extension and ap.alias = $alias
     and ap.code in (select json_array_elements_text($codes::json))
   order by s.archived_at is not null, s.is_hidden, length(ap.code) desc, s.id limit 1`,
)

/** Adds the invoice of a subscription’s next payment. */
export const insertStoreInvoice = one<{ orderId: number; amount: number; dueSeconds: number }, { id: number }>(
  'insert-store-invoice',
  `insert into invoices (order_id, number, amount, due_at)
   select $orderId, 1 + max(i.number), $amount, to_timestamp($dueSeconds) from invoices i where i.order_id = $orderId returning id`,
)

type Kept = {
  store: StoreName
  chain: string
  accountId: number
  userId: number | null
  orderId: number
  purchasedAt: number
  toldAt: number
  proof: string | null
  askSeconds: number | null
  isAcknowledged: boolean
}
/** Keeps what a store has told of a purchase; times in ms. */
export const keepPurchaseRow = run<Kept>(
  'keep-store-purchase',
  `insert into store_purchases (store, chain, account_id, user_id, order_id, purchased_at, told_at, proof, ask_at, is_acknowledged)
   values ($store, $chain, $accountId, $userId, $orderId, to_timestamp($purchasedAt / 1000.0), to_timestamp($toldAt / 1000.0), $proof::jsonb,
     to_timestamp($askSeconds), $isAcknowledged)
   on conflict (store, chain) do update set order_id = excluded.order_id, purchased_at = excluded.purchased_at,
     told_at = excluded.told_at, proof = excluded.proof, ask_at = excluded.ask_at, is_acknowledged = excluded.is_acknowledged`,
)

/** Keeps a transaction with whether the store has taken it back; times in ms. */
export const keepTransaction = run<{
  store: StoreName
  transaction: string
  chain: string
  orderId: number
  invoiceId: number
  code: string
  revokedAt: number | null
  toldAt: number
}>(
  'keep-store-transaction',
  `insert into store_transactions (store, transaction_id, chain, order_id, invoice_id, code, revoked_at, told_at)
   values ($store, $transaction, $chain, $orderId, $invoiceId, $code, to_timestamp($revokedAt / 1000.0), to_timestamp($toldAt / 1000.0))
   on conflict (store, transaction_id) do update set revoked_at = excluded.revoked_at, told_at = excluded.told_at`,
)

/** Purchases that their store is to be asked about, so many of each account that none keeps another waiting. */
export const listPurchasesToAsk = many<
  [nowSeconds: number, ofEach: number],
  { store: StoreName; chain: string; accountId: number }
>(
  'list-store-purchases-to-ask',
  `select store, chain, "accountId" from (
     select store, chain, account_id as "accountId", ask_at, row_number() over (partition by account_id order by ask_at) as place
     from store_purchases where ask_at <= to_timestamp($1)) due
   where place <= $2 order by ask_at`,
)

export const putOffPurchase = run<[store: StoreName, chain: string, askSeconds: number]>(
  'put-off-store-purchase',
  'update store_purchases set ask_at = to_timestamp($3) where store = $1 and chain = $2 and ask_at is not null',
)
export const setAcknowledged = run<[store: StoreName, chain: string, askSeconds: number | null]>(
  'set-store-purchase-acknowledged',
  'update store_purchases set is_acknowledged = true, ask_at = to_timestamp($3) where store = $1 and chain = $2',
)
