import { writeAudit } from '#server/features/accounts/audit.ts'
import { type Db, one, run } from '#server/platform/database/statement.ts'
import { testAmount } from '#shared/features/billing/payments/payment-settings.ts'
import type { Language } from '#shared/platform/contract.ts'
import type { Currency } from '#shared/platform/money.ts'
import { findAnyOrder, insertOrder, newOrder, type OrderRow } from '../orders/order-row.ts'
import { attemptUnderWay } from '../orders/order-state.ts'
import { type BillingContext, type Buyer, closeWaiting, findBuyer } from '../orders/place-order.ts'
import { settle } from '../orders/settle.ts'
import { askAttempt, type Paying } from '../payments/ask-attempt.ts'
import { beginAttempt } from '../payments/attempts.ts'
import { isUnanswered } from '../providers/provider.ts'

type Testing = BillingContext<'POST /studio/payments/tests'>
type Selling = { accountId: number | null; currency: Currency; serviceId: number; waitingId: number | null }

/** As long as the provider's page can be paid. */
const testLifeMs = 3_600_000
const titles: Record<Language, string> = { en: 'Test charge', ru: 'Проверка оплаты', es: 'Cargo de prueba' }

/** What a brand's test charges are for; whoever else begins one waits for this transaction. */
const holdTestService = one<[brandId: string], { id: number }>(
  'hold-test-service',
  `insert into services (brand_id, type, texts, is_test, is_hidden) values ($1, 'course_buy', '{}', true, true)
   on conflict (brand_id) where is_test do update set is_hidden = true returning id`,
)

/** Through whom a brand sells, and the test charge of this person that waits. */
const findSelling = one<[brandId: string, userId: number, serviceId: number], Selling>(
  'find-selling-to-test',
  `select s.id as "serviceId", coalesce(t.currency, 'USD') as currency,
     (select a.id from payment_accounts a where a.brand_id = $1 and a.is_active) as "accountId",
     (select o.id from orders o where o.user_id = $2 and o.service_id = s.id and o.status = 'waiting') as "waitingId"
   from services s left join billing_terms t on t.brand_id = s.brand_id where s.id = $3`,
)

const insertTest = run<[orderId: number, accountId: number]>(
  'insert-payment-test',
  'insert into payment_tests (order_id, account_id) values ($1, $2)',
)

/** The account that a test charge is of. */
const findTest = one<[orderId: number], { accountId: number }>(
  'find-payment-test',
  'select account_id as "accountId" from payment_tests where order_id = $1',
)

const setReturned = run<[orderId: number, brandId: string, nowSeconds: number]>(
  'set-payment-test-returned',
  `update payment_tests x set returned_at = coalesce(x.returned_at, to_timestamp($3))
   from orders o where o.id = x.order_id and x.order_id = $1 and o.brand_id = $2`,
)

/**
 * Starts a small test charge through the active payment account, by the same path as a real order, so that an administrator can see
 * each step arrive. An unfinished test of the same account goes on; one of another account is closed.
 */
export async function beginTest(paying: Paying, context: Testing) {
  const { db, user, refuse } = context
  const buyer = await findBuyer(db, user.userId)
  if (!buyer?.email) return refuse('email_needed')
  const attemptId = await db.inTransaction(tx => attemptOf(tx, paying, context, { ...buyer, email: buyer.email ?? '' }))
  const order = await answered(paying, context, attemptId)
  return { order_id: order.id, url: order.attempts.at(-1)?.url ?? null }
}

async function attemptOf(tx: Db, paying: Paying, context: Testing, buyer: Buyer & { email: string }): Promise<number> {
  const { now, user, refuse } = context
  const service = (await holdTestService(tx, user.brandId)) ?? refuse('not_found')
  const selling = (await findSelling(tx, user.brandId, buyer.id, service.id)) ?? refuse('not_found')
  const accountId = selling.accountId ?? refuse('selling_closed')
  const order =
    (await waitingOrder(tx, paying, selling, now)) ?? (await placeTest(tx, paying, context, { buyer, selling }))
  const underWay = attemptUnderWay(order)
  if (underWay) return underWay.id
  const invoice = order.invoices[0] ?? refuse('not_found')
  const manner = { methodId: null, isAutomatic: false, savesMethod: false, email: buyer.email }
  return (await beginAttempt(tx, { invoice, accountId, ...manner }, now)) ?? refuse('order_not_payable')
}

/** The order that waits, if it still is what would be ordered now. */
async function waitingOrder(tx: Db, { listeners }: Paying, { waitingId, accountId, currency }: Selling, now: number) {
  const order = waitingId === null ? undefined : await findAnyOrder(tx, waitingId)
  if (!order) return undefined
  const test = await findTest(tx, order.id)
  if (test?.accountId === accountId && order.currency === currency && now < order.closesAt) return order
  await closeWaiting(tx, order, now, listeners)
  return undefined
}

type Placing = { buyer: Buyer; selling: Selling }

async function placeTest(tx: Db, { listeners }: Paying, { now, user, refuse }: Testing, { buyer, selling }: Placing) {
  const { serviceId, currency, accountId } = selling
  const amount = testAmount(currency)
  const made = await insertOrder(
    tx,
    newOrder({
      brandId: user.brandId,
      userId: buyer.id,
      serviceId,
      type: 'course_buy',
      title: titles[buyer.language],
      language: buyer.language,
      timezone: buyer.timezone,
      currency,
      fullAmount: amount,
      amount,
      discountId: null,
      pointsSpent: 0,
      pointsDiscount: 0,
      extendsId: null,
      taxRate: 0,
      courseId: null,
      streamId: null,
      accessDays: null,
      periodCount: 1,
      periodUnit: 'month',
      trialDays: 0,
      consultations: 0,
      points: 0,
      closesAt: (now + testLifeMs) / 1000,
      createdAt: now / 1000,
      invoices: [{ number: 1, amount, dueAt: now / 1000 }],
    }),
  )
  const { id } = made ?? refuse('order_not_payable')
  await insertTest(tx, id, accountId ?? refuse('selling_closed'))
  const detail = { amount, currency }
  await writeAudit(tx, user, { action: 'order.test', targetType: 'order', targetId: id, detail })
  return (await settle(tx, id, now, listeners)).order
}

/** The browser has come back: what became of the charge is asked, and that it came back kept. */
export async function returnFromTest(
  paying: Paying,
  context: BillingContext<'POST /studio/payments/tests/:id/return'>,
) {
  const { db, now, user, params, refuse } = context
  if ((await setReturned(db, params.id, user.brandId, now / 1000)) === 0) return refuse('not_found')
  const order = (await findAnyOrder(db, params.id)) ?? refuse('not_found')
  const underWay = attemptUnderWay(order)
  if (underWay) await answered(paying, context, underWay.id)
  return {}
}

type Asking = Pick<Testing, 'refuse'> | Pick<BillingContext<'POST /studio/payments/tests/:id/return'>, 'refuse'>

/** What the provider says of an attempt. One that it does not take stays as it is, and says why. */
async function answered(paying: Paying, { refuse }: Asking, attemptId: number): Promise<OrderRow> {
  try {
    return (await askAttempt(paying, attemptId)) ?? refuse('not_found')
  } catch (error) {
    if (!isUnanswered(error)) throw error
    return refuse('payment_provider_silent', { retryAfter: 60 })
  }
}
