import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CourseFixture, insertCourse } from '#server/app/testing/course-fixture.ts'
import { openShop } from '#server/app/testing/shop.ts'
import { newServiceBody, serviceTerms } from '#server/app/testing/shop-writes.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { offerFromWire, serviceFromWire } from '#shared/features/billing/forms.ts'

const expand = ['childs.course', 'childs.stream', 'course', 'stream']
let shop: Awaited<ReturnType<typeof openShop>>
let learner: TestClient
let course: CourseFixture

beforeAll(async () => {
  shop = await openShop()
})
beforeEach(async () => {
  shop.app.clock.set('2026-12-01T10:00:00Z')
  learner = await shop.app.signIn()
  course = await insertCourse(shop.app.db, { stages: [{ days: [{}] }] })
})
afterAll(() => shop.close())

const run = async (text: string, ...values: unknown[]) =>
  (await shop.app.db.query<{ id: number }>({ text, values })).rows[0]?.id ?? 0
const cohort = () =>
  run(
    `insert into streams (course_id, starts_on, ends_on, seats) values ($1, '2026-12-10', '2026-12-31', 1) returning id`,
    course.id,
  )
/** A cohort whose only place is taken. */
async function fullCohort() {
  const id = await cohort()
  await run(
    `insert into user_streams (user_id, course_id, stream_id, starts_on, ends_on)
     values ($1, $2, $3, '2026-12-10', '2026-12-31')`,
    (await shop.app.signIn()).userId,
    course.id,
    id,
  )
  return id
}
const ofCourse = (fields: object = {}) => shop.service({ EUR: 4900, USD: 5500 }, { courseId: course.id, ...fields })
const view = async (id: number, by = learner) =>
  (await by.call('GET /course-services/view', { query: { id }, expand })).data
const offered = async (query: Record<string, unknown> = {}, by: TestClient = learner) =>
  (await by.call('GET /course-offer/find', { query })).data.map(({ course_service: id }) => id)

test('a service has its number, price, currency, type, waiting order, quantity, course and the codes of app stores [BIL-01]', async () => {
  const admin = await shop.app.signIn({ role: 'admin' })
  const products = [
    { alias: 'ios', code: 'com.school.course' },
    { alias: 'application', code: 'com.school.app' },
    { alias: 'ios', code: 'com.school.course' },
  ]
  const body = { ...newServiceBody, course_id: course.id, access_days: 30, appstore_products: products }
  const { id } = (await admin.call('POST /studio/services', { body })).data
  await admin.call('PUT /studio/services/:id/state', { params: { id }, body: { state: 'shown' } })
  const { data: order } = await learner.call('POST /order/:id', { params: { id }, body: {} })
  const wire = await view(id)
  expect(wire).toMatchObject({ service_id: id, price: 4900, currency: 'EUR', type: 'course_buy', quantity: 1 })
  expect(wire).toMatchObject({ order_id: order.id, course_id: course.id, course: { id: course.id } })
  const stored = [
    { alias: 'application', code: 'com.school.app', id: expect.any(Number) },
    { alias: 'ios', code: 'com.school.course', id: expect.any(Number) },
  ]
  expect(wire.appstore_products.toSorted((one, other) => (one.code < other.code ? -1 : 1))).toEqual(stored)
  expect(serviceFromWire(wire)).toEqual({
    serviceId: id,
    title: 'A course',
    description: 'Four weeks',
    price: 4900,
    currency: 'EUR',
    type: 'course_buy',
    orderId: order.id,
    quantity: 1,
    courseId: course.id,
    appstoreProducts: [stored[1]],
  })
  const fewer = { ...serviceTerms, course_id: course.id, access_days: 30, revision: 1 }
  const left = { ...fewer, appstore_products: [{ alias: 'ipad', code: 'com.school.course' }] }
  await admin.call('PUT /studio/services/:id', { params: { id }, body: left })
  expect((await view(id)).appstore_products).toMatchObject([{ alias: 'ipad', code: 'com.school.course' }])
  expect((await admin.call('GET /studio/services/:id', { params: { id } })).data.appstore_products).toEqual(
    left.appstore_products,
  )
})

test('what a change of a service leaves out stays as it is', async () => {
  const admin = await shop.app.signIn({ role: 'admin' })
  const products = [{ alias: 'ios', code: 'com.school.extension' }]
  const fields = { ...serviceTerms, course_id: course.id, access_days: 30 }
  const body = { ...newServiceBody, ...fields, is_extension: true, appstore_products: products }
  const params = { id: (await admin.call('POST /studio/services', { body })).data.id }
  const changed = await admin.call('PUT /studio/services/:id', {
    params,
    body: { ...fields, access_days: 40, revision: 1 },
  })
  expect([changed.status, changed.data]).toEqual([200, { revision: 2 }])
  const stored = async () => (await admin.call('GET /studio/services/:id', { params })).data
  expect(await stored()).toMatchObject({ access_days: 40, is_extension: true, appstore_products: products })
  const none = { ...fields, access_days: 40, is_extension: false, appstore_products: [], revision: 2 }
  expect((await admin.call('PUT /studio/services/:id', { params, body: none })).status).toBe(200)
  expect(await stored()).toMatchObject({ is_extension: false, appstore_products: [] })
})

