import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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
  learner = await shop.app.signIn()
  await shop.app.db.query({ text: `update sessions set expires_at = expires_at + interval '10 years'` })
})
afterAll(async () => {
  await school.remove()
  await shop.close()
})

const order = (id: number, body: object = {}, by = learner) => by.call('POST /order/:id', { params: { id }, body })
const pay = (id: number, body: object = {}, by = learner) => by.call('POST /orders/:id/pay', { params: { id }, body })
const check = async (id: number) => (await learner.call('POST /orders/:id/check', { params: { id } })).data

test('an order is paid on the provider’s page and then open', async () => {
  const id = await shop.service({ EUR: 4900, USD: 5500 }, { points: 30 })
  const made = await order(id, { currency: 'EUR', total: 4900 })
  expect(made.data).toMatchObject({ status: 'waiting', is_open: false, amount: 4900, owed: 4900, currency: 'EUR' })
  const begun = await pay(made.data.id)
  expect(begun.data.attempt).toMatchObject({ state: 'open', url: expect.stringContaining(shop.sandbox.url) })
  await shop.pay(begun.data.attempt?.url ?? '')
  expect(await check(made.data.id)).toMatchObject({ status: 'paid', is_open: true, paid: 4900, owed: 0 })
  expect((await learner.call('GET /user-score/amount')).data).toEqual({ amount: 30 })
})

test('who presses twice, reloads or uses two tabs has one order and one page, and pays once [BIL-19]', async () => {
  const id = await shop.service({ EUR: 4900 })
  const orders = await Promise.all([order(id), order(id), order(id)])
  expect(new Set(orders.map(({ data }) => data.id)).size).toBe(1)
  const orderId = orders[0].data.id
  const pages = await Promise.all([pay(orderId), pay(orderId), pay(orderId)])
  expect(new Set(pages.map(({ data }) => data.attempt?.url)).size).toBe(1)
  await shop.pay(pages[0].data.attempt?.url ?? '')
  await Promise.all([check(orderId), check(orderId), shop.turn()])
  expect(await check(orderId)).toMatchObject({ status: 'paid', paid: 4900 })
  const again = await pay(orderId)
  expect([again.status, again.data.code]).toEqual([409, 'order_not_payable'])
})

test('a declined card leaves the order waiting; another pays it', async () => {
  const id = await shop.service({ EUR: 4900 })
  const declined = await shop.buy(learner, id, 'noFunds')
  expect(declined).toMatchObject({
    status: 'waiting',
    paid: 0,
    attempt: { state: 'open', refusal: 'insufficient_funds' },
  })
  await shop.pay(declined.attempt?.url ?? '')
  expect(await check(declined.id)).toMatchObject({ status: 'paid', attempt: { state: 'done', refusal: null } })
})

test('the provider’s event opens what was paid, without the browser', async () => {
  const id = await shop.service({ EUR: 4900 }, { points: 7 })
  const { data } = await order(id)
  await shop.pay((await pay(data.id)).data.attempt?.url ?? '')
  await expect
    .poll(async () => (await learner.call('GET /orders/:id', { params: { id: data.id } })).data.status)
    .toBe('paid')
})

test('a course opens at once, from today for so many days', async () => {
  const id = await shop.service({ EUR: 4900 }, { courseId, accessDays: 30 })
  const bought = await shop.buy(learner, id)
  const { data } = await learner.call('GET /user-course-streams')
  expect(data).toMatchObject([
    {
      id: bought.stream_id,
      course_id: courseId,
      starts_on: '2026-12-01',
      ends_on: '2026-12-30',
      status: 'open',
      is_demo: false,
    },
  ])
  const again = await order(id)
  expect([again.status, again.data.code]).toEqual([409, 'already_owned'])
})

test('a subscription is charged every month until it is canceled', async () => {
  const id = await shop.service({ EUR: 1000 }, { type: 'course_subscription', courseId, accessDays: 1 })
  const bought = await shop.buy(learner, id)
  const status = async () => (await learner.call('GET /user-course-streams')).data[0]?.status
  const subscription = async () => (await learner.call('GET /payment-subscription')).data[0]
  expect(await subscription()).toMatchObject({ status: 'Active', state: 'active', is_active: true, amount: 1000 })
  expect(await status()).toBe('open')
  shop.app.clock.set('2027-01-01T10:00:00Z')
  await shop.turn()
  expect((await check(bought.id)).paid).toBe(2000)
  const params = {
    query: { id: bought.subscription_id ?? 0 },
    body: { reason_type: 'price', reason: 'Too expensive for me' },
  } as const
  const canceled = await learner.call('POST /payment-subscriptions/cancel', params)
  expect(canceled.data.subscription).toMatchObject({ state: 'ending', is_active: true, next_pay_at: null })
  shop.app.clock.set('2027-02-01T10:00:00Z')
  await shop.turn()
  expect(await subscription()).toMatchObject({ state: 'ended', status: 'Canceled', is_active: false })
  expect(await status()).toBe('stopped')
  expect((await check(bought.id)).paid).toBe(2000)
})

test('instalments are charged on their days, each once, and add up [BIL-17]', async () => {
  const id = await shop.service({ JPY: 10_000 }, { instalments: 3 })
  const bought = await shop.buy(learner, id, 'works', { is_in_instalments: true })
  expect(bought).toMatchObject({ status: 'paid', paid: 3333, owed: 0 })
  for (const day of ['2027-01-01', '2027-02-01', '2027-03-01']) {
    shop.app.clock.set(`${day}T10:00:00Z`)
    await shop.turn()
    await shop.turn()
  }
  const { paid, invoices } = await check(bought.id)
  expect(paid).toBe(10_000)
  expect(invoices.map(invoice => invoice.paid)).toEqual([3333, 3333, 3334])
})

test('parts that were ordered days ago fall due as they are shown today', async () => {
  const id = await shop.service({ JPY: 9000 }, { instalments: 3 })
  const inParts = { is_in_instalments: true }
  const before = (await order(id, inParts)).data
  expect((await order(id, inParts)).data.id, 'the same day it is the same').toBe(before.id)
  shop.app.clock.set('2026-12-06T10:00:00Z')
  const after = (await order(id, inParts)).data
  expect(after.id).not.toBe(before.id)
  const dates = after.invoices.map(({ due_at }) => new Date(due_at * 1000).toISOString().slice(5, 10))
  expect(dates).toEqual(['12-06', '01-06', '02-06'])
  expect(await check(before.id)).toMatchObject({ status: 'closed' })
})

test('an order that nobody pays is closed after seven days', async () => {
  const id = await shop.service({ EUR: 4900 })
  const { data } = await order(id)
  shop.app.clock.set('2026-12-08T10:00:01Z')
  await shop.turn()
  await shop.turn()
  expect(await check(data.id)).toMatchObject({ status: 'closed', owed: 0 })
  const refused = await pay(data.id)
  expect([refused.status, refused.data.code]).toEqual([409, 'order_not_payable'])
})
