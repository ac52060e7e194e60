import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runBillingCommand } from '#server/app/commands/run-billing-command.ts'
import { courseSchool, plannedCourse } from '#server/app/testing/course-school.ts'
import { openShop } from '#server/app/testing/shop.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let school: Awaited<ReturnType<typeof courseSchool>>
let courseId: number
let learner: TestClient

beforeAll(async () => {
  shop = await openShop()
  school = await courseSchool(shop.app)
  courseId = (await school.take(plannedCourse([{ title: 'Water' }]))).id
})
beforeEach(async () => {
  shop.app.clock.set('2026-12-01T10:00:00Z')
  learner = await shop.app.signIn({ language: 'es' })
  await shop.app.db.query({ text: `update sessions set expires_at = expires_at + interval '10 years'` })
})
afterAll(async () => {
  await school.remove()
  await shop.close()
})

const patience = { timeout: 10_000 }
const subscription = async () => (await learner.call('GET /payment-subscription')).data[0]
const order = async (id: number) => (await learner.call('GET /orders/:id', { params: { id } })).data
const placeStatus = async () => (await learner.call('GET /user-course-streams')).data[0]?.status

/** The orders that do not stand as the ledger says. */
async function wrongOrders(): Promise<string> {
  const lines: string[] = []
  const { db: database, clock } = shop.app
  await runBillingCommand('recompute', { database, now: clock.now, print: line => lines.push(line) })
  return lines.join('\n')
}

async function day(date: string) {
  shop.app.clock.set(`${date}T10:00:00Z`)
  await shop.turn()
  await shop.turn()
}

test('thirteen months of a subscription: trial, renewals, pause, another plan, cancel and resume; each balance is exact [BIL-17]', async () => {
  const month = await shop.service({ EUR: 1000 }, { type: 'course_subscription', courseId, trialDays: 7 })
  const year = await shop.service({ EUR: 9000 }, { type: 'course_subscription', courseId, periodUnit: 'year' })
  const bought = await shop.buy(learner, month)
  expect(bought).toMatchObject({ status: 'paid', is_open: true, paid: 0 })
  expect(await subscription()).toMatchObject({ state: 'trial', is_active: true })
  expect(await placeStatus()).toBe('open')
  const params = { id: bought.subscription_id ?? 0 }
  await day('2026-12-08')
  await day('2027-01-08')
  expect((await order(bought.id)).paid).toBe(2000)
  await learner.call('POST /payment-subscriptions/:id/pause', { params })
  expect(await subscription()).toMatchObject({ state: 'paused', is_active: false, next_pay_at: null })
  expect(await placeStatus()).toBe('stopped')
  await day('2027-03-08')
  expect((await order(bought.id)).paid).toBe(2000)
  const resumed = await learner.call('POST /payment-subscriptions/:id/resume', { params })
  expect(resumed.data).toMatchObject({ state: 'active', is_active: true })
  await day('2027-04-07')
  expect((await order(bought.id)).paid).toBe(3000)
  const { data: plans } = await learner.call('GET /payment-subscriptions/:id/plans', { params })
  const [plan] = plans
  expect(plan).toMatchObject({ service: { id: year }, credit: 1000, amount: 8000 })
  const body = { service_id: year, amount: 8000 }
  expect(
    (await learner.call('POST /payment-subscriptions/:id/plan', { params, body: { ...body, amount: 1 } })).status,
  ).toBe(409)
  expect((await learner.call('POST /payment-subscriptions/:id/plan', { params, body })).data.paid).toBe(11_000)
  expect(await subscription()).toMatchObject({ state: 'active', interval: 'year', amount: 9000, service_id: year })
  await learner.call('POST /payment-subscriptions/cancel', {
    query: params,
    body: { reason_type: 'break', reason: 'I need a break' },
  })
  expect(await subscription()).toMatchObject({ state: 'ending', is_active: true })
  await learner.call('POST /payment-subscriptions/:id/resume', { params })
  await day('2028-01-07')
  expect((await order(bought.id)).paid).toBe(11_000)
  expect(await subscription()).toMatchObject({ state: 'active', is_active: true })
  expect(await wrongOrders()).toMatch(/, 0 stood otherwise$/)
})

test('a refused renewal is tried again by its reason, written about, and ends access after the days of grace [BIL-17]', async () => {
  const month = await shop.service({ EUR: 1000 }, { type: 'course_subscription', courseId })
  const bought = await shop.buy(learner, month, 'noFundsLater')
  await day('2027-01-01')
  expect(await subscription()).toMatchObject({ state: 'past_due', is_active: true, can: { pay: true } })
  expect(await placeStatus()).toBe('open')
  for (const date of ['2027-01-02', '2027-01-04', '2027-01-06', '2027-01-08']) await day(date)
  const { attempts } = await attemptsOf(bought.id)
  expect(attempts).toBe(6)
  await day('2027-01-15')
  expect(await subscription()).toMatchObject({ state: 'ended', is_active: false })
  expect(await placeStatus()).toBe('stopped')
  expect((await order(bought.id)).paid).toBe(1000)
  expect(await wrongOrders()).toMatch(/, 0 stood otherwise$/)
})

