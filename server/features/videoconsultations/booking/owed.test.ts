import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paidVideoSchool } from '#server/app/testing/paid-video.ts'
import { openShop } from '#server/app/testing/shop.ts'
import { bookAt, holdAt, newKey } from '#server/app/testing/video-people.ts'

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** A kind that is had for money alone, and a learner with one consultation of the stream's, which it leaves alone. */
async function schoolOfOne() {
  const school = await paidVideoSchool(shop.app, { takes_quota: false })
  await shop.app.db.query({
    text: 'update user_streams set max_consultation_count = 1 where id = $1',
    values: [school.learner.streamId],
  })
  return school
}

type School = Awaited<ReturnType<typeof paidVideoSchool>>

/** A learner who pays for consultations, books and holds them, each on a day of its own. */
function life({ pay, admin, learner, kindId }: School) {
  const orders: number[] = []
  const booked: number[] = []
  const day = () => `2026-12-${String(7 + booked.length).padStart(2, '0')}`
  const refund = (id = 0) =>
    admin.call('POST /studio/orders/:id/refunds', {
      params: { id },
      body: { amount: 900, reason: 'Asked for it' },
      idempotencyKey: newKey(),
    })
  return {
    orders,
    pay: async () => orders.push((await pay()).data.id),
    async book() {
      booked.push(0)
      const { data } = await bookAt(learner, kindId, `${day()}T10:00:00Z`, { pay_by: 'price' })
      expect(data.status).toBe('confirmed')
      booked[booked.length - 1] = data.id
    },
    hold: () => shop.app.clock.set(`${day()}T11:30:00Z`),
    cancel: () =>
      admin.call('POST /studio/video-consultations/:id/cancel', {
        params: { id: booked.at(-1) ?? 0 },
        body: { reason: 'Ill' },
      }),
    'refund the first': () => refund(orders[0]),
    'refund the last': () => refund(orders.at(-1)),
    /** How the one that was booked last stands. */
    status: async () =>
      (await learner.client.call('GET /online-consultation/:id', { params: { id: booked.at(-1) ?? 0 } })).data.status,
  }
}

type Step = Exclude<keyof ReturnType<typeof life>, 'status' | 'orders'>

test.each<[steps: Step[], left: number, isPaid: boolean, status?: string]>([
  [[], 1, false],
  [['pay'], 2, true],
  [['pay', 'refund the first'], 1, false],
  [['pay', 'book'], 1, false, 'confirmed'],
  [['pay', 'book', 'cancel'], 2, true, 'cancelled'],
  [['pay', 'book', 'cancel', 'refund the first'], 1, false, 'cancelled'],
  [['pay', 'book', 'hold'], 1, false, 'confirmed'],
  [['pay', 'book', 'hold', 'refund the first'], 1, false, 'confirmed'],
  [['pay', 'book', 'hold', 'refund the first', 'pay'], 2, true, 'confirmed'],
  [['pay', 'book', 'hold', 'refund the first', 'pay', 'book'], 1, false, 'confirmed'],
  [['pay', 'book', 'refund the first'], 1, false, 'cancelled'],
  [['pay', 'book', 'refund the first', 'pay'], 2, true, 'cancelled'],
  [['pay', 'pay', 'book', 'hold', 'refund the first'], 2, true, 'confirmed'],
  [['pay', 'pay', 'book', 'hold', 'refund the last'], 1, false, 'confirmed'],
  [['pay', 'pay', 'book', 'refund the first'], 2, true, 'cancelled'],
  [['pay', 'book', 'hold', 'pay', 'refund the first'], 2, true, 'confirmed'],
])('after %j the place has %i left, and one that is paid for: %s', async (steps, left, isPaid, status) => {
  const school = await schoolOfOne()
  const lived = life(school)
  for (const step of steps) await lived[step]()
  expect(await school.standing()).toEqual({ left, isPaid })
  if (status) expect(await lived.status()).toBe(status)
})

/** The learner buys one consultation for its price and books a time with it. */
async function bought({ learner, serviceId, kindId }: School, time: string) {
  const order = await shop.buy(learner.client, serviceId)
  return { order, bookedId: (await book(learner, kindId, time)).id }
}
async function book(learner: School['learner'], kindId: number, time: string) {
  const { data } = await bookAt(learner, kindId, time, { pay_by: 'price' })
  return data
}
const seen = async ({ learner }: School, id: number) =>
  (await learner.client.call('GET /online-consultation/:id', { params: { id } })).data
const statusOf = async (school: School, id: number) => (await seen(school, id)).status
const storyOf = async ({ admin }: School, id: number) =>
  (await admin.call('GET /studio/orders/:id', { params: { id } })).data
const paymentOf = async (school: School, id: number) =>
  (await storyOf(school, id)).entries.find(({ kind }) => kind === 'payment')?.object_id ?? ''

