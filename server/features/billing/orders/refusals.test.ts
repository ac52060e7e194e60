import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { courseSchool, plannedCourse } from '#server/app/testing/course-school.ts'
import { openShop } from '#server/app/testing/shop.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let school: Awaited<ReturnType<typeof courseSchool>>
let learner: TestClient
let service: number

beforeAll(async () => {
  shop = await openShop()
  school = await courseSchool(shop.app)
})
beforeEach(async () => {
  shop.app.clock.set('2026-12-01T10:00:00Z')
  learner = await shop.app.signIn()
  service = await shop.service({ EUR: 4900 }, { instalments: 1 })
})
afterAll(async () => {
  await school.remove()
  await shop.close()
})

const order = (body: object = {}, id = service, by = learner) => by.call('POST /order/:id', { params: { id }, body })
const run = (text: string, ...values: unknown[]) => shop.app.db.query({ text, values })
async function refusal(asked: Promise<{ status: number; data: object }>) {
  const { status, data } = await asked
  const { code, errors } = data as { code?: string; errors?: object }
  return [status, code, ...Object.keys(errors ?? {})]
}

test('a service that is unknown, hidden or of another brand is not found', async () => {
  const hidden = await shop.service({ EUR: 1 }, { isHidden: true })
  const elsewhere = await shop.service({ EUR: 1 }, { brandId: 'face' })
  for (const id of [hidden, elsewhere, 999_999]) {
    expect(await refusal(order({}, id))).toEqual([404, 'not_found'])
    expect(await refusal(learner.call('GET /checkout/:serviceId', { params: { serviceId: id } }))).toEqual([
      404,
      'not_found',
    ])
    expect(await refusal(learner.call('GET /course-services/view', { query: { id } }))).toEqual([404, 'not_found'])
  }
})

test('terms that are not offered, and a price that has changed, are refused by their field', async () => {
  expect(await refusal(order({ currency: 'USD' }))).toEqual([422, 'not_sold_in_currency', 'currency'])
  expect(await refusal(order({ is_in_instalments: true }))).toEqual([422, 'no_instalments', 'is_in_instalments'])
  expect(await refusal(order({ total: 4800 }))).toEqual([409, 'price_changed', 'total'])
  expect((await learner.call('GET /orders')).data).toEqual([])
})

test('nothing is sold without an e-mail, without an account to be paid to, or when all places are taken', async () => {
  await run('update users set email = null where id = $1', learner.userId)
  expect(await refusal(order())).toEqual([409, 'email_needed', 'email'])
  const courseId = (await school.take(plannedCourse([{ title: 'Water' }]))).id
  const course = await shop.service({ EUR: 100 }, { courseId })
  await run('update streams set seats = 1 where course_id = $1', courseId)
  await run(
    `insert into user_streams (user_id, course_id, stream_id, starts_on, ends_on)
     select $1, course_id, id, starts_on, ends_on from streams where course_id = $2`,
    (await shop.app.signIn()).userId,
    courseId,
  )
  const other = await shop.app.signIn()
  expect(await refusal(order({}, course, other))).toEqual([409, 'no_place_left'])
  await run('update payment_accounts set is_active = false')
  expect(await refusal(order({}, service, other))).toEqual([409, 'selling_closed'])
  await run('update payment_accounts set is_active = true')
})

test('the last seat of a cohort is paid for once: who comes to pay after it is taken reads so, and the order closes', async () => {
  const courseId = (await school.take(plannedCourse([{ title: 'Water' }]))).id
  const course = await shop.service({ EUR: 100 }, { courseId })
  await run('update streams set seats = null where course_id = $1', courseId)
  const taken = await run(
    'select from user_streams us join streams k on k.id = us.stream_id where k.course_id = $1',
    courseId,
  )
  await run('update streams set seats = $2 where course_id = $1', courseId, (taken.rowCount ?? 0) + 1)
  const [first, second] = [await shop.app.signIn(), await shop.app.signIn()]
  const [placed, late] = [(await order({}, course, first)).data, (await order({}, course, second)).data]
  const pay = (id: number, by: typeof first) => by.call('POST /orders/:id/pay', { params: { id }, body: {} })
  await shop.pay((await pay(placed.id, first)).data.attempt?.url ?? '')
  expect((await first.call('POST /orders/:id/check', { params: { id: placed.id } })).data.is_open).toBe(true)
  expect(await refusal(pay(late.id, second))).toEqual([409, 'no_place_left'])
  const { data } = await second.call('GET /orders/:id', { params: { id: late.id } })
  expect(data).toMatchObject({ status: 'closed', payable: null, paid: 0 })
})

