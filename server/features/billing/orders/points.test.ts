import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertCourse } from '#server/app/testing/course-fixture.ts'
import { openShop } from '#server/app/testing/shop.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { awardScore } from '#server/features/points/queries.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let admin: TestClient
let learner: TestClient
/** Of 100.00 euros. */
let service: number

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.app.signIn({ role: 'admin' })
  await worth(100)
  service = await shop.service({ EUR: 10_000, USD: 10_000 }, { points: 0, consultations: 1, instalments: 3 })
})
beforeEach(async () => {
  shop.app.clock.set('2026-12-01T10:00:00Z')
  learner = await shop.app.signIn()
  await shop.app.db.query({ text: `update sessions set expires_at = expires_at + interval '10 years'` })
})
afterAll(() => shop.close())

/** Says what 100 points take off a price in euros. */
async function worth(amount: number) {
  const body = { currency: 'EUR', grace_days: 14, reminds_unpaid: true, point_values: [{ currency: 'EUR', amount }] }
  expect((await admin.call('PUT /studio/payments/terms', { body })).status).toBe(200)
}
const earn = (points: number) => awardScore(shop.app.db, learner.userId, points, `gift ${points}`)
const balance = async (client = learner) => (await client.call('GET /user-score/amount')).data.amount
const checkout = async (points?: number, id = service, currency = 'EUR') =>
  (
    await learner.call('GET /checkout/:serviceId', {
      params: { serviceId: id },
      query: { currency, ...(points && { points }) },
    })
  ).data
const place = (points: number, body: object = {}, id = service) =>
  learner.call('POST /order/:id', { params: { id }, body: { currency: 'EUR', points, ...body } })
const outcome = ({ status, data }: { status: number; data: { code?: string; errors?: object } }) => [
  status,
  data.code,
  Object.keys(data.errors ?? {}),
]
const order = async (id: number) => (await learner.call('GET /orders/:id', { params: { id } })).data
async function pay(id: number, body: object = {}) {
  const begun = await learner.call('POST /orders/:id/pay', { params: { id }, body })
  await shop.pay(begun.data.attempt?.url ?? '')
  return (await learner.call('POST /orders/:id/check', { params: { id } })).data
}
const refund = (id: number, amount: number) =>
  admin.call('POST /studio/orders/:id/refunds', { params: { id }, body: { amount, reason: 'Asked for it' } })

test('the checkout says what can be spent: 200 are offered, from the brand’s threshold on, and what they take off [PTS-03, PTS-04]', async () => {
  await earn(199)
  expect((await checkout()).points).toMatchObject({ balance: 199, least: 200, most: 0, spent: 0, discount: 0 })
  expect(outcome(await place(199))).toEqual([409, 'points_unfit', ['points']])
  await earn(301)
  expect((await checkout()).points).toEqual({
    balance: 500,
    least: 200,
    most: 500,
    usual: 200,
    spent: 0,
    discount: 0,
    value: 100,
  })
  const offer = await checkout(300)
  expect(offer).toMatchObject({ price: 10_000, discount: 0, total: 9700, points: { spent: 300, discount: 300 } })
  expect(offer.instalments.map(({ amount }) => amount)).toEqual([3233, 3233, 3234])
  for (const few of [1, 199]) expect(outcome(await place(few))).toEqual([409, 'points_unfit', ['points']])
  expect(outcome(await place(501))).toEqual([409, 'points_unfit', ['points']])
  expect(outcome(await place(-1))).toEqual([422, 'invalid_input', ['points']])
  expect(await balance()).toBe(500)
  const { points } = shop.app.brands.default.config
  Object.assign(points, { spendingThreshold: 400, debitDefault: 450 })
  expect((await checkout()).points).toMatchObject({ least: 400, most: 500, usual: 450 })
  expect(outcome(await place(399))).toEqual([409, 'points_unfit', ['points']])
  Object.assign(points, { spendingThreshold: 200, debitDefault: 200 })
})

test('points buy nothing in a currency without a value, of what gives points, or of a trial, and nothing for a visitor [PTS-03]', async () => {
  await earn(500)
  expect((await checkout(300, service, 'USD')).points).toBeNull()
  expect((await checkout(300, await shop.service({ EUR: 1000 }, { points: 5 }))).points).toBeNull()
  const monthly = { type: 'course_subscription', points: 0, trialDays: 7 } as const
  expect((await checkout(300, await shop.service({ EUR: 1000 }, monthly))).points).toBeNull()
  const params = { serviceId: service }
  const { data } = await shop.app.visitor.call('GET /checkout/:serviceId', { params, query: { currency: 'EUR' } })
  expect(data.points).toMatchObject({ balance: 0, most: 0 })
})

test('what points pay wholly is ordered once for a key, even at once [PTS-04]', async () => {
  await earn(30_000)
  const key = 'wholly-by-points'
  const call = (id: number) =>
    learner.call('POST /order/:id', {
      params: { id },
      headers: { 'idempotency-key': key },
      body: { currency: 'EUR', points: 10_000 },
    })
  const once = await Promise.all([call(service), call(service), call(service)])
  expect(once.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(once.map(({ data }) => data.id)).size).toBe(1)
  expect(await balance()).toBe(20_000)
})

