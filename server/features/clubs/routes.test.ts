import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enrol, insertCourse } from '#server/app/testing/course-fixture.ts'
import { openShop } from '#server/app/testing/shop.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { sharedData } from '#shared/platform/testing/shared-data.ts'
import { isBlank, linePattern } from '#shared/platform/text.ts'
import { clubTerms } from './testing/access.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let admin: TestClient
let learner: TestClient

beforeAll(async () => {
  shop = await openShop()
})
beforeEach(async () => {
  shop.app.clock.set('2026-12-01T10:00:00Z')
  await shop.app.db.query({ text: 'delete from communities' })
  admin = await shop.app.signIn({ role: 'admin' })
  learner = await shop.app.signIn()
})
afterAll(() => shop.close())

let made = 0
const add = async (fields: object = {}, idempotencyKey?: string) =>
  admin.call('POST /studio/clubs', {
    body: { ...clubTerms, slug: `club-${++made}`, ...fields },
    ...(idempotencyKey && { idempotencyKey }),
  })
const club = async (fields: object = {}) => (await add(fields)).data.id
const code = ({ status, data }: { status: number; data: object }) => [status, (data as { code?: string }).code]
const faultyFields = ({ data }: { data: object }) => Object.keys((data as { errors?: object }).errors ?? {})
const mine = async (by = learner) => (await by.call('GET /community', {})).data
const typeOf = async (id: number, by = learner) => (await mine(by)).find(one => one.id === id)?.type
const links = async (by = learner) => (await by.call('GET /user-community', {})).data
const seconds = (time: string) => Date.parse(time) / 1000

test('a club has its fields in the reader’s language; addresses of members are for members alone [CLB-01, CLB-02]', async () => {
  const service = await shop.service({ EUR: 900 }, { type: 'course_subscription' })
  const id = await club({
    titles: { en: ' Evening ', ru: 'Вечер' },
    slug: 'evening',
    chat_only: true,
    service_ids: [service],
    faq_url: 'https://club.example/faq',
    telegram_chat_url: 'https://t.example/evening',
    have_subscription_landing_url: 'https://club.example/in',
    no_have_subscription_landing_url: 'https://club.example/join',
  })
  const known = {
    id,
    uniq: expect.stringMatching(/^[0-9a-f-]{36}$/),
    title: 'Evening',
    type: 'hidden',
    course_ids: [],
    chat_only: true,
    slug: 'evening',
    faq_url: null,
    custom_url: 'https://club.example/evening',
    telegram_chat_url: null,
    have_subscription_landing_url: 'https://club.example/in',
    no_have_subscription_landing_url: 'https://club.example/join',
  }
  expect(await mine()).toEqual([known])
  expect((await learner.call('GET /community', { query: { lang: 'ru' } })).data[0]?.title).toBe('Вечер')
  expect((await learner.call('GET /community', { query: { lang: 'es' } })).data[0]?.title).toBe('Evening')
  await shop.buy(learner, service)
  expect((await mine())[0]).toEqual({
    ...known,
    type: 'owned',
    faq_url: 'https://club.example/faq',
    telegram_chat_url: 'https://t.example/evening',
  })
  expect(code(await shop.app.visitor.call('GET /community', {}))).toEqual([401, 'not_signed_in'])
  expect(code(await shop.app.visitor.call('GET /user-community', {}))).toEqual([401, 'not_signed_in'])
})

test('a paid order opens at once what it sells: a place in a course, its club, consultations, points and a subscription [BIL-12]', async () => {
  const course = await insertCourse(shop.app.db, { stages: [{ days: [{}] }] })
  const bought = await shop.service({ EUR: 4900 }, { courseId: course.id, accessDays: 30, consultations: 2, points: 7 })
  const monthly = await shop.service({ EUR: 900 }, { type: 'course_subscription' })
  const ofCourse = await club({ service_ids: [bought] })
  const ofSubscription = await club({ service_ids: [monthly] })
  const open = async () => {
    const [places, points, subscriptions] = await Promise.all([
      learner.call('GET /user-course-streams', {}),
      learner.call('GET /user-score/amount', {}),
      learner.call('GET /payment-subscription', {}),
    ])
    return {
      places: places.data.map(place => [place.course_id, place.max_consultation_count]),
      points: points.data.amount,
      subscriptions: subscriptions.data.map(({ status }) => status),
      clubs: (await mine()).flatMap(({ id, type }) => (type === 'owned' ? [id] : [])),
    }
  }
  const nothing = { places: [], points: 0, subscriptions: [], clubs: [] }
  expect(await open()).toEqual(nothing)
  const { data: waiting } = await learner.call('POST /order/:id', { params: { id: bought } })
  expect([waiting.status, await open()], 'not paid yet').toEqual(['waiting', nothing])
  await shop.buy(learner, bought)
  const ofPurchase = { places: [[course.id, 2]], points: 7, subscriptions: [], clubs: [ofCourse] }
  expect(await open()).toEqual(ofPurchase)
  await shop.buy(learner, monthly)
  expect(await open()).toEqual({
    ...ofPurchase,
    points: 12,
    subscriptions: ['Active'],
    clubs: [ofCourse, ofSubscription],
  })
})

