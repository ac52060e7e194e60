import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop } from '#server/app/testing/shop.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { recomputeOrders } from '../recompute.ts'
import { settle } from './settle.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let admin: TestClient
let learner: TestClient

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.app.signIn({ role: 'admin' })
})
beforeEach(async () => {
  shop.app.clock.set('2026-12-01T10:00:00Z')
  learner = await shop.app.signIn()
  await shop.app.db.query({ text: `update sessions set expires_at = expires_at + interval '10 years'` })
})
afterAll(() => shop.close())

const patience = { timeout: 10_000, interval: 50 }
const monthly = (fields: Parameters<typeof shop.service>[1] = {}) =>
  shop.service({ EUR: 1000 }, { type: 'course_subscription', ...fields })
const order = async (id: number) => (await learner.call('GET /orders/:id', { params: { id } })).data
const subscription = async () => (await learner.call('GET /payment-subscription')).data[0]
const resume = (id: number | null) =>
  learner.call('POST /payment-subscriptions/:id/resume', { params: { id: id ?? 0 } })
const pause = (id: number | null) => learner.call('POST /payment-subscriptions/:id/pause', { params: { id: id ?? 0 } })

async function day(date: string) {
  shop.app.clock.set(`${date}T10:00:00Z`)
  await shop.turn()
  await shop.turn()
}

/** The provider’s payments of an order, the oldest first. */
async function paymentsOf(id: number): Promise<string[]> {
  const { rows } = await shop.app.db.query<{ object_id: string }>({
    text: `select e.object_id from ledger_entries e join invoices i on i.id = e.invoice_id
      where i.order_id = $1 and e.kind = 'payment' order by e.id`,
    values: [id],
  })
  return rows.map(row => row.object_id)
}

/** Whether an order stands as its ledger says. */
async function isRight(id: number): Promise<boolean> {
  const { db, clock, billing } = shop.app
  return !(await recomputeOrders(db, () => clock.now, billing.paying.listeners)).wrong.includes(id)
}

const setGrace = (days: number) =>
  admin.call('PUT /studio/payments/terms', { body: { currency: 'EUR', grace_days: days, reminds_unpaid: true } })

test('a bank that takes back an earlier period has nothing more charged; what is paid lasts, and can go on once the money is back', async () => {
  const bought = await shop.buy(learner, await monthly())
  await day('2027-01-01')
  const [first = ''] = await paymentsOf(bought.id)
  await shop.dispute(first)
  await expect.poll(subscription, patience).toMatchObject({ state: 'ending', is_active: true, can: { resume: false } })
  expect(await order(bought.id)).toMatchObject({ status: 'disputed', is_open: true, payable: null })
  expect((await resume(bought.subscription_id)).data).toMatchObject({ code: 'subscription_cannot' })
  await shop.closeDispute(first, 'won')
  await expect.poll(subscription, patience).toMatchObject({ state: 'ending', can: { resume: true } })
  expect(await order(bought.id)).toMatchObject({ status: 'paid', is_open: true })
  expect((await resume(bought.subscription_id)).data).toMatchObject({ state: 'active' })
  await day('2027-02-01')
  expect(await order(bought.id)).toMatchObject({ status: 'paid', paid: 3000, is_open: true })
  expect(await isRight(bought.id)).toBe(true)
})

test('one whose earlier period was lost to the bank ends with the days that are paid for, by that', async () => {
  const bought = await shop.buy(learner, await monthly())
  await day('2027-01-01')
  const [first = ''] = await paymentsOf(bought.id)
  await shop.dispute(first)
  await expect.poll(subscription, patience).toMatchObject({ state: 'ending' })
  await shop.closeDispute(first, 'lost')
  await day('2027-02-01')
  expect(await subscription()).toMatchObject({ state: 'ended', is_active: false })
  expect(await order(bought.id)).toMatchObject({ status: 'disputed', paid: 2000, is_open: false, payable: null })
  const { rows } = await shop.app.db.query({
    text: `select s.reason from subscription_spans s join payment_subscriptions ps on ps.id = s.subscription_id
      where ps.order_id = $1 and s.state = 'ended'`,
    values: [bought.id],
  })
  expect(rows).toEqual([{ reason: 'chargeback' }])
  expect(await isRight(bought.id)).toBe(true)
})

