import { many, one, run } from '#server/platform/database/statement.ts'
import type { Currency } from '#shared/platform/money.ts'
import { lockOrder } from '../orders/order-row.ts'
import { taxRateOf, titleOf } from '../orders/plan-now.ts'
import { settle } from '../orders/settle.ts'
import { ProviderRefused, ProviderUnavailable } from '../providers/provider.ts'
import type { Paying } from './ask-attempt.ts'
import { insertEntry } from './attempts.ts'

const retryMs = 60_000
/** After a refusal it is asked for again so much later, when the provider has forgotten its answer, and for so long. */
const refusedRetryMs = 25 * 3_600_000
const refusedPatienceMs = 14 * 24 * 3_600_000

type Refund = {
  id: number
  key: string
  orderId: number
  invoiceId: number
  attemptId: number | null
  accountId: number | null
  paymentObject: string
  amount: number
  currency: Currency
  title: string
  email: string | null
  brandId: string
  taxRate: number
  soldAt: number
  isPending: boolean
  isByStaff: boolean
  createdAt: number
}

const findRefund = one<[id: number], Refund>(
  'find-refund',
  `select r.id, r.key, i.order_id as "orderId", r.invoice_id as "invoiceId", e.attempt_id as "attemptId",
     e.account_id as "accountId", e.object_id as "paymentObject", r.amount, o.currency, ${titleOf('i', 'o')} as title, u.email, o.brand_id as "brandId",
     ${taxRateOf('i', 'o')} as "taxRate", r.state = 'pending' as "isPending",
     r.actor_id is not null as "isByStaff", (extract(epoch from e.happened_at) * 1000)::bigint as "soldAt",
     (extract(epoch from r.created_at) * 1000)::bigint as "createdAt"
   from refunds r join ledger_entries e on e.id = r.payment_id join invoices i on i.id = r.invoice_id
   join orders o on o.id = i.order_id left join users u on u.id = o.user_id where r.id = $1 and r.ask_at is not null`,
)

/** What became of a refund; once nothing more is expected of it, it stays so, whoever was told something else meanwhile. */
const setRefund = run<[id: number, state: string, objectId: string | null, askSeconds: number | null]>(
  'set-refund',
  'update refunds set state = $2, object_id = $3, ask_at = to_timestamp($4) where id = $1 and ask_at is not null',
)

const putOffRefund = run<[id: number, askSeconds: number]>(
  'put-off-refund',
  'update refunds set ask_at = to_timestamp($2) where id = $1 and ask_at is not null',
)

/** Refunds that are to be asked for, or about, so many of each account that none keeps another waiting. */
export const listRefundsToAsk = many<[nowSeconds: number, ofEach: number], { id: number; accountId: number | null }>(
  'list-refunds-to-ask',
  `select id, "accountId" from (
     select r.id, e.account_id as "accountId", r.ask_at, row_number() over (partition by e.account_id order by r.ask_at) as place
     from refunds r join ledger_entries e on e.id = r.payment_id where r.ask_at <= to_timestamp($1)) due
   where place <= $2 order by ask_at`,
)

/**
 * Has the provider send money back, or asks what became of it; a repeat sends nothing twice. What it refuses to send is asked for again
 * on the next days where nobody of the staff stands by, as the provider may only have had too little money of the school's.
 */
export async function askRefund(paying: Paying, refundId: number): Promise<void> {
  const { database, clock, listeners } = paying
  const refund = await findRefund(database, refundId)
  if (!refund) return
  try {
    const { id, state } = await ask(paying, refund)
    if (state === 'failed') return await writeFailed(paying, refund)
    const again = state === 'pending' ? (clock() + retryMs) / 1000 : null
    await database.inTransaction(async tx => {
      // As everybody who enters a line in an order’s books does first.
      await lockOrder(tx, refund.orderId)
      const { invoiceId, attemptId, accountId, amount } = refund
      const line = { invoiceId, attemptId, accountId, amount, fee: null, objectId: id, happenedAt: clock() / 1000 }
      if (state === 'done') await insertEntry(tx, { ...line, kind: 'refund' })
      await setRefund(tx, refundId, state, id, again)
      await settle(tx, refund.orderId, clock(), listeners)
    })
  } catch (error) {
    if (error instanceof ProviderUnavailable) await putOffRefund(database, refundId, (clock() + retryMs) / 1000)
    if (error instanceof ProviderRefused) await writeFailed(paying, refund)
    throw error
  }
}

/** Once it is given up, what is left counts as left again, and staff see that it failed. */
async function writeFailed({ database, clock }: Paying, { id, isByStaff, createdAt }: Refund): Promise<void> {
  const next = clock() + refusedRetryMs
  if (isByStaff || next > createdAt + refusedPatienceMs) await setRefund(database, id, 'failed', null, null)
  else await setRefund(database, id, 'begun', null, next / 1000)
}

async function ask({ providerOf, contactOf }: Paying, refund: Refund) {
  const {
    accountId,
    key,
    amount,
    currency,
    email,
    brandId,
    title: description,
    taxRate,
    soldAt,
    isPending,
    createdAt,
    paymentObject,
  } = refund
  // What was paid by hand is given back by hand.
  if (accountId === null) return { id: `refund ${key}`, state: 'done' as const }
  const items = [{ description, amount, taxPercent: taxRate / 100 || undefined }]
  const receipt = { email: email ?? contactOf(brandId), soldAt, items }
  const asked = { key, askedAt: createdAt, isPending, amount, currency, payment: paymentObject, receipt }
  return (await providerOf(accountId)).refund(asked)
}