test('a subscription opens its club at once, as an optional purchase, for as long as it is open [CLB-02, CLB-03]', async () => {
  const monthly = await shop.service({ EUR: 900 }, { type: 'course_subscription', periodUnit: 'week' })
  const id = await club({ service_ids: [monthly] })
  expect([await typeOf(id), await links()]).toEqual(['hidden', []])
  await shop.buy(learner, monthly)
  expect(await typeOf(id)).toBe('owned')
  expect(await links()).toEqual([
    {
      community_id: id,
      start_date: seconds('2026-12-01T10:00:00Z'),
      end_date: expect.toSatisfy((end: unknown) => end === null || typeof end === 'number'),
      is_optional_purchase: true,
    },
  ])
  const [subscription] = (await learner.call('GET /payment-subscription', {})).data
  await learner.call('POST /payment-subscriptions/cancel', {
    query: { id: subscription?.id ?? 0 },
    body: { reason_type: 'price', reason: 'Too dear for me at the moment' },
  })
  expect(await typeOf(id), 'until what is paid ends').toBe('owned')
  shop.app.clock.set('2026-12-10T10:00:00Z')
  await shop.turn()
  expect(await typeOf(id)).toBe('expired')
  expect(await links()).toMatchObject([{ community_id: id, is_optional_purchase: true }])
})

test('a course opens its club until the place in the course ends, and a refund closes it [CLB-02, CLB-03]', async () => {
  const course = await insertCourse(shop.app.db, { stages: [{ days: [{}] }] })
  const service = await shop.service({ EUR: 4900 }, { courseId: course.id, accessDays: 30 })
  const id = await club({ service_ids: [service], course_ids: [course.id] })
  const { id: orderId } = await shop.buy(learner, service)
  expect(await typeOf(id)).toBe('owned')
  const last = seconds('2026-12-30T23:59:59Z')
  expect(await links()).toEqual([
    { community_id: id, start_date: seconds('2026-12-01T10:00:00Z'), end_date: last, is_optional_purchase: false },
  ])
  shop.app.clock.set((last - 1) * 1000)
  expect(await typeOf(id)).toBe('owned')
  shop.app.clock.set((last + 1) * 1000)
  expect(await typeOf(id)).toBe('expired')
  shop.app.clock.set('2026-12-02T10:00:00Z')
  const refund = { amount: 4900, reason: 'Asked for it', ends_subscription: false }
  expect((await admin.call('POST /studio/orders/:id/refunds', { params: { id: orderId }, body: refund })).status).toBe(
    200,
  )
  await shop.turn()
  expect([await typeOf(id), await links()]).toEqual(['recommended', []])
})

test('learners of its courses are recommended a club; hidden ones and those of other brands are not there [CLB-02, CLB-03]', async () => {
  const course = await insertCourse(shop.app.db, { stages: [{ days: [{}] }] })
  const id = await club({ course_ids: [course.id] })
  const hidden = await club({ course_ids: [course.id], is_hidden: true })
  await enrol(shop.app.db, course, learner.userId, { startsOn: '2026-12-01', endsOn: '2027-01-01' })
  expect(await typeOf(id)).toBe('recommended')
  expect((await mine()).map(one => one.id)).toEqual([id])
  const stranger = await shop.app.signIn({ brandId: 'mind' })
  expect((await stranger.call('GET /community', { appId: 'mind' })).data).toEqual([])
  const foreigner = await shop.app.signIn({ role: 'admin', brandId: 'mind' })
  const appId = 'mind'
  for (const params of [{ id }, { id: hidden }]) {
    expect(code(await foreigner.call('GET /studio/clubs/:id', { params, appId }))).toEqual([404, 'not_found'])
    expect(code(await foreigner.call('DELETE /studio/clubs/:id', { params, appId }))).toEqual([404, 'not_found'])
    const body = { ...clubTerms, revision: 1 }
    expect(code(await foreigner.call('PUT /studio/clubs/:id', { params, body, appId }))).toEqual([404, 'not_found'])
  }
})

