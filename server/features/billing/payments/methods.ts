import { many, one } from '#server/platform/database/statement.ts'
import type { PaymentMethodWire } from '#shared/features/billing/wire.ts'

/** SQL: whether something is charged to the method `m`. */
const inUse = (m: string) => `(exists (select from payment_subscriptions ps where ps.method_id = ${m}.id
    and ps.state not in ('created', 'ending', 'ended')) or exists (select from orders o where o.method_id = ${m}.id
    and o.type <> 'course_subscription' and o.status in ('paid', 'overdue') and o.due_at is not null))`

/** SQL: the saved way to pay `m` as the contract has it. */
export const methodJson = (m: string) => `json_build_object('id', ${m}.id, 'kind', ${m}.kind, 'brand', ${m}.brand,
  'last4', ${m}.last4, 'expires_month', ${m}.expires_month, 'expires_year', ${m}.expires_year, 'is_in_use', ${inUse(m)})`

/**
 * A person’s saved ways to pay: first those of the account that takes the money now, the newest first. What was saved in a sandbox that
 * the school has left pays nothing any more.
 */
export const listMethods = many<[userId: number], { method: PaymentMethodWire }>(
  'list-payment-methods',
  `select ${methodJson('m')} as method from payment_methods m join payment_accounts a on a.id = m.account_id
   where m.user_id = $1 and m.removed_at is null and (a.is_active or a.provider <> 'sandbox' or ${inUse('m')})
   order by a.is_active desc, m.id desc`,
)

export type MethodRow = {
  id: number
  token: string
  accountId: number
  /** Whether what is charged to it moves no money. */
  isSandbox: boolean
  isInUse: boolean
}

/** An own saved way to pay. */
export const findMethod = one<[id: number, userId: number], MethodRow>(
  'find-payment-method',
  `select m.id, m.token, m.account_id as "accountId", a.provider = 'sandbox' as "isSandbox", ${inUse('m')} as "isInUse"
   from payment_methods m join payment_accounts a on a.id = m.account_id where m.id = $1 and m.user_id = $2 and m.removed_at is null`,
)

/** Forgets a saved way to pay, unless something is charged to it. */
export const removeMethod = one<[id: number, userId: number], { id: number }>(
  'remove-payment-method',
  `update payment_methods m set removed_at = now() where m.id = $1 and m.user_id = $2 and m.removed_at is null
     and not ${inUse('m')} returning m.id`,
)

/** Keeps a way to pay that a provider has saved for a person; one that was forgotten stays so. */
export const saveMethod = one<
  {
    userId: number
    accountId: number
    token: string
    kind: string
    brand: string
    last4: string | null
    expiresMonth: number | null
    expiresYear: number | null
  },
  { id: number }
>(
  'save-payment-method',
  `insert into payment_methods as m (user_id, account_id, token, kind, brand, last4, expires_month, expires_year)
   values ($userId, $accountId, $token, $kind, $brand, $last4, $expiresMonth, $expiresYear)
   on conflict (account_id, token) do update set last4 = excluded.last4, expires_month = excluded.expires_month,
     expires_year = excluded.expires_year
     where m.user_id = excluded.user_id and m.removed_at is null
   returning id`,
)

/**
 * Who takes a brand’s money, and whether that of an order is the sandbox’s: as what was taken of it before, otherwise as who takes it now.
 * What was paid by hand says nothing of that.
 */
export const findPayee = one<
  [brandId: string, orderId: number],
  { accountId: number | null; isSandbox: boolean | null; isPaidInSandbox: boolean | null }
>(
  'find-payee-of-order',
  `select a.id as "accountId", a.provider = 'sandbox' as "isSandbox", coalesce((
     select pa.provider = 'sandbox' from invoices i join payment_attempts p on p.invoice_id = i.id and p.state = 'done'
     join payment_accounts pa on pa.id = p.account_id where i.order_id = $2 order by p.id limit 1), a.provider = 'sandbox')
       as "isPaidInSandbox"
   from (select 1) one left join payment_accounts a on a.brand_id = $1 and a.is_active`,
)