test('two who pay for the last seat at once: one gets to the page, the other may pay once that one has let go of it', async () => {
  const courseId = (await school.take({ ...plannedCourse([{ title: 'Fire' }]), key: 'last-seat' })).id
  const course = await shop.service({ EUR: 100 }, { courseId })
  await run('update streams set seats = 1 where course_id = $1', courseId)
  const buyers = await Promise.all(Array.from({ length: 2 }, () => shop.app.signIn()))
  const placed = await Promise.all(buyers.map(by => order({}, course, by)))
  const params = placed.map(({ data }) => ({ id: data.id }))
  const pay = (at: number) => buyers[at]!.call('POST /orders/:id/pay', { params: params[at]!, body: {} })
  const begun = await Promise.all([pay(0), pay(1)])
  expect(new Set(begun.map(({ status }) => status))).toEqual(new Set([200, 409]))
  const late = begun.findIndex(({ status }) => status === 409)
  expect(begun[late]?.data).toMatchObject({ code: 'no_place_left' })
  expect((await buyers[late]!.call('GET /orders/:id', { params: params[late]! })).data.status).toBe('waiting')
  shop.app.clock.set('2026-12-01T12:00:00Z')
  await shop.turn()
  const again = await pay(late)
  await shop.pay(again.data.attempt?.url ?? '')
  const paid = await buyers[late]!.call('POST /orders/:id/check', { params: params[late]! })
  expect(paid.data).toMatchObject({ status: 'paid', is_open: true })
  const { data } = await pay(1 - late)
  expect(data).toMatchObject({ code: 'no_place_left' })
})

test('a code is checked; each reason why one lowers nothing is told, and the order goes on without it [BIL-04]', async () => {
  await run(
    `insert into discounts (brand_id, code, percent, starts_at, ends_at, most_uses) values
      ('kurso', 'OLD', 10, null, '2026-11-30', null), ('kurso', 'LATER', 10, '2027-01-01', null, null),
      ('kurso', 'ONCE', 10, null, null, 1), ('kurso', 'OTHER', 10, null, null, null), ('face', 'FACE', 10, null, null, null)`,
  )
  await run(
    `insert into discount_services select id, $1 from discounts where code = 'OTHER'`,
    await shop.service({ EUR: 1 }),
  )
  const good = { params: { code: 'once', serviceId: service } }
  const checked = await learner.call('GET /discount/check/code/:code/course-service/:serviceId', good)
  expect(checked.status).toBe(200)
  const used = await shop.app.signIn()
  const first = await order({ promocode: 'once' }, service, used)
  expect(first.data.amount).toBe(4410)
  // Who comes back to pay has not used it up against themselves.
  const again = await order({ promocode: 'once', total: 4410 }, service, used)
  expect(again.data).toMatchObject({ id: first.data.id, amount: 4410 })
  const asked = (code: string) =>
    refusal(
      learner.call('GET /discount/check/code/:code/course-service/:serviceId', {
        params: { code, serviceId: service },
      }),
    )
  expect(await asked('old')).toEqual([409, 'discount_over', 'code'])
  expect(await asked('LATER')).toEqual([409, 'discount_not_yet', 'code'])
  expect(await asked('ONCE')).toEqual([409, 'discount_used_up', 'code'])
  expect(await asked('OTHER')).toEqual([409, 'discount_foreign', 'code'])
  expect(await asked('FACE')).toEqual([404, 'discount_unknown', 'code'])
  for (const promocode of ['OLD', 'LATER', 'ONCE', 'OTHER', 'FACE'])
    expect((await order({ promocode })).data).toMatchObject({ amount: 4900, price: 4900 })
})

