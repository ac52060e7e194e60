import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertCourse } from '#server/app/testing/course-fixture.ts'
import { openShop } from '#server/app/testing/shop.ts'
import { newServiceBody, serviceTerms } from '#server/app/testing/shop-writes.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let admin: TestClient
let learner: TestClient

beforeAll(async () => {
  shop = await openShop()
})
beforeEach(async () => {
  shop.app.clock.set('2026-12-01T10:00:00Z')
  admin = await shop.app.signIn({ role: 'admin', timezone: 'Europe/Riga' })
  learner = await shop.app.signIn()
})
afterAll(() => shop.close())

const add = async (fields: object = {}, idempotencyKey?: string) =>
  admin.call('POST /studio/services', {
    body: { ...newServiceBody, ...fields } as never,
    ...(idempotencyKey && { idempotencyKey }),
  })
const change = (id: number, fields: object, revision = 1, by = admin) =>
  by.call('PUT /studio/services/:id', { params: { id }, body: { ...serviceTerms, ...fields, revision } as never })
const setState = (id: number, state: 'shown' | 'hidden' | 'archived') =>
  admin.call('PUT /studio/services/:id/state', { params: { id }, body: { state } })
const read = async (id: number) => (await admin.call('GET /studio/services/:id', { params: { id } })).data
const checkout = (id: number) => learner.call('GET /checkout/:serviceId', { params: { serviceId: id } })
const run = (text: string, ...values: unknown[]) => shop.app.db.query<{ action: string }>({ text, values })

/** A service that learners see. */
async function sold(fields: object = {}) {
  const { id } = (await add(fields)).data
  await setState(id, 'shown')
  return id
}

async function refusal(asked: Promise<{ status: number; data: object }>) {
  const { status, data } = await asked
  const { code, errors } = data as { code?: string; errors?: object }
  return [status, code, ...Object.keys(errors ?? {})]
}

const actionsOf = async (type: string, id: number) =>
  (await run('select action from audit_log where target_type = $1 and target_id = $2 order by id', type, id)).rows.map(
    ({ action }) => action,
  )

test('a service is added with its texts and prices, hidden; learners see it once it is shown, and not when it is archived [STF-08]', async () => {
  const course = await insertCourse(shop.app.db, { stages: [{ days: [{}] }] })
  const texts = {
    en: { title: ' Yoga ', description: '' },
    ru: { title: 'Йога', description: 'Дома' },
    es: { title: ' ', description: '' },
  }
  const prices = [
    { currency: 'USD', amount: 5000 },
    { currency: 'KWD', amount: 15_250 },
    { currency: 'JPY', amount: 7000 },
  ]
  const { data } = await add({ texts, prices, course_id: course.id, access_days: 30, instalments: 3 })
  expect(await read(data.id)).toEqual({
    ...newServiceBody,
    id: data.id,
    texts: { en: { title: 'Yoga', description: '' }, ru: texts.ru },
    prices: [prices[2], prices[1], prices[0]].toSorted((one, other) =>
      (one?.currency ?? '') < (other?.currency ?? '') ? -1 : 1,
    ),
    course_id: course.id,
    access_days: 30,
    instalments: 3,
    is_extension: false,
    appstore_products: [],
    state: 'hidden',
    revision: 1,
  })
  expect(await refusal(checkout(data.id))).toEqual([404, 'not_found'])
  await setState(data.id, 'shown')
  expect((await checkout(data.id)).data).toMatchObject({
    currency: 'USD',
    total: 5000,
    gives: { course_id: course.id },
  })
  await setState(data.id, 'archived')
  await setState(data.id, 'archived')
  expect(await refusal(checkout(data.id))).toEqual([404, 'not_found'])
  await setState(data.id, 'hidden')
  await setState(data.id, 'shown')
  await setState(data.id, 'hidden')
  const log = ['service.add', 'service.show', 'service.archive', 'service.restore', 'service.show', 'service.hide']
  expect(await actionsOf('service', data.id)).toEqual(log)
})

test('a service that is added twice with one key is one', async () => {
  const made = await Promise.all([1, 2, 3].map(() => add({}, 'one key')))
  expect(new Set(made.map(({ data }) => data.id)).size).toBe(1)
  expect((await add({}, 'another key')).data.id).not.toBe(made[0]?.data.id)
})

test('of two who change a service at once the second is told; what is sent again changes nothing more', async () => {
  const { id } = (await add()).data
  const rival = await shop.app.signIn({ role: 'admin' })
  const both = await Promise.all([change(id, { points: 6 }), change(id, { points: 7 }, 1, rival)])
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect(await refusal(change(id, { points: 8 }))).toEqual([409, 'changed_meanwhile'])
  const { points, revision } = await read(id)
  expect(revision).toBe(2)
  const again = await Promise.all([1, 2].map(() => change(id, { points }, 1)))
  expect(again.map(({ data }) => data)).toEqual([{ revision: 2 }, { revision: 2 }])
  const twice = await Promise.all([1, 2].map(() => change(id, { points: 9 }, 2)))
  expect(twice.map(({ data }) => data)).toEqual([{ revision: 3 }, { revision: 3 }])
  expect(await actionsOf('service', id)).toEqual(['service.add', 'service.change', 'service.change'])
})

