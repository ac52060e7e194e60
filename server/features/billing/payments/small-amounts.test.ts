import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { outboxFolder } from '#server/app/messengers.ts'
import { openShop } from '#server/app/testing/shop.ts'
import { discountTerms, newServiceBody } from '#server/app/testing/shop-writes.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { lettersIn } from '#server/features/notifications/testing/letters.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let admin: TestClient
let learner: TestClient

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.app.signIn({ role: 'admin' })
})
beforeEach(async () => {
  shop.app.clock.set('2026-12-01T10:00:00Z')
  learner = await newLearner()
})
afterAll(() => shop.close())

async function newLearner() {
  const client = await shop.app.signIn()
  await shop.app.db.query({ text: `update sessions set expires_at = expires_at + interval '1 year'` })
  return client
}
async function day(date: string) {
  shop.app.clock.set(`${date}T10:00:00Z`)
  await shop.turn()
  await shop.turn()
}
async function refusal(asked: Promise<{ status: number; data: object }>) {
  const { status, data } = await asked
  const { code, errors } = data as { code?: string; errors?: object }
  return [status, code, ...Object.keys(errors ?? {})]
}
const monthly = (amount: number, courseId?: number) =>
  shop.service({ EUR: amount }, { type: 'course_subscription', courseId: courseId ?? null })

test('prices, instalments and codes that come out below what providers take are refused at their field', async () => {
  const add = (fields: object) =>
    refusal(admin.call('POST /studio/services', { body: { ...newServiceBody, ...fields } as never }))
  const prices = [
    { currency: 'USD', amount: 900 },
    { currency: 'EUR', amount: 49 },
  ]
  expect(await add({ prices })).toEqual([422, 'price_too_small', 'prices.1.amount'])
  const dinars = [{ currency: 'KWD', amount: 9995 }]
  expect(await add({ prices: dinars })).toEqual([422, 'price_unround', 'prices.0.amount'])
  const inParts = { prices: [{ currency: 'EUR', amount: 900 }], instalments: 19 }
  expect(await add(inParts)).toEqual([422, 'part_too_small', 'instalments'])
  const id = await shop.service({ EUR: 500 })
  const code = (fields: object) => ({ code: 'NEARLY', ...discountTerms, ...fields, service_ids: [id] }) as never
  const addCode = (fields: object) => refusal(admin.call('POST /studio/discounts', { body: code(fields) }))
  expect(await addCode({ percent: 91 })).toEqual([422, 'discount_leaves_little', 'percent'])
  const amount = { percent: null, amount: 451, currency: 'EUR' }
  expect(await addCode(amount)).toEqual([422, 'discount_leaves_little', 'amount'])
  const { data } = await admin.call('POST /studio/discounts', { body: code({ percent: 90 }) })
  const body = { ...discountTerms, percent: 91, service_ids: [id], revision: 1 } as never
  expect(await refusal(admin.call('PUT /studio/discounts/:id', { params: { id: data.id }, body }))).toEqual([
    422,
    'discount_leaves_little',
    'percent',
  ])
})

test('what a code leaves below the least since the price was lowered is given', async () => {
  const id = await shop.service({ EUR: 500 })
  const body = { code: 'OLDER', ...discountTerms, percent: 90, service_ids: [id] } as never
  expect((await admin.call('POST /studio/discounts', { body })).status).toBe(200)
  await shop.app.db.query({ text: 'update service_prices set amount = 490 where service_id = $1', values: [id] })
  const query = { code: 'OLDER', currency: 'EUR' }
  const { data } = await learner.call('GET /checkout/:serviceId', { params: { serviceId: id }, query })
  expect(data).toMatchObject({ price: 490, discount: 490, total: 0 })
})

test('what is left to be paid of a change of plan or of the period after it is given below the least', async () => {
  const [small, large, other] = [await monthly(1000), await monthly(1030), await monthly(2000)]
  const change = async (from: number, to: number) => {
    const { subscription_id: id } = await shop.buy(learner, from)
    const params = { id: id ?? 0 }
    const { data: plans } = await learner.call('GET /payment-subscriptions/:id/plans', { params })
    expect(plans.find(({ service }) => service.id === to)?.amount).toBe(0)
    const body = { service_id: to, amount: 0 }
    return learner.call('POST /payment-subscriptions/:id/plan', { params, body })
  }
  expect((await change(small, large)).data).toMatchObject({ paid: 1000, owed: 0 })
  expect((await learner.call('GET /payment-subscription')).data[0]).toMatchObject({ amount: 1030, service_id: large })
  learner = await newLearner()
  // Of the credit 985 are left, so 30 would be charged.
  await change(other, await monthly(1015))
  await day('2027-01-01')
  expect((await learner.call('GET /payment-subscription')).data[0]).toMatchObject({ state: 'active', amount: 1015 })
  expect((await learner.call('GET /orders')).data[0]).toMatchObject({ paid: 2000, owed: 0 })
  await day('2027-02-01')
  expect((await learner.call('GET /orders')).data[0]).toMatchObject({ paid: 3015, owed: 0 })
})

test('who was not asked is written to when a provider refuses what it is asked', async () => {
  const { id } = await shop.buy(learner, await monthly(1000))
  // Of so many letters it takes none.
  const title = 'x'.repeat(250)
  await shop.app.db.query({ text: 'update orders set title = $2 where id = $1', values: [id, title] })
  await day('2027-01-01')
  expect((await learner.call('GET /payment-subscription')).data[0]).toMatchObject({ state: 'past_due' })
  const told = async () =>
    (await lettersIn(outboxFolder(shop.app.dataDir))).filter(({ text }) => text.includes(`/user/orders/${id}`)).length
  await expect.poll(told, { timeout: 20_000 }).toBe(1)
})