test('months in which the server did not run are not charged afterwards', async () => {
  const month = await shop.service({ EUR: 1000 }, { type: 'course_subscription', courseId })
  const bought = await shop.buy(learner, month)
  await day('2027-04-15')
  expect(await order(bought.id)).toMatchObject({ status: 'paid', is_open: true, paid: 2000, owed: 0 })
  expect(await subscription()).toMatchObject({ state: 'active', is_active: true })
  await day('2027-05-14')
  expect((await order(bought.id)).paid).toBe(2000)
  await day('2027-05-15')
  expect((await order(bought.id)).paid).toBe(3000)
  expect(await wrongOrders()).toMatch(/, 0 stood otherwise$/)
})

test('what is past due is paid with another card, and the subscription goes on', async () => {
  const month = await shop.service({ EUR: 1000 }, { type: 'course_subscription', courseId })
  const bought = await shop.buy(learner, month, 'noFundsLater')
  await day('2027-01-01')
  expect((await order(bought.id)).owed).toBe(1000)
  const { data } = await learner.call('POST /orders/:id/pay', { params: { id: bought.id }, body: {} })
  await shop.pay(data.attempt?.url ?? '')
  await learner.call('POST /orders/:id/check', { params: { id: bought.id } })
  expect(await subscription()).toMatchObject({ state: 'active', method: { last4: '4242' } })
  await day('2027-02-01')
  expect((await order(bought.id)).paid).toBe(3000)
})

test('another card that is chosen while something is past due is charged at once', async () => {
  const month = await shop.service({ EUR: 1000 }, { type: 'course_subscription', courseId })
  const bought = await shop.buy(learner, month, 'noFundsLater')
  const other = await shop.buy(learner, await shop.service({ EUR: 100 }), 'works', {}, { saves_method: true })
  expect(other.status).toBe('paid')
  await day('2027-01-01')
  expect(await subscription()).toMatchObject({ state: 'past_due' })
  const [method] = (await learner.call('GET /v2/user-payment-method')).data.data
  const params = { id: bought.subscription_id ?? 0 }
  const changed = await learner.call('POST /payment-subscriptions/:id/method', {
    params,
    body: { method_id: method?.id ?? 0 },
  })
  expect(changed.data).toMatchObject({ state: 'active', method: { id: method?.id } })
  expect(await order(bought.id)).toMatchObject({ status: 'paid', paid: 2000, owed: 0, payable: null })
})

test('another plan whose charge is refused is not owed, and the renewal is what is paid', async () => {
  const month = await shop.service({ EUR: 1000 }, { type: 'course_subscription', courseId })
  const year = await shop.service({ EUR: 9000 }, { type: 'course_subscription', courseId, periodUnit: 'year' })
  const bought = await shop.buy(learner, month, 'noFundsLater')
  const params = { id: bought.subscription_id ?? 0 }
  for (let press = 0; press < 2; press++) {
    const body = { service_id: year, amount: 8000 }
    const { data } = await learner.call('POST /payment-subscriptions/:id/plan', { params, body })
    expect(data).toMatchObject({ status: 'paid', owed: 0, payable: null, attempt: { state: 'refused' } })
    expect(data.invoices).toHaveLength(1)
  }
  await day('2027-01-01')
  expect(await order(bought.id)).toMatchObject({ owed: 1000, payable: 1000 })
  await day('2027-02-01')
  expect(await subscription()).toMatchObject({ state: 'ended' })
  expect(await order(bought.id)).toMatchObject({ status: 'paid', is_open: false, owed: 0, payable: null })
})

test('what is paid after a subscription has ended goes back by itself', async () => {
  const month = await shop.service({ EUR: 1000 }, { type: 'course_subscription', courseId })
  const bought = await shop.buy(learner, month, 'noFundsLater')
  await day('2027-01-01')
  shop.app.clock.set('2027-01-14T23:50:00Z')
  const { data } = await learner.call('POST /orders/:id/pay', { params: { id: bought.id }, body: {} })
  const reason = { reason_type: 'time', reason: 'I have no time' } as const
  await learner.call('POST /payment-subscriptions/cancel', { query: { id: bought.subscription_id ?? 0 }, body: reason })
  await shop.pay(data.attempt?.url ?? '')
  await learner.call('POST /orders/:id/check', { params: { id: bought.id } })
  await shop.turn()
  await shop.turn()
  expect(await order(bought.id)).toMatchObject({ paid: 2000, refunded: 1000, is_open: false })
  expect(await subscription()).toMatchObject({ state: 'ended' })
})