test('one that was paused when a bank took back an earlier period gives its days after the pause, and charges nothing then', async () => {
  const bought = await shop.buy(learner, await monthly())
  await day('2027-01-01')
  await day('2027-01-11')
  await pause(bought.subscription_id)
  const [first = ''] = await paymentsOf(bought.id)
  await shop.dispute(first)
  await expect.poll(async () => (await order(bought.id)).status, patience).toBe('disputed')
  expect(await subscription()).toMatchObject({ state: 'paused' })
  expect((await resume(bought.subscription_id)).data).toMatchObject({ state: 'ending', is_active: true })
  await day('2027-03-01')
  expect(await order(bought.id)).toMatchObject({ paid: 2000, is_open: false })
})

test('other days of grace close nobody who is within those of the day of the order', async () => {
  await setGrace(14)
  const bought = await shop.buy(learner, await monthly(), 'noFundsLater')
  const inParts = await shop.service({ EUR: 3000 }, { instalments: 2 })
  const parts = await shop.buy(learner, inParts, 'noFundsLater', { is_in_instalments: true })
  await day('2027-01-01')
  await setGrace(0)
  await day('2027-01-10')
  expect(await subscription()).toMatchObject({ state: 'past_due', is_active: true })
  expect(await order(bought.id)).toMatchObject({ is_open: true })
  expect(await order(parts.id)).toMatchObject({ status: 'paid', is_open: true })
  await day('2027-01-15')
  expect(await order(bought.id)).toMatchObject({ is_open: false })
  expect(await order(parts.id)).toMatchObject({ status: 'overdue', is_open: false })
  const later = await shop.buy(learner, await monthly(), 'noFundsLater')
  await day('2027-02-15')
  expect(await order(later.id), 'new orders have the new days').toMatchObject({ is_open: false })
  expect(await isRight(bought.id)).toBe(true)
  await setGrace(14)
})

test('one that was paused while its charge was under way owes nothing for the period that it did not give', async () => {
  const bought = await shop.buy(learner, await monthly(), 'secureAlways')
  await day('2027-01-01')
  expect((await order(bought.id)).attempt).toMatchObject({ state: 'confirm' })
  await pause(bought.subscription_id)
  await shop.app.db.query({
    text: `update payment_attempts set state = 'refused', refusal = 'declined', ask_at = null where state = 'confirm'`,
  })
  shop.app.clock.set('2027-01-20T10:00:00Z')
  await resume(bought.subscription_id)
  const resumed = await order(bought.id)
  expect(resumed).toMatchObject({ owed: 0, payable: null })
  expect(resumed.invoices).toHaveLength(1)
  await day('2027-01-20')
  expect(await order(bought.id), 'only the period that begins now').toMatchObject({ owed: 1000, payable: 1000 })
  expect(await isRight(bought.id)).toBe(true)
})

test('the price that a code promised after a trial survives a change of plan that was refused', async () => {
  const terms = { amount: null, currency: null, most_uses: null, starts_on: null, ends_on: null, service_ids: [] }
  await admin.call('POST /studio/discounts', { body: { code: 'PROMISE', percent: 30, ...terms } })
  const bought = await shop.buy(learner, await monthly({ trialDays: 7 }), 'noFundsLater', { promocode: 'PROMISE' })
  const params = { id: bought.subscription_id ?? 0 }
  const body = { reason_type: 'price', reason: 'It costs too much' } as const
  await learner.call('POST /payment-subscriptions/cancel', { query: params, body })
  await resume(params.id)
  const year = await shop.service({ EUR: 9000 }, { type: 'course_subscription', periodUnit: 'year' })
  const changed = await learner.call('POST /payment-subscriptions/:id/plan', {
    params,
    body: { service_id: year, amount: 9000 },
  })
  expect(changed.data.attempt).toMatchObject({ state: 'refused' })
  expect(await subscription(), 'what the next payment takes').toMatchObject({ amount: 700 })
  await day('2026-12-08')
  expect(await order(bought.id)).toMatchObject({ owed: 700, payable: 700 })
})