test('staff see all clubs with their products and members, and read one as it is stored', async () => {
  const monthly = await shop.service({ EUR: 900 }, { type: 'course_subscription' })
  const id = await club({ service_ids: [monthly], slug: 'with-members' })
  const empty = await club({ is_hidden: true, slug: 'empty' })
  await shop.buy(learner, monthly)
  const shown = { title: 'Evening club', chat_only: false }
  expect((await admin.call('GET /studio/clubs', {})).data).toEqual([
    { ...shown, id, slug: 'with-members', is_hidden: false, services: 1, members: 1 },
    { ...shown, id: empty, slug: 'empty', is_hidden: true, services: 0, members: 0 },
  ])
  expect((await admin.call('GET /studio/clubs/:id', { params: { id } })).data).toEqual({
    ...clubTerms,
    id,
    slug: 'with-members',
    service_ids: [monthly],
    revision: 1,
  })
})

test('staff see who has a club now, the newest first, by what and until when; of another school nobody does [STF-09]', async () => {
  const course = await insertCourse(shop.app.db, { stages: [{ days: [{}] }] })
  const once = await shop.service({ EUR: 4900 }, { courseId: course.id, accessDays: 30 })
  const monthly = await shop.service({ EUR: 900 }, { type: 'course_subscription' })
  const id = await club({ service_ids: [once, monthly] })
  const members = (query: Record<string, number> = {}) =>
    admin.call('GET /studio/clubs/:id/members', { params: { id }, query })
  expect((await members()).data).toEqual([])
  await shop.buy(learner, once)
  shop.app.clock.set('2026-12-02T10:00:00Z')
  const subscriber = await shop.app.signIn({ email: 'subscriber@example.com' })
  await shop.buy(subscriber, monthly)
  await shop.buy(await shop.app.signIn(), await shop.service({ EUR: 100 }))
  const buyer = { id: learner.userId, is_subscribed: false, since: seconds('2026-12-01T10:00:00Z') }
  const all = await members()
  expect(all.data).toMatchObject([
    { id: subscriber.userId, email: 'subscriber@example.com', is_subscribed: true, until: null },
    { ...buyer, until: seconds('2026-12-30T23:59:59Z') },
  ])
  const second = await members({ page: 2, 'per-page': 1 })
  expect([second.data, second.headers['x-pagination-total-count']]).toMatchObject([[buyer], '2'])
  expect((await members({ page: 9 })).data).toEqual([])
  const [subscription] = (await subscriber.call('GET /payment-subscription', {})).data
  await subscriber.call('POST /payment-subscriptions/cancel', {
    query: { id: subscription?.id ?? 0 },
    body: { reason_type: 'price', reason: 'Too dear for me at the moment' },
  })
  expect((await members()).data[0], 'until what is paid ends').toMatchObject({ until: seconds('2027-01-01T23:59:59Z') })
  shop.app.clock.set('2027-01-01T10:00:00Z')
  admin = await shop.app.signIn({ role: 'admin' })
  expect((await members()).data.map(({ is_subscribed: is }) => is)).toEqual([true])
  const foreigner = await shop.app.signIn({ role: 'admin', brandId: 'mind' })
  const asked = { params: { id }, appId: 'mind' }
  expect(code(await foreigner.call('GET /studio/clubs/:id/members', asked))).toEqual([404, 'not_found'])
})

test('a club of a course stays open for the days by which a pause moves its end [CLB-03]', async () => {
  const course = await insertCourse(shop.app.db, { stages: [{ days: [{}] }] })
  const service = await shop.service({ EUR: 4900 }, { courseId: course.id, accessDays: 10 })
  const id = await club({ service_ids: [service] })
  await shop.buy(learner, service)
  await shop.app.db.query({
    text: `insert into stream_freezes (user_stream_id, starts_on, ends_on)
           select id, '2026-12-05', '2026-12-07' from user_streams where user_id = $1`,
    values: [learner.userId],
  })
  expect(await links()).toMatchObject([{ end_date: seconds('2026-12-13T23:59:59Z') }])
  shop.app.clock.set('2026-12-13T20:00:00Z')
  expect(await typeOf(id)).toBe('owned')
  shop.app.clock.set('2026-12-14T00:00:00Z')
  expect(await typeOf(id)).toBe('expired')
})

test('of two clubs that take one address at once the second is refused', async () => {
  const [one, other] = [await club(), await club()]
  const take = (id: number, slug: string) =>
    admin.call('PUT /studio/clubs/:id', { params: { id }, body: { ...clubTerms, slug, revision: 1 } })
  const answers = await Promise.all([take(one, 'same'), take(other, 'same')])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused && [...code(refused), ...faultyFields(refused)]).toEqual([409, 'slug_taken', 'slug'])
})