test('who subscribes again has the course open again, without a second trial', async () => {
  const month = await shop.service({ EUR: 1000 }, { type: 'course_subscription', courseId, trialDays: 7 })
  const first = await shop.buy(learner, month)
  const query = { id: first.subscription_id ?? 0 }
  await learner.call('POST /payment-subscriptions/cancel', {
    query,
    body: { reason_type: 'time', reason: 'I have no time' },
  })
  await day('2026-12-08')
  expect(await placeStatus()).toBe('stopped')
  const offered = await learner.call('GET /checkout/:serviceId', { params: { serviceId: month } })
  expect(offered.data.service.trial_days).toBe(0)
  const second = await shop.buy(learner, month)
  expect(second).toMatchObject({ paid: 1000, is_open: true })
  expect(await placeStatus()).toBe('open')
})

test('a trial begins with a card that is saved already', async () => {
  await shop.buy(learner, await shop.service({ EUR: 100 }), 'works', {}, { saves_method: true })
  const [method] = (await learner.call('GET /v2/user-payment-method')).data.data
  const month = await shop.service({ EUR: 1000 }, { type: 'course_subscription', trialDays: 7 })
  const { data } = await learner.call('POST /order/:id', { params: { id: month }, body: {} })
  const params = { id: data.id }
  const begun = await learner.call('POST /orders/:id/pay', { params, body: { method_id: method?.id ?? 0 } })
  expect(begun.data).toMatchObject({ status: 'paid', is_open: true, paid: 0 })
  expect(await subscription()).toMatchObject({ state: 'trial' })
  await day('2026-12-08')
  expect((await order(data.id)).paid).toBe(1000)
})

test('a code that takes all off makes the first period free; the card that is saved pays the next', async () => {
  const month = await shop.service({ EUR: 1000 }, { type: 'course_subscription', courseId })
  const admin = await shop.app.signIn({ role: 'admin' })
  const code = { amount: null, currency: null, most_uses: null, starts_on: null, ends_on: null, service_ids: [] }
  await admin.call('POST /studio/discounts', { body: { code: 'GIFT', percent: 100, ...code } })
  const bought = await shop.buy(learner, month, 'works', { promocode: 'gift' })
  expect(bought).toMatchObject({ status: 'paid', is_open: true, paid: 0, amount: 0, receipts: [] })
  expect(await subscription()).toMatchObject({ state: 'active', amount: 1000 })
  expect(await placeStatus()).toBe('open')
  await day('2026-12-31')
  expect((await order(bought.id)).paid).toBe(0)
  await day('2027-01-01')
  expect(await order(bought.id)).toMatchObject({ paid: 1000, receipts: [{ amount: 1000 }] })
  // Orders of other tests have seen later days.
  expect((await wrongOrders()).split('\n')).not.toContain(`  order ${bought.id}`)
})

test('nobody is charged whose account is closed or blocked', async () => {
  const month = await shop.service({ EUR: 1000 }, { type: 'course_subscription', courseId })
  const bought = await shop.buy(learner, month)
  const set = (text: string) =>
    shop.app.db.query({ text: `update users set ${text} where id = $1`, values: [learner.userId] })
  await set('blocked_at = now()')
  await day('2027-01-01')
  expect((await attemptsOf(bought.id)).attempts).toBe(1)
  await set('blocked_at = null, status = 0')
  await day('2027-01-02')
  expect((await attemptsOf(bought.id)).attempts).toBe(1)
})

test('a charge that must be confirmed is written about with a way there [BIL-17]', async () => {
  const month = await shop.service({ EUR: 1000 }, { type: 'course_subscription', courseId })
  const bought = await shop.buy(learner, month, 'secureAlways')
  await day('2027-01-01')
  expect((await order(bought.id)).attempt).toMatchObject({ state: 'confirm', url: expect.stringContaining('/secure/') })
  await expect.poll(() => lettersAbout(bought.id), patience).toEqual([expect.stringContaining('Confirma tu pago')])
})

test('an order that waits is written about once after a day [BIL-24]', async () => {
  const id = await shop.service({ EUR: 4900 })
  const { data } = await learner.call('POST /order/:id', { params: { id }, body: {} })
  await day('2026-12-02')
  await day('2026-12-03')
  await expect.poll(() => lettersAbout(data.id), patience).toEqual([expect.stringContaining('Tu pedido te espera')])
  await day('2026-12-04')
  expect(await lettersAbout(data.id)).toHaveLength(1)
})

async function attemptsOf(orderId: number) {
  const { rows } = await shop.app.db.query<{ attempts: number }>({
    text: `select count(*)::int as attempts from payment_attempts p join invoices i on i.id = p.invoice_id where i.order_id = $1`,
    values: [orderId],
  })
  return rows[0] ?? { attempts: 0 }
}

/** The letters that lead to an order, decoded as far as their words need it. */
async function lettersAbout(orderId: number): Promise<string[]> {
  const folder = join(shop.app.dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  const texts = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')))
  return texts.filter(text => text.includes(`/user/orders/${orderId}`))
}