test('an order takes its points when it is placed, names them, and is paid with the rest [PTS-03, PTS-04]', async () => {
  await earn(500)
  const { data } = await place(300, { total: 9700 })
  expect(data).toMatchObject({
    price: 10_000,
    amount: 9700,
    points_spent: 300,
    points_discount: 300,
    points_returned: 0,
  })
  expect(await balance()).toBe(200)
  // Sent again, it is the same; the checkout counts what it has as one's own.
  expect((await place(300)).data.id).toBe(data.id)
  expect((await checkout()).points).toMatchObject({ balance: 500, most: 500 })
  expect(await pay(data.id)).toMatchObject({ status: 'paid', is_open: true, paid: 9700 })
  expect(await balance()).toBe(200)
  const story = await admin.call('GET /studio/orders/:id', { params: { id: data.id } })
  expect(story.data).toMatchObject({ points_spent: 300, points_discount: 300 })
})

test('a price that points cover is not charged, and takes no more of them than it needs [PTS-03]', async () => {
  await earn(15_000)
  expect((await checkout(15_000)).points).toMatchObject({ most: 10_000, spent: 10_000, discount: 10_000 })
  const { data } = await place(10_000, { total: 0 })
  expect(data).toMatchObject({ status: 'paid', is_open: true, amount: 0, payable: null })
  expect(await balance()).toBe(5000)
})

test('a code is taken off first, and points off what is left [PTS-03]', async () => {
  await earn(500)
  await admin.call('POST /studio/discounts', {
    body: {
      code: 'HALF',
      percent: 50,
      amount: null,
      currency: null,
      most_uses: null,
      starts_on: null,
      ends_on: null,
      service_ids: [],
    },
  })
  const { data } = await place(200, { promocode: 'HALF', total: 4800 })
  expect(data).toMatchObject({ price: 10_000, amount: 4800, points_discount: 200 })
})

test('another order of the same takes its place, and an unpaid one gives its points back when it closes [PTS-03]', async () => {
  await earn(500)
  const first = (await place(500)).data
  expect(await balance()).toBe(0)
  const second = (await place(200)).data
  expect(second.id).not.toBe(first.id)
  expect(await order(first.id)).toMatchObject({ status: 'closed', points_returned: 500 })
  expect(await balance()).toBe(300)
  shop.app.clock.set('2026-12-08T10:00:00Z')
  await shop.turn()
  expect(await order(second.id)).toMatchObject({ status: 'closed', points_returned: 200 })
  expect(await balance()).toBe(500)
})

test('a refund gives back the same share of points as of money, and a whole one all of them [PTS-03]', async () => {
  await earn(500)
  const { data } = await place(500)
  await pay(data.id)
  expect((await refund(data.id, 950)).data).toEqual({ left: 8550, state: 'done' })
  expect(await order(data.id)).toMatchObject({ is_open: true, points_returned: 50 })
  expect((await refund(data.id, 9000)).status).toBe(422)
  expect((await refund(data.id, 8550)).data).toEqual({ left: 0, state: 'done' })
  expect(await order(data.id)).toMatchObject({ status: 'refunded', paid: 9500, refunded: 9500, points_returned: 500 })
  expect(await balance()).toBe(500)
})

test('the same points cannot be spent twice, from however many devices at once [PTS-03, PTS-04]', async () => {
  await earn(500)
  const services = await Promise.all(
    Array.from({ length: 8 }, () => shop.service({ EUR: 10_000 }, { points: 0, consultations: 1 })),
  )
  const answers = await Promise.all(services.map(id => place(200, {}, id)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect(outcome(answer)).toEqual([409, 'points_unfit', ['points']])
  expect(await balance()).toBe(100)
  expect((await learner.call('GET /orders')).data).toHaveLength(2)
})

test('what is paid after an order was closed and its points were spent elsewhere goes back [PTS-03]', async () => {
  await earn(300)
  const { data } = await place(300)
  const begun = await learner.call('POST /orders/:id/pay', { params: { id: data.id }, body: {} })
  await shop.app.db.query({
    text: `update orders set closes_at = '2026-12-01T09:00:00Z' where id = $1`,
    values: [data.id],
  })
  const other = await shop.service({ EUR: 10_000 }, { points: 0, consultations: 1 })
  await shop.app.db.query({ text: `update orders set due_at = closes_at where id = $1`, values: [data.id] })
  await shop.mute(true)
  await shop.pay(begun.data.attempt?.url ?? '')
  const { rows } = await shop.app.db.query<{ id: number }>({
    text: `update payment_attempts set ask_at = null where invoice_id in (select id from invoices where order_id = $1) returning id`,
    values: [data.id],
  })
  expect(rows).toHaveLength(1)
  await shop.turn()
  expect(await order(data.id)).toMatchObject({ points_returned: 300 })
  expect((await place(300, {}, other)).status).toBe(200)
  await learner.call('POST /orders/:id/check', { params: { id: data.id } })
  await shop.turn()
  await shop.turn()
  expect(await order(data.id)).toMatchObject({ is_open: false, paid: 9700, refunded: 9700, status: 'refunded' })
  expect(await balance()).toBe(0)
  await shop.mute(false)
})

test('an order of what its buyer has got elsewhere keeps no points of it', async () => {
  await earn(500)
  const courseId = (await insertCourse(shop.app.db, { stages: [{ days: [{}] }] })).id
  const days = { points: 0, courseId, accessDays: 30 }
  const { data: spare } = await place(300, {}, await shop.service({ EUR: 10_000 }, days))
  const begun = await learner.call('POST /orders/:id/pay', { params: { id: spare.id }, body: {} })
  expect(await balance()).toBe(200)
  await shop.buy(learner, await shop.service({ EUR: 100 }, days))
  await shop.pay(begun.data.attempt?.url ?? '')
  const paid = (await learner.call('POST /orders/:id/check', { params: { id: spare.id } })).data
  expect(paid).toMatchObject({ is_spare: true, is_open: false, points_spent: 300, points_returned: 300 })
  expect(await balance()).toBe(500)
})
