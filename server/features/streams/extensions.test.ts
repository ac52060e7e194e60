import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { courseSchool, plannedCourse } from '#server/app/testing/course-school.ts'
import { openShop } from '#server/app/testing/shop.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { insertService } from '#server/features/billing/shop/service-queries.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let school: Awaited<ReturnType<typeof courseSchool>>
let admin: TestClient
let learner: TestClient
let courseId: number
let streamId: number
let month: number
let questions: number

beforeAll(async () => {
  shop = await openShop()
  school = await courseSchool(shop.app)
  courseId = (await school.take(plannedCourse([{ title: 'Water' }]))).id
  admin = await shop.app.signIn({ role: 'admin' })
  month = await extension({ accessDays: 30 })
  questions = await extension({ consultations: 3 })
})
beforeEach(async () => {
  shop.app.clock.set('2026-12-01T10:00:00Z')
  learner = await shop.app.signIn()
  await shop.app.db.query({ text: `update sessions set expires_at = expires_at + interval '10 years'` })
  // Ends on December 10.
  const place = await shop.service({ EUR: 100 }, { courseId, accessDays: 10 })
  streamId = (await shop.buy(learner, place)).stream_id ?? 0
})
afterAll(async () => {
  await school.remove()
  await shop.close()
})

async function extension(fields: { accessDays?: number; consultations?: number; courseId?: number }) {
  const texts = { en: { title: 'More', description: '' }, ru: { title: 'Ещё', description: '' } }
  const service = {
    brandId: 'kurso',
    type: 'course_buy',
    texts,
    prices: { EUR: 4900 },
    courseId,
    isExtension: true,
    ...fields,
  }
  return (await insertService(shop.app.db, { service: JSON.stringify(service) }))?.id ?? 0
}
const offered = (client = learner) => client.call('GET /extend/:streamId', { params: { streamId } })
const extend = (serviceId = month, body: object = {}, client = learner) =>
  client.call('POST /extend/:streamId/course-service/:serviceId', { params: { streamId, serviceId }, body })
const stream = async () => (await learner.call('GET /user-course-streams/:id', { params: { id: streamId } })).data
async function pay(id: number) {
  const { data } = await learner.call('POST /orders/:id/pay', { params: { id }, body: {} })
  await shop.pay(data.attempt?.url ?? '')
  return (await learner.call('POST /orders/:id/check', { params: { id } })).data
}
const outcome = ({ status, data }: { status: number; data: { code?: string } }) => [status, data.code]

test('what can be added to a place is told, with the day until which it then lasts [STR-09]', async () => {
  const { data, statements } = await learner.call('GET /extend/:streamId', { params: { streamId }, language: 'ru' })
  expect(data).toMatchObject([
    {
      id: month,
      stream_id: streamId,
      type_code: 'course_subscription',
      title: 'Ещё',
      price: 4900,
      currency: 'EUR',
      days: 30,
      ends_on: '2027-01-09',
      is_sandbox: true,
    },
    {
      id: questions,
      stream_id: streamId,
      type_code: 'expert_additional_question',
      days: null,
      consultations: 3,
      ends_on: null,
      is_sandbox: true,
    },
  ])
  expect(statements).toBe(3)
  expect((await learner.call('GET /course-services')).data.map(({ id }) => id)).not.toContain(month)
  for (const id of [month, questions]) {
    expect((await learner.call('GET /checkout/:serviceId', { params: { serviceId: id } })).status).toBe(404)
    expect((await learner.call('POST /order/:id', { params: { id }, body: {} })).status).toBe(404)
  }
})

test('a paid extension moves the end of the place, once, and a refund moves it back [STR-09]', async () => {
  const contact = { name: 'Ann', phone: '+34600000000', email: 'ann@example.com' }
  const { data } = await extend(month, contact)
  expect(data).toMatchObject({
    stream_id: streamId,
    type_code: 'course_subscription',
    order: { status: 'waiting', amount: 4900 },
  })
  // Sent again it is the same order.
  expect((await extend(month, contact)).data.id).toBe(data.id)
  expect(await stream()).toMatchObject({ ends_on: '2026-12-10' })
  expect(await pay(data.id)).toMatchObject({ status: 'paid', is_open: true, stream_id: streamId })
  await learner.call('POST /orders/:id/check', { params: { id: data.id } })
  await shop.turn()
  expect(await stream()).toMatchObject({ ends_on: '2027-01-09', status: 'open' })
  const { rows } = await shop.app.db.query({
    text: 'select name, phone, email, days from stream_extensions where order_id = $1',
    values: [data.id],
  })
  expect(rows).toEqual([{ ...contact, days: 30 }])
  const params = { id: data.id }
  await admin.call('POST /studio/orders/:id/refunds', { params, body: { amount: 4900, reason: 'Asked for it' } })
  expect(await stream()).toMatchObject({ ends_on: '2026-12-10' })
})

test('of a place that is over the days count from today, and it opens again [STR-09]', async () => {
  shop.app.clock.set('2026-12-20T10:00:00Z')
  expect(await stream()).toMatchObject({ status: 'ended' })
  expect((await offered()).data[0]?.ends_on).toBe('2027-01-18')
  const { id } = (await extend()).data
  await pay(id)
  expect(await stream()).toMatchObject({ status: 'open', ends_on: '2027-01-18', days_left: 30 })
  const text = 'select name, phone, email from stream_extensions where order_id = $1'
  expect((await shop.app.db.query({ text, values: [id] })).rows).toEqual([{ name: '', phone: '', email: '' }])
})