test('a provider that does not answer keeps the order, which is paid later', async () => {
  const { data } = await order()
  await shop.fail()
  const pay = () => learner.call('POST /orders/:id/pay', { params: { id: data.id }, body: {} })
  expect(await refusal(pay())).toEqual([503, 'provider_silent'])
  const own = () => learner.call('GET /orders/:id', { params: { id: data.id } })
  expect((await own()).data).toMatchObject({ status: 'waiting', attempt: { state: 'begun' } })
  shop.app.clock.now += 60_000
  await shop.turn()
  expect((await own()).data.attempt, 'without anybody’s doing').toMatchObject({ state: 'open' })
  expect((await pay()).data.attempt?.url).toBe((await own()).data.attempt?.url)
})

test('saved methods are listed under data, and forgotten unless something is charged to one [BIL-10] [VAL-13]', async () => {
  const monthly = await shop.service({ EUR: 1000 }, { type: 'course_subscription' })
  const { subscription_id: id } = await shop.buy(learner, monthly)
  const methods = async () => (await learner.call('GET /v2/user-payment-method')).data.data
  const [method] = await methods()
  expect(method).toMatchObject({ brand: 'visa', last4: '4242', is_in_use: true })
  const params = { id: method?.id ?? 0 }
  expect(await refusal(learner.call('DELETE /v2/user-payment-method/:id', { params }))).toEqual([409, 'method_in_use'])
  const cancel = (reason: string) =>
    learner.call('POST /payment-subscriptions/cancel', {
      query: { id: id ?? 0 },
      body: { reason_type: 'other', reason },
    })
  for (const short of ['  no  ', '𝒯'.repeat(9)])
    expect(await refusal(cancel(short))).toEqual([422, 'reason_too_short', 'reason'])
  expect((await cancel('I have no time for it')).data.subscription.state).toBe('ending')
  const stranger = await shop.app.signIn()
  expect(await refusal(stranger.call('DELETE /v2/user-payment-method/:id', { params }))).toEqual([404, 'not_found'])
  expect((await learner.call('DELETE /v2/user-payment-method/:id', { params })).status).toBe(200)
  expect(await methods()).toEqual([])
  const { data: later } = await order()
  const pay = { params: { id: later.id }, body: { method_id: params.id } }
  expect(await refusal(learner.call('POST /orders/:id/pay', pay))).toEqual([409, 'method_gone', 'method_id'])
  const paused = await learner.call('POST /payment-subscriptions/:id/pause', { params: { id: id ?? 0 } })
  expect([paused.status, (paused.data as { code?: string }).code]).toEqual([409, 'subscription_cannot'])
})

test('what is somebody else’s is not found', async () => {
  const monthly = await shop.service({ EUR: 1000 }, { type: 'course_subscription' })
  const bought = await shop.buy(learner, monthly)
  const stranger = await shop.app.signIn()
  const order = { params: { id: bought.id } }
  const subscription = { params: { id: bought.subscription_id ?? 0 } }
  for (const asked of [
    stranger.call('GET /orders/:id', order),
    stranger.call('POST /orders/:id/pay', { ...order, body: {} }),
    stranger.call('POST /orders/:id/check', order),
    stranger.call('GET /payment-subscriptions/:id', subscription),
    stranger.call('POST /payment-subscriptions/:id/pause', subscription),
    stranger.call('POST /payment-subscriptions/:id/resume', subscription),
    stranger.call('POST /payment-subscriptions/cancel', {
      query: { id: bought.subscription_id ?? 0 },
      body: { reason_type: 'price', reason: 'Too expensive' },
    }),
    stranger.call('GET /payment-subscriptions/:id/plans', subscription),
    stranger.call('POST /payment-subscriptions/:id/plan', { ...subscription, body: { service_id: 1, amount: 0 } }),
    stranger.call('POST /payment-subscriptions/:id/method', { ...subscription, body: { method_id: 1 } }),
  ])
    expect(await refusal(asked)).toEqual([404, 'not_found'])
})