test('a changed price is told to whoever sees the old one, and charges only those who order from then on [STF-08]', async () => {
  const id = await sold()
  const params = { id }
  const { data: order } = await learner.call('POST /order/:id', { params, body: { total: 4900 } })
  const prices = [{ currency: 'EUR', amount: 5900 }]
  expect((await change(id, { prices })).data).toEqual({ revision: 2 })
  const rival = await shop.app.signIn()
  expect(await refusal(rival.call('POST /order/:id', { params, body: { total: 4900 } }))).toEqual([
    409,
    'price_changed',
    'total',
  ])
  const { data: begun } = await learner.call('POST /orders/:id/pay', { params: { id: order.id }, body: {} })
  await shop.pay(begun.attempt?.url ?? '')
  const { data: paid } = await learner.call('POST /orders/:id/check', { params: { id: order.id } })
  expect(paid).toMatchObject({ status: 'paid', price: 4900, paid: 4900 })
  const { data: renamed } = await admin.call('GET /studio/services')
  expect(renamed.find(one => one.id === id)?.prices).toEqual(prices)
})

test('a subscription that was ordered keeps its price, its period and its trial when the service changes', async () => {
  const id = await sold({ type: 'course_subscription', trial_days: 0 })
  const { data: order } = await learner.call('POST /order/:id', { params: { id }, body: {} })
  const yearly = { period: 1, interval: 'year', prices: [{ currency: 'EUR', amount: 100 }], trial_days: 7 }
  expect((await change(id, yearly)).status).toBe(200)
  const { data: begun } = await learner.call('POST /orders/:id/pay', { params: { id: order.id }, body: {} })
  await shop.pay(begun.attempt?.url ?? '')
  await learner.call('POST /orders/:id/check', { params: { id: order.id } })
  const { data } = await learner.call('GET /payment-subscription')
  expect(data).toMatchObject([{ amount: 4900, period: 1, interval: 'month', state: 'active' }])
  const { data: renewed } = await admin.call('GET /studio/orders/:id', { params: { id: order.id } })
  expect(renewed.subscription).toMatchObject({ next_charge_on: '2027-01-01' })
})

test('an order that waits is replaced when what the service gives has changed', async () => {
  const id = await sold()
  const { data: first } = await learner.call('POST /order/:id', { params: { id }, body: {} })
  const { data: same } = await learner.call('POST /order/:id', { params: { id }, body: {} })
  expect(same.id).toBe(first.id)
  await change(id, { points: 50 })
  const { data: other } = await learner.call('POST /order/:id', { params: { id }, body: {} })
  expect(other.id).not.toBe(first.id)
  await change(id, { points: 50, tax_rate: 2200 }, 2)
  const { data: taxed } = await learner.call('POST /order/:id', { params: { id }, body: {} })
  expect(taxed.id).not.toBe(other.id)
})

test('what cannot be sold is refused at its field', async () => {
  const course = await insertCourse(shop.app.db, { stages: [{ days: [{}] }] })
  const [euro, free] = [
    { currency: 'EUR', amount: 1 },
    { currency: 'EUR', amount: 0 },
  ]
  const cases: [object, ...unknown[]][] = [
    [{ texts: {} }, 422, 'title_needed', 'texts.en.title'],
    [{ texts: { ru: { title: ' ', description: 'x' } } }, 422, 'title_needed', 'texts.ru.title'],
    [{ prices: [] }, 422, 'invalid_input', 'prices'],
    [{ prices: [euro, free] }, 422, 'currency_twice', 'prices'],
    [{ prices: [{ currency: 'XXX', amount: 1 }] }, 422, 'invalid_input', 'prices.0.currency'],
    [{ prices: [{ currency: 'EUR', amount: 10_000_000_000 }] }, 422, 'invalid_input', 'prices.0.amount'],
    [{ type: 'course_subscription', prices: [free] }, 422, 'subscription_free', 'prices'],
    [{ points: 0 }, 422, 'gives_nothing', 'course_id'],
    [{ type: 'course_demo' }, 422, 'unfit_for_kind', 'course_id'],
    [{ stream_id: 1 }, 422, 'unfit_for_kind', 'stream_id'],
    [{ access_days: 1 }, 422, 'unfit_for_kind', 'access_days'],
    [{ course_id: course.id, access_days: 1, stream_id: 1 }, 422, 'unfit_for_kind', 'stream_id'],
    [{ type: 'course_subscription', instalments: 2 }, 422, 'unfit_for_kind', 'instalments'],
    [{ trial_days: 2 }, 422, 'unfit_for_kind', 'trial_days'],
    [{ interval: 'year', period: 4 }, 422, 'period_too_long', 'period'],
    [{ course_id: 987_654 }, 404, 'not_found', 'course_id'],
    [{ course_id: course.id, stream_id: 987_654 }, 404, 'not_found', 'stream_id'],
    [{ points: 2_147_483_648 }, 422, 'invalid_input', 'points'],
  ]
  for (const [fields, ...expected] of cases)
    expect(await refusal(add(fields)), JSON.stringify(fields)).toEqual(expected)
  const { id } = (await add()).data
  expect(await refusal(change(id, { points: 0 }))).toEqual([422, 'gives_nothing', 'course_id'])
  expect(await refusal(change(id, {}, 0))).toEqual([422, 'invalid_input', 'revision'])
})

test('services of another school are neither seen nor changed', async () => {
  const { id } = (await add()).data
  await run(`update services set brand_id = 'face' where id = $1`, id)
  expect(await refusal(admin.call('GET /studio/services/:id', { params: { id } }))).toEqual([404, 'not_found'])
  expect(await refusal(change(id, { points: 7 }))).toEqual([404, 'not_found'])
  expect(await refusal(setState(id, 'shown'))).toEqual([404, 'not_found'])
})
