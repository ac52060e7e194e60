import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CourseFixture, insertCourse } from '#server/app/testing/course-fixture.ts'
import { openShop } from '#server/app/testing/shop.ts'
import { positionTerms } from '#server/app/testing/shop-writes.ts'
import type { TrialName } from '../sandbox/cards.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let admin: TestClient
let learner: TestClient
let course: CourseFixture

beforeAll(async () => {
  shop = await openShop()
})
beforeEach(async () => {
  shop.app.clock.set('2026-12-01T10:00:00Z')
  await shop.app.db.query({ text: 'delete from catalog_positions' })
  admin = await shop.app.signIn({ role: 'admin' })
  learner = await shop.app.signIn()
  course = await insertCourse(shop.app.db, { stages: [{ days: [{}] }] })
})
afterAll(() => shop.close())

/** A position of the catalogue that learners see. */
async function position(fields: object) {
  const body = { ...positionTerms, ...fields }
  const { id } = (await admin.call('POST /studio/catalog-positions', { body })).data
  await admin.call('PUT /studio/catalog-positions/:id/state', { params: { id }, body: { state: 'shown' } })
  return id
}
const ofCourse = (fields: object = {}) =>
  shop.service({ EUR: 4900, USD: 5500 }, { courseId: course.id, accessDays: 30, ...fields })
const talks = (fields: object = {}) => shop.service({ EUR: 1500 }, { consultations: 1, points: 0, ...fields })
const catalogue = async (query: Record<string, unknown> = {}, by = learner) => {
  const { data, headers } = await by.call('GET /catalog-position', { query })
  const [page, perPage, total, pages] = ['current-page', 'per-page', 'total-count', 'page-count'].map(name =>
    Number(headers[`x-pagination-${name}`]),
  )
  return { data, ids: data.map(({ id }) => id), page, perPage, total, pages }
}
const only = async () => (await catalogue()).data[0]
const add = (id: number, query: Record<string, unknown> = {}, idempotencyKey?: string, by = learner) =>
  by.call('POST /v2/catalog-position/:id/add-to-subscription', {
    params: { id },
    query,
    ...(idempotencyKey && { idempotencyKey }),
  })
const code = ({ status, data }: { status: number; data: object }) => [status, (data as { code?: string }).code]
const ordersOf = async (serviceId: number) =>
  (
    await shop.app.db.query<{ status: string; paid: number }>({
      text: `select o.status, (select coalesce(sum(l.amount), 0)::int from ledger_entries l join invoices i on i.id = l.invoice_id
        where i.order_id = o.id) as paid from orders o where o.service_id = $1 and o.user_id = $2`,
      values: [serviceId, learner.userId],
    })
  ).rows

/** The learner has a subscription that is charged to a saved card. */
async function subscribe(card: TrialName = 'works') {
  const monthly = await shop.service({ EUR: 900 }, { type: 'course_subscription', points: 1 })
  await shop.buy(learner, monthly, card)
  return monthly
}

test('the catalogue comes in pages of six, or of another size, with their figures in the headers [CAT-01, CAT-02]', async () => {
  const service = await talks()
  const ids: number[] = []
  for (let count = 0; count < 8; count++) ids.push(await position({ service_id: service }))
  expect(await catalogue()).toMatchObject({ ids: ids.slice(0, 6), page: 1, perPage: 6, total: 8, pages: 2 })
  expect(await catalogue({ page: 2 })).toMatchObject({ ids: ids.slice(6), page: 2, perPage: 6, total: 8, pages: 2 })
  expect(await catalogue({ perPage: 3, page: 3 })).toMatchObject({ ids: ids.slice(6), page: 3, perPage: 3, pages: 3 })
  expect(await catalogue({ page: 9 })).toMatchObject({ ids: [], page: 9, total: 8 })
  expect(code(await learner.call('GET /catalog-position', { query: { perPage: 51 } }))).toEqual([422, 'invalid_input'])
  expect(code(await shop.app.visitor.call('GET /catalog-position', {}))).toEqual([401, 'not_signed_in'])
})

test('a position has its picture, texts in the reader’s language, category, place, and what it sells [CAT-01, CAT-02]', async () => {
  const service = await ofCourse()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>'
  const { data: picture } = await admin.call('POST /studio/brand/pictures', { body: { data: btoa(svg) } })
  const texts = { en: { title: 'Begin here', description: 'Gently' }, ru: { title: 'Начните здесь', description: '' } }
  const id = await position({ texts, service_id: service, category_id: 1, picture: picture.name })
  expect(await only()).toMatchObject({
    id,
    title: 'Begin here',
    description: 'Gently',
    category_id: 1,
    sort: expect.any(Number),
    image: { large: picture.url, medium: picture.url, small: picture.url },
    course_id: course.id,
    course_title: expect.any(String),
    service: { service_id: service, type: 'course_buy', price: 5500, currency: 'USD' },
    is_owned: false,
    is_available: true,
    can_add_to_subscription: false,
  })
  const { data } = await learner.call('GET /catalog-position', { query: { lang: 'ru' } })
  expect(data[0]?.title).toBe('Начните здесь')
  await shop.buy(learner, service)
  expect(await only()).toMatchObject({ is_owned: true, can_add_to_subscription: false })
  expect((await catalogue({ category_id: 1 })).ids).toEqual([id])
  expect((await catalogue({ category_id: 2 })).ids).toEqual([])
  expect((await catalogue({ type: 'course_buy' })).ids).toEqual([id])
  expect((await catalogue({ type: 'course_demo' })).ids).toEqual([])
})

