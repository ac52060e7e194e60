import { afterAll, beforeAll, expect, test } from 'vitest'
import { paidVideoSchool } from '#server/app/testing/paid-video.ts'
import { openShop } from '#server/app/testing/shop.ts'
import { bookAt, newKey } from '#server/app/testing/video-people.ts'

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

type Step = Exclude<keyof ReturnType<typeof life>, 'status'>

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

test('what was held counts again when the bank gives the payment back to the school, and pays for no other time', async () => {
  const school = await schoolOfOne()
  const { learner, kindId, serviceId } = school
  const order = await shop.buy(learner.client, serviceId)
  const booked = await bookAt(learner, kindId, '2026-12-08T10:00:00Z', { pay_by: 'price' })
  expect(booked.data.status).toBe('confirmed')
  shop.app.clock.set('2026-12-08T11:30:00Z')
  const story = async () => (await school.admin.call('GET /studio/orders/:id', { params: { id: order.id } })).data
  const payment = (await story()).entries.find(({ kind }) => kind === 'payment')?.object_id ?? ''
  await shop.dispute(payment)
  await expect.poll(async () => (await story()).status, { timeout: 10_000 }).toBe('disputed')
  expect(await school.standing()).toEqual({ left: 1, isPaid: false })
  await shop.closeDispute(payment, 'won')
  await expect.poll(async () => (await story()).status, { timeout: 10_000 }).toBe('paid')
  expect(await school.standing()).toEqual({ left: 1, isPaid: false })
})