test('what was held counts again when the bank gives the payment back to the school, and pays for no other time', async () => {
  const school = await schoolOfOne()
  const { order, bookedId } = await bought(school, '2026-12-08T10:00:00Z')
  expect(await statusOf(school, bookedId)).toBe('confirmed')
  shop.app.clock.set('2026-12-08T11:30:00Z')
  const payment = await paymentOf(school, order.id)
  await shop.dispute(payment)
  await expect.poll(async () => (await storyOf(school, order.id)).status, { timeout: 10_000 }).toBe('disputed')
  expect(await school.standing()).toEqual({ left: 1, isPaid: false })
  const other = await holdAt(school.learner, school.kindId, '2026-12-09T10:00:00Z')
  const wanted = { query: { id: other.data.id }, body: { pay_by: 'price' } } as const
  expect((await school.learner.client.call('PUT /online-consultation/update', wanted)).data.status).toBe('held')
  await shop.closeDispute(payment, 'won')
  await expect.poll(async () => (await storyOf(school, order.id)).status, { timeout: 10_000 }).toBe('paid')
  expect(await school.standing()).toEqual({ left: 1, isPaid: false })
  expect(await statusOf(school, other.data.id), 'it waits to be paid for').toBe('held')
})

test('a time that is to come is cancelled when its payment is disputed', async () => {
  const school = await schoolOfOne()
  const { order, bookedId } = await bought(school, '2026-12-08T10:00:00Z')
  await shop.dispute(await paymentOf(school, order.id))
  const cancelled = { status: 'cancelled', cancel_cause: 'disputed' }
  await expect.poll(() => seen(school, bookedId), { timeout: 10_000 }).toMatchObject(cancelled)
})

const setService = async ({ serviceId }: School, change: string) => {
  await shop.app.db.query({ text: `update services set ${change} where id = $1`, values: [serviceId] })
  await shop.app.db.query({
    text: `insert into billing_terms (brand_id, currency, grace_days) values ('kurso', 'EUR', 0)
      on conflict (brand_id) do update set grace_days = 0`,
  })
}
const staySignedIn = () =>
  shop.app.db.query({ text: `update sessions set expires_at = expires_at + interval '10 years'` })

test('an order that closes because a part of it is overdue cancels nothing that it has booked', async () => {
  const school = await schoolOfOne()
  await staySignedIn()
  await setService(school, 'instalments = 2')
  const { learner, serviceId, kindId } = school
  const order = await shop.buy(learner.client, serviceId, 'noFundsLater', { is_in_instalments: true })
  shop.app.clock.set('2027-01-06T10:00:00Z')
  const booked = await book(learner, kindId, '2027-01-20T10:00:00Z')
  shop.app.clock.set('2027-01-08T10:00:00Z')
  for (const _ of ['charged', 'closed']) await shop.turn()
  expect(await storyOf(school, order.id)).toMatchObject({ status: 'overdue', is_open: false })
  expect(await statusOf(school, booked.id)).toBe('confirmed')
})

test('a subscription that is paused cancels nothing that it has booked', async () => {
  const school = await schoolOfOne()
  await setService(school, `type = 'course_subscription'`)
  const { order, bookedId } = await bought(school, '2026-12-21T10:00:00Z')
  const params = { id: order.subscription_id ?? 0 }
  const { data } = await school.learner.client.call('POST /payment-subscriptions/:id/pause', { params })
  expect(data).toMatchObject({ state: 'paused' })
  expect(await storyOf(school, order.id)).toMatchObject({ is_open: false })
  expect(await statusOf(school, bookedId)).toBe('confirmed')
})

test('an order that had been sent back before a time was booked is not taken for what has paid for it', async () => {
  const school = await schoolOfOne()
  const lived = life(school)
  for (const step of ['pay', 'refund the first', 'pay', 'book'] as const) await lived[step]()
  const [sentBack, paid] = lived.orders
  const matched = async () => {
    const { rows } = await shop.app.db.query<{ id: number }>({
      text: `select order_id as id from video_consultations where user_id = $1`,
      values: [school.learner.client.userId],
    })
    return rows.map(({ id }) => id)
  }
  expect(await matched()).toEqual([paid])
  // As it was matched at first.
  await shop.app.db.query({
    text: 'update video_consultations set order_id = $1, quota_stream_id = null where order_id = $2',
    values: [sentBack, paid],
  })
  expect(await school.standing(), 'a second one for the same money').toEqual({ left: 2, isPaid: true })
  const migration = '../migrations/20261127-0840-orders-sent-back-before.sql'
  for (const _ of ['once', 'again']) {
    await shop.app.db.inTransaction(async tx =>
      tx.query({ text: await readFile(join(import.meta.dirname, migration), 'utf8') }),
    )
    expect(await matched()).toEqual([paid])
    expect(await school.standing()).toEqual({ left: 1, isPaid: false })
  }
})