test('what a club cannot be is refused with its field [SEC-06]', async () => {
  const refused = async (fields: object, status: number, name: string, field: string) => {
    const answer = await add(fields)
    expect([...code(answer), ...faultyFields(answer)]).toEqual([status, name, field])
  }
  await refused({ titles: { en: '  ' } }, 422, 'club_untitled', 'titles')
  await refused({ slug: 'Not A Slug' }, 422, 'invalid_input', 'slug')
  await refused({ custom_url: 'javascript:alert(1)' }, 422, 'invalid_input', 'custom_url')
  // A browser that cannot read an address would show no club at all.
  for (const address of ['https://[', 'http://a:99999', 'https://%', 'https:///'])
    await refused({ faq_url: address }, 422, 'invalid_input', 'faq_url')
  await refused({ course_ids: [999_999] }, 404, 'not_found', 'course_ids')
  const foreign = await shop.service({ EUR: 900 }, { type: 'course_subscription', brandId: 'mind' })
  await refused({ service_ids: [foreign] }, 404, 'not_found', 'service_ids')
  await club({ slug: 'taken' })
  await refused({ slug: 'taken' }, 409, 'slug_taken', 'slug')
  const id = await club({ slug: 'other' })
  const answer = await admin.call('PUT /studio/clubs/:id', {
    params: { id },
    body: { ...clubTerms, slug: 'taken', revision: 1 },
  })
  expect([...code(answer), ...faultyFields(answer)]).toEqual([409, 'slug_taken', 'slug'])
})

test('hostile texts in its titles are only texts, its addresses are ones that lead to a site [SEC-07, CLB-01]', {
  timeout: 120_000,
}, async () => {
  const strings = ['injection.json', 'naughty-strings.json'].flatMap(file =>
    sharedData<{ strings: { text: string }[] }>(`hostile-text/${file}`).strings.map(({ text }) => text),
  )
  const { cases } = sharedData<{ cases: { text: string }[] }>('hostile-text/return-addresses.json')
  const params = { id: await club() }
  let revision = 1
  const change = async (fields: object) => {
    const body = { ...clubTerms, slug: 'hostile', ...fields, revision }
    const answer = await admin.call('PUT /studio/clubs/:id', { params, body })
    if (answer.status === 200) revision = answer.data.revision
    return answer
  }
  for (const text of strings) {
    const isTitle = new RegExp(linePattern, 'u').test(text) && [...text].length <= 100 && !isBlank(text)
    const answer = await change({ titles: { ru: text } })
    if (!isTitle) expect([answer.status, faultyFields(answer)[0]?.split('.')[0]], text).toEqual([422, 'titles'])
    else expect((await admin.call('GET /studio/clubs', {})).data[0]?.title).toBe(text.trim())
  }
  for (const address of [...strings, ...cases.map(({ text }) => text)]) {
    const answer = await change({ custom_url: address })
    if (answer.status === 200) expect(new URL(address).protocol, address).toMatch(/^https?:$/)
    else expect([answer.status, ...faultyFields(answer)], address).toEqual([422, 'custom_url'])
  }
})

test('a club sent twice is one; of two changes of one state the second is refused; removed it is gone', async () => {
  const slug = 'once'
  const sent = await Promise.all([add({ slug }, 'the same key'), add({ slug }, 'the same key')])
  expect(new Set(sent.map(({ data }) => data.id)).size).toBe(1)
  const params = { id: sent[0]?.data.id ?? 0 }
  const change = (titles: object, revision: number) =>
    admin.call('PUT /studio/clubs/:id', { params, body: { ...clubTerms, slug, titles, revision } })
  expect((await change({ en: 'First' }, 1)).data).toEqual({ revision: 2 })
  expect((await change({ en: 'First' }, 1)).data, 'sent again').toEqual({ revision: 2 })
  expect(code(await change({ en: 'Second' }, 1))).toEqual([409, 'changed_meanwhile'])
  expect((await admin.call('DELETE /studio/clubs/:id', { params })).status).toBe(200)
  expect(code(await admin.call('DELETE /studio/clubs/:id', { params }))).toEqual([404, 'not_found'])
  const { rows } = await shop.app.db.query<{ action: string }>({
    text: `select action from audit_log where target_type = 'club' and target_id = $1 order by id`,
    values: [params.id],
  })
  expect(rows.map(({ action }) => action)).toEqual(['club.add', 'club.change', 'club.remove'])
})