test('what was begun to be paid within the days of grace counts, also when the answer comes after them', async () => {
  const bought = await shop.buy(learner, await monthly(), 'noFundsLater')
  await day('2027-01-01')
  shop.app.clock.set('2027-01-14T23:59:00Z')
  const { data } = await learner.call('POST /orders/:id/pay', { params: { id: bought.id }, body: {} })
  shop.app.clock.set('2027-01-15T00:05:00Z')
  await shop.turn()
  await shop.pay(data.attempt?.url ?? '')
  await learner.call('POST /orders/:id/check', { params: { id: bought.id } })
  expect(await order(bought.id)).toMatchObject({ paid: 2000, is_open: true })
  expect(await subscription()).toMatchObject({ state: 'active', is_active: true })
  await day('2027-01-16')
  expect(await order(bought.id)).toMatchObject({ paid: 2000, refunded: 0, is_open: true })
  expect(await isRight(bought.id)).toBe(true)
})

test('what a cheaper plan leaves of the one before is told, and pays for the next periods [BIL-17]', async () => {
  const year = await shop.service({ EUR: 2500 }, { type: 'course_subscription', periodUnit: 'year' })
  const month = await monthly()
  const bought = await shop.buy(learner, year)
  const params = { id: bought.subscription_id ?? 0 }
  const plans = await learner.call('GET /payment-subscriptions/:id/plans', { params })
  const plan = plans.data.find(({ service }) => service.id === month)
  expect(plan).toMatchObject({ amount: 0, credit: 1000, left: 1500 })
  await learner.call('POST /payment-subscriptions/:id/plan', { params, body: { service_id: month, amount: 0 } })
  expect(await subscription()).toMatchObject({ interval: 'month', amount: 0 })
  await day('2027-01-01')
  expect(await subscription(), 'half of it is paid for').toMatchObject({ amount: 500 })
  await day('2027-02-01')
  expect(await order(bought.id)).toMatchObject({ paid: 3000 })
  expect(await subscription()).toMatchObject({ amount: 1000 })
  expect(await isRight(bought.id)).toBe(true)
})

test('after a change of plan receipts and credit notes name what was paid for, with its own tax', async () => {
  const bought = await shop.buy(learner, await monthly({ taxRate: 500 }))
  const year = await shop.service({ EUR: 9000 }, { type: 'course_subscription', periodUnit: 'year', taxRate: 2000 })
  const texts = JSON.stringify({ en: { title: 'A whole year', description: '' } })
  await shop.app.db.query({ text: 'update services set texts = $2 where id = $1', values: [year, texts] })
  const params = { id: bought.subscription_id ?? 0 }
  const body = { service_id: year, amount: 8000 }
  await learner.call('POST /payment-subscriptions/:id/plan', { params, body })
  await day('2027-12-01')
  const refund = { amount: 9000, reason: 'Ill for a year' }
  await admin.call('POST /studio/orders/:id/refunds', { params: { id: bought.id }, body: refund })
  const { receipts } = await order(bought.id)
  const papers = await Promise.all(receipts.map(({ id }) => learner.call('GET /receipts/:id', { params: { id } })))
  expect(papers.map(({ data }) => [data.kind, data.amount, data.title, data.tax_rate, data.tax])).toEqual([
    ['receipt', 1000, 'A good course', 500, 48],
    ['receipt', 8000, 'A whole year', 2000, 1333],
    ['receipt', 9000, 'A whole year', 2000, 1500],
    ['credit_note', 9000, 'A whole year', 2000, 1500],
  ])
})

test('what was paid twice goes back once, also when the next period is paid before it has', async () => {
  const bought = await shop.buy(learner, await monthly())
  await shop.app.db.query({
    text: `insert into ledger_entries (invoice_id, attempt_id, kind, amount, account_id, object_id, happened_at)
      select e.invoice_id, null, 'payment', e.amount, null, 'twice ' || e.id, now() from ledger_entries e
      join invoices i on i.id = e.invoice_id where i.order_id = $1`,
    values: [bought.id],
  })
  const { db, clock, billing } = shop.app
  await db.inTransaction(tx => settle(tx, bought.id, clock.now, billing.paying.listeners))
  await shop.app.db.query({ text: `update refunds set ask_at = 'infinity'` })
  await day('2027-01-01')
  await shop.app.db.query({ text: `update refunds set ask_at = now() where state = 'begun'` })
  await day('2027-01-02')
  expect(await order(bought.id)).toMatchObject({ paid: 3000, refunded: 1000, is_open: true })
})