test('more questions to the expert add consultations and no days [STR-09]', async () => {
  const before = await stream()
  const { data } = await extend(questions)
  expect(data.type_code).toBe('expert_additional_question')
  await pay(data.id)
  expect(await stream()).toMatchObject({
    ends_on: before.ends_on,
    max_consultation_count: (before.max_consultation_count ?? 0) + 3,
  })
})

test('a discount code lowers the price, and one that is none is left out; what costs nothing is given at once [STR-09]', async () => {
  const code = (name: string, percent: number) =>
    admin.call('POST /studio/discounts', {
      body: {
        code: name,
        percent,
        amount: null,
        currency: null,
        most_uses: null,
        starts_on: null,
        ends_on: null,
        service_ids: [],
      },
    })
  await code('HALF', 50)
  await code('FREE', 100)
  const params = { code: 'half', serviceId: month }
  const checked = await learner.call('GET /discount/check/code/:code/course-service/:serviceId', { params })
  expect(checked.data).toEqual({ code: 'HALF', discount: 2450, total: 2450 })
  expect((await extend(month, { promocode: 'nothing' })).data.order.amount).toBe(4900)
  expect((await extend(month, { promocode: 'half' })).data.order).toMatchObject({ price: 4900, amount: 2450 })
  expect((await extend(month, { promocode: 'FREE' })).data.order).toMatchObject({ status: 'paid', amount: 0 })
  expect(await stream()).toMatchObject({ ends_on: '2027-01-09' })
})

test('two devices at once order one extension, and each that is paid adds its days [STR-09]', async () => {
  const both = await Promise.all([extend(), extend(), extend()])
  expect(new Set(both.map(({ data }) => data.id)).size).toBe(1)
  await pay(both[0]?.data.id ?? 0)
  const again = await extend()
  expect(again.data.id).not.toBe(both[0]?.data.id)
  await pay(again.data.id)
  expect(await stream()).toMatchObject({ ends_on: '2027-02-08' })
})

test('who may not extend is refused, each by its code [STR-09]', async () => {
  const other = await shop.app.signIn()
  for (const answer of [await offered(other), await extend(month, {}, other), await extend(99_999)])
    expect(outcome(answer)).toEqual([404, 'not_found'])
  expect((await offered(shop.app.visitor)).status).toBe(401)
  const { rows } = await shop.app.db.query<{ id: number }>({
    text: `insert into courses (brand_id, key, languages, texts) values ('kurso', 'fire', '{en}', '{}') returning id`,
  })
  const elsewhere = await extension({ accessDays: 5, courseId: rows[0]?.id ?? 0 })
  expect(outcome(await extend(elsewhere))).toEqual([404, 'not_found'])
  const set = (text: string) => shop.app.db.query({ text: `update ${text}`, values: [streamId] })
  await set('users set email = null where id = (select user_id from user_streams where id = $1)')
  expect(outcome(await extend())).toEqual([409, 'email_needed'])
  await set(`users set email = id || '@example.com' where id = (select user_id from user_streams where id = $1)`)
  await set('user_streams set stopped_at = now() where id = $1')
  expect((await offered()).data).toEqual([])
  expect(outcome(await extend())).toEqual([409, 'extension_closed'])
})

test('a school whose learners do not extend by themselves says so, from the moment on that it decides [STR-09]', async () => {
  const decide = async (isNewRenewCourseEnable: boolean) => {
    const { version } = (await admin.call('GET /studio/brand')).data
    const body = { override: { config: { isNewRenewCourseEnable } }, version }
    expect((await admin.call('PUT /studio/brand', { body })).status).toBe(200)
  }
  await decide(false)
  for (const answer of [await offered(), await extend()]) expect(outcome(answer)).toEqual([409, 'extension_closed'])
  await decide(true)
  expect((await offered()).data).toHaveLength(2)
})

test('an extension that is paid after its place was taken away gives nothing, and the money goes back [STR-09]', async () => {
  const { data } = await extend()
  await shop.app.db.query({ text: 'update user_streams set taken_out_at = now() where id = $1', values: [streamId] })
  await pay(data.id)
  await shop.turn()
  await shop.turn()
  const { data: order } = await learner.call('GET /orders/:id', { params: { id: data.id } })
  expect(order).toMatchObject({ is_open: false, paid: 4900, refunded: 4900 })
  const { rows } = await shop.app.db.query({
    text: 'select is_given, days from stream_extensions where order_id = $1',
    values: [data.id],
  })
  expect(rows).toEqual([{ is_given: false, days: 0 }])
})

test('what is sent back takes the days that it sold, not those of another extension after the end [STR-09]', async () => {
  shop.app.clock.set('2026-12-20T10:00:00Z')
  const first = await extend()
  await pay(first.data.id)
  expect(await stream()).toMatchObject({ ends_on: '2027-01-18' })
  const second = await extend()
  expect(second.data.id).not.toBe(first.data.id)
  await pay(second.data.id)
  expect(await stream()).toMatchObject({ ends_on: '2027-02-17' })
  const body = { amount: 4900, reason: 'Asked for it' }
  await admin.call('POST /studio/orders/:id/refunds', { params: { id: first.data.id }, body })
  await shop.turn()
  expect(await stream()).toMatchObject({ ends_on: '2027-01-18' })
})
