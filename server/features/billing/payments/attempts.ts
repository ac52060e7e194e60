import { type Db, many, one, run } from '#server/platform/database/statement.ts'
import type { EntryKind } from '#shared/features/billing/orders/order-state.ts'
import type { Language } from '#shared/platform/contract.ts'
import type { Currency } from '#shared/platform/money.ts'
import type { AttemptState } from '../orders/order-row.ts'
import { taxRateOf, titleOf } from '../orders/plan-now.ts'

/** An attempt with all that a provider is asked with; times in ms. */
export type Attempt = {
  id: number
  key: string
  state: AttemptState
  orderId: number
  invoiceId: number
  userId: number | null
  brandId: string
  accountId: number
  amount: number
  currency: Currency
  title: string
  language: Language
  email: string
  methodId: number | null
  methodToken: string | null
  savesMethod: boolean
  /** Hundredths of a percent. */
  taxRate: number
  objectId: string | null
  isOrderClosed: boolean
  isAutomatic: boolean
  /** Whether staff try by it whether the account takes money. */
  isTest: boolean
  /** Whether the provider did not answer when it was asked before: it may have done what it was asked for. */
  wasSilent: boolean
  createdAt: number
}

/**
 * Writes an attempt to pay an invoice before the provider is asked; undefined while another one is under way. `askSeconds` (Unix)
 * is when the provider is asked in any case, should this process die before it does.
 */
const insertAttempt = one<
  {
    invoiceId: number
    accountId: number
    methodId: number | null
    isAutomatic: boolean
    amount: number
    savesMethod: boolean
    email: string
    askSeconds: number
    nowSeconds: number
  },
  { id: number }
>(
  'insert-payment-attempt',
  `insert into payment_attempts (invoice_id, number, account_id, method_id, is_automatic, amount, saves_method, email, ask_at, created_at)
   select $invoiceId, 1 + (select count(*) from payment_attempts p where p.invoice_id = $invoiceId), $accountId, $methodId,
     $isAutomatic, $amount, $savesMethod, $email, to_timestamp($askSeconds), to_timestamp($nowSeconds)
   on conflict do nothing returning id`,
)

/** How long after an attempt was written the provider is asked in any case. */
const rescueSeconds = 30

type Begun = {
  invoice: { id: number; amount: number }
  accountId: number
  methodId: number | null
  isAutomatic: boolean
  savesMethod: boolean
  email: string
}

/**
 * Begins to pay an invoice at `now` (ms); undefined while another attempt is under way. The provider is asked after the commit: about
 * an automatic one by the next turn, otherwise at once.
 */
export async function beginAttempt(tx: Db, { invoice, ...asked }: Begun, now: number): Promise<number | undefined> {
  const nowSeconds = now / 1000
  const { id: invoiceId, amount } = invoice
  const made = await insertAttempt(tx, {
    ...asked,
    invoiceId,
    amount,
    askSeconds: nowSeconds + (asked.isAutomatic ? 0 : rescueSeconds),
    nowSeconds,
  })
  return made?.id
}

const columns = `p.id, p.key, p.state, i.order_id as "orderId", p.invoice_id as "invoiceId", o.user_id as "userId",
  o.brand_id as "brandId", p.account_id as "accountId", p.amount, o.currency, ${titleOf('i', 'o')} as title, o.language, coalesce(p.email, '') as email,
  p.method_id as "methodId", m.token as "methodToken", p.saves_method as "savesMethod", p.object_id as "objectId",
  ${taxRateOf('i', 'o')} as "taxRate",
  o.status = 'closed' as "isOrderClosed", p.is_automatic as "isAutomatic",
  exists (select from payment_tests x where x.order_id = o.id) as "isTest", p.was_silent as "wasSilent", (extract(epoch from p.created_at) * 1000)::bigint as "createdAt"`
const tables = `payment_attempts p join invoices i on i.id = p.invoice_id join orders o on o.id = i.order_id
  left join payment_methods m on m.id = p.method_id`

export const findAttempt = one<[id: number], Attempt>(
  'find-payment-attempt',
  `select ${columns} from ${tables} where p.id = $1`,
)

/** The attempt that a provider’s object belongs to, by our key. */
export const findAttemptByKey = one<[accountId: number, key: string], Attempt>(
  'find-payment-attempt-by-key',
  `select ${columns} from ${tables} where p.account_id = $1 and p.key::text = $2`,
)

/** What became of an attempt; `askSeconds` (Unix) is null once nothing more is expected of it. */
export const setAttempt = run<{
  id: number
  state: AttemptState
  refusal: string | null
  objectId: string
  url: string | null
  askSeconds: number | null
}>(
  'set-payment-attempt',
  `update payment_attempts set state = $state, refusal = $refusal, object_id = $objectId, url = $url,
     ask_at = to_timestamp($askSeconds), email = case when $askSeconds::float is null then null else email end
   where id = $id`,
)

/** An attempt that the provider has never taken, and never will. */
export const setAttemptRefused = run<[id: number]>(
  'set-payment-attempt-refused',
  `update payment_attempts set state = 'refused', refusal = 'unavailable', ask_at = null, email = null where id = $1
     and state = 'begun'`,
)

/** Puts off asking a provider about an attempt, which `wasSilent` or answered what cannot be. */
export const putOffAttempt = run<[id: number, askSeconds: number, wasSilent: boolean]>(
  'put-off-payment-attempt',
  `update payment_attempts set ask_at = to_timestamp($2), was_silent = was_silent or $3 where id = $1 and ask_at is not null`,
)

/** Attempts whose provider is to be asked what became of them, so many of each account that none keeps another waiting. */
export const listAttemptsToAsk = many<[nowSeconds: number, ofEach: number], { id: number; accountId: number }>(
  'list-payment-attempts-to-ask',
  `select id, account_id as "accountId" from (
     select id, account_id, ask_at, row_number() over (partition by account_id order by ask_at) as place
     from payment_attempts where ask_at <= to_timestamp($1)) due
   where place <= $2 order by ask_at`,
)

/** Enters a line in the books; answers 0 when it stands there already. */
export const insertEntry = run<{
  invoiceId: number
  attemptId: number | null
  kind: EntryKind
  amount: number
  fee: number | null
  accountId: number | null
  objectId: string
  /** Unix seconds. */
  happenedAt: number
}>(
  'insert-ledger-entry',
  `insert into ledger_entries (invoice_id, attempt_id, kind, amount, fee, account_id, object_id, happened_at)
   values ($invoiceId, $attemptId, $kind, $amount, $fee, $accountId, $objectId, to_timestamp($happenedAt))
   on conflict do nothing`,
)

/** The way to pay that later instalments and periods of an order are charged to. */
export const setOrderMethod = run<[orderId: number, methodId: number]>(
  'set-order-method',
  `with o as (update orders set method_id = $2 where id = $1 returning id)
   update payment_subscriptions ps set method_id = $2 from o where ps.order_id = o.id`,
)

/** When an instalment that was refused is charged next; null for not without the learner. `atSeconds` is Unix. */
export const setNextTry = run<[invoiceId: number, atSeconds: number | null]>(
  'set-invoice-next-try',
  'update invoices set next_try_at = to_timestamp($2) where id = $1',
)