test('a position of a course sells what opens the course: a purchase before a subscription before a demo', async () => {
  const demo = await ofCourse({ type: 'course_demo' })
  await position({ course_id: course.id })
  expect((await only())?.service.id).toBe(demo)
  const monthly = await ofCourse({ type: 'course_subscription' })
  expect((await only())?.service.id).toBe(monthly)
  const buy = await ofCourse()
  expect((await only())?.service.id).toBe(buy)
})

test('hidden positions, those of what is not for sale and those of another brand are not there [CAT-01]', async () => {
  await subscribe()
  const [service, unsold] = [await talks(), await talks({ isHidden: true })]
  const hidden = await position({ service_id: service })
  await admin.call('PUT /studio/catalog-positions/:id/state', { params: { id: hidden }, body: { state: 'hidden' } })
  const ofUnsold = await position({ service_id: unsold })
  const shown = await position({ service_id: service })
  await shop.app.db.query({
    text: `insert into catalog_positions (brand_id, service_id, texts, sort, is_hidden) values ('mind', $1, '{"en": {"title": "x"}}', 1, false)`,
    values: [await talks({ brandId: 'mind' })],
  })
  const { rows } = await shop.app.db.query<{ id: number }>({
    text: `select id from catalog_positions where brand_id = 'mind'`,
  })
  const foreign = rows[0]?.id ?? 0
  expect((await catalogue()).ids).toEqual([shown])
  for (const id of [hidden, ofUnsold, foreign, 999_999]) expect(code(await add(id))).toEqual([404, 'not_found'])
  const params = { id: foreign }
  expect(code(await admin.call('GET /studio/catalog-positions/:id', { params }))).toEqual([404, 'not_found'])
  expect(code(await admin.call('DELETE /studio/catalog-positions/:id', { params }))).toEqual([404, 'not_found'])
})

test('adding to the subscription orders it, charges the subscription’s card once and opens it [CAT-01, CAT-02]', async () => {
  await subscribe()
  const service = await ofCourse()
  const id = await position({ service_id: service })
  expect(await only()).toMatchObject({ can_add_to_subscription: true })
  const { status, data } = await add(id)
  expect([status, data]).toMatchObject([200, { status: 'paid', is_open: true, amount: 4900, service_id: service }])
  expect(await ordersOf(service)).toEqual([{ status: 'paid', paid: 4900 }])
  expect((await learner.call('GET /user-course-streams', {})).data).toMatchObject([{ course_id: course.id }])
  expect(await only()).toMatchObject({ is_owned: true })
  expect(code(await add(id))).toEqual([409, 'already_owned'])
})

test('pressed twice, from two devices or sent again later with its key, it is one order and one charge', async () => {
  await subscribe()
  const service = await talks()
  const id = await position({ service_id: service })
  const answers = await Promise.all([1, 2, 3].map(() => add(id, {}, 'one press')))
  expect(new Set(answers.filter(({ status }) => status === 200).map(({ data }) => data.id)).size).toBe(1)
  const again = await add(id, {}, 'one press')
  expect(again).toMatchObject({ status: 200, data: { status: 'paid' } })
  expect(await ordersOf(service)).toEqual([{ status: 'paid', paid: 1500 }])
  await add(id, {}, 'another press')
  expect(await ordersOf(service)).toHaveLength(2)
})

test('a declined charge leaves an order that can be paid; nothing opens', async () => {
  await subscribe('noFundsLater')
  const service = await ofCourse()
  const id = await position({ service_id: service })
  expect((await add(id, {}, 'one')).data).toMatchObject({
    status: 'waiting',
    is_open: false,
    attempt: { state: 'refused', refusal: 'insufficient_funds' },
  })
  await add(id, {}, 'another')
  expect(await ordersOf(service)).toEqual([{ status: 'waiting', paid: 0 }])
  expect((await learner.call('GET /user-course-streams', {})).data).toEqual([])
})

test('without a subscription that goes on and has a card, at another price or without a place it is refused', async () => {
  const service = await ofCourse()
  const id = await position({ service_id: service })
  expect(code(await add(id))).toEqual([409, 'subscription_needed'])
  await subscribe()
  expect(code(await add(id, { total: 4800 }))).toEqual([409, 'price_changed'])
  expect(code(await add(id, { currency: 'JPY' }))).toEqual([422, 'not_sold_in_currency'])
  const full = await position({ service_id: await ofCourse({ accessDays: undefined }) })
  expect(code(await add(full))).toEqual([409, 'no_place_left'])
  await shop.fail()
  expect(code(await add(id))).toEqual([503, 'provider_silent'])
  expect((await add(id, { total: 4900, currency: 'EUR' })).data).toMatchObject({ status: 'paid' })
  const [subscription] = (await learner.call('GET /payment-subscription')).data
  const query = { id: subscription?.id ?? 0 }
  await learner.call('POST /payment-subscriptions/cancel', {
    query,
    body: { reason_type: 'price', reason: 'It costs too much' },
  })
  const other = await position({ service_id: await talks() })
  expect(code(await add(other))).toEqual([409, 'subscription_needed'])
  expect((await catalogue()).data.map(({ can_add_to_subscription: can }) => can)).toEqual([false, false, false])
})