test('there are services of three types: a demo, a purchase and a subscription [BIL-01]', async () => {
  const types = ['course_demo', 'course_buy', 'course_subscription'] as const
  const made = await Promise.all(types.map(type => ofCourse({ type, accessDays: 7 })))
  const { data } = await learner.call('GET /course-services')
  expect(made.map(id => data.find(service => service.id === id)?.type)).toEqual(types)
  const rest = await Promise.all(made.map(id => view(id)))
  expect(rest.map(({ type }) => type)).toEqual(types)
})

test('services are answered with their courses, cohorts and the other ways to the same course, where that is asked for [BIL-02]', async () => {
  const stream = await fullCohort()
  const [whole, days] = [await ofCourse(), await ofCourse({ accessDays: 30 })]
  const alone = await shop.service({ EUR: 100 })
  const ownCourse = { id: course.id, title: expect.any(String) }
  const ownStream = { id: stream, starts_on: '2026-12-10', ends_on: '2026-12-31', has_place: false }
  const all = (await learner.call('GET /course-services', { expand })).data
  const found = all.find(({ id }) => id === whole)
  expect(found).toMatchObject({ course: ownCourse, stream: ownStream })
  expect(found?.childs).toMatchObject([{ id: days, course: ownCourse, stream: null }])
  expect(await view(whole)).toEqual(found)
  expect(await view(alone)).toMatchObject({ course: null, stream: null, childs: [] })
  const bare = (await learner.call('GET /course-services/view', { query: { id: whole } })).data
  expect([bare.course, bare.stream, bare.childs]).toEqual([undefined, undefined, undefined])
  const some = await learner.call('GET /course-services', { expand: ['childs.stream', 'course'] })
  const one = some.data.find(({ id }) => id === whole)
  expect(one).toMatchObject({ course: ownCourse })
  expect([one?.stream, one?.childs?.[0]?.course]).toEqual([undefined, undefined])
  expect((await learner.call('GET /course-services/view', { query: { id: 999_999 } })).status).toBe(404)
})

test('an offer is a service with the pictures of what it opens; its names are read as the apps know them [BIL-01, BIL-02]', async () => {
  const picture = await run(
    `insert into media (key, type, name, mime, bytes, files) values ('a-cover', 1, 'a.webp', 'image/webp', 9, '{"large": "large.webp"}')
     returning id`,
  )
  await run('update courses set image_id = $1 where id = $2', picture, course.id)
  const id = await ofCourse({ accessDays: 30 })
  const { data } = await learner.call('GET /course-offer/find', {
    query: { courseId: course.id, courseOfferRelationTypeId: 1 },
  })
  const url = '/media/a-cover/large.webp'
  expect(data).toMatchObject([{ id, course_service: id, course_offer_relation_type_id: 1, title: 'A good course' }])
  expect(data[0]?.images_files).toEqual([{ large: url, medium: url, small: url }])
  const [offer] = data.map(offerFromWire)
  expect(offer).toMatchObject({ serviceId: id, relationTypeId: 1, service: { serviceId: id, courseId: course.id } })
  expect(offer?.images).toEqual(data[0]?.images_files)
  expect(Object.keys(offer ?? {})).not.toContain('course_service')
})

test('what is offered fits its reason: a course for itself, its chat and its homework, consultations for the fourth [BIL-02]', async () => {
  const [buy, monthly] = [await ofCourse({ accessDays: 30 }), await ofCourse({ type: 'course_subscription' })]
  await ofCourse({ type: 'course_demo', accessDays: 7 })
  await cohort()
  const talk = await shop.service({ EUR: 1500 }, { consultations: 1, points: 0 })
  const of = (courseOfferRelationTypeId: number) => offered({ courseId: course.id, courseOfferRelationTypeId })
  expect(await offered({ courseId: course.id })).toEqual([buy, monthly])
  expect([await of(1), await of(2), await of(4)]).toEqual([
    [buy, monthly],
    [buy, monthly],
    [buy, monthly],
  ])
  expect(await of(3)).toContain(talk)
  expect(await of(3)).not.toContain(buy)
  expect(await of(9)).toEqual([])
  expect(await offered()).toEqual(expect.arrayContaining([buy, monthly]))
  expect(await offered({}, shop.app.visitor)).toEqual(expect.arrayContaining([buy]))
})

test('nobody is offered what they have, what has no place left, or what nobody takes the money for', async () => {
  await fullCohort()
  const full = await ofCourse()
  expect(await offered({ courseId: course.id })).toEqual([])
  const buy = await ofCourse({ accessDays: 30 })
  expect(await offered({ courseId: course.id })).toEqual([buy])
  expect(full).not.toBe(buy)
  await shop.buy(learner, buy)
  expect(await offered({ courseId: course.id })).toEqual([])
  shop.app.clock.set('2027-02-01T10:00:00Z')
  const back = await shop.app.signIn({ email: 'somebody-else@example.com' })
  expect(await offered({ courseId: course.id }, back)).toEqual([buy])
  await run('update payment_accounts set is_active = false')
  try {
    expect(await offered({ courseId: course.id }, back)).toEqual([])
  } finally {
    await run('update payment_accounts set is_active = true where id = $1', shop.accountId)
  }
})
