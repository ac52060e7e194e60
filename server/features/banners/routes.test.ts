import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enrol, insertCourse } from '#server/app/testing/course-fixture.ts'
import { openShop } from '#server/app/testing/shop.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { clubTerms } from '#server/features/clubs/testing/access.ts'
import { insertFilm } from '#server/features/library/testing/insert-film.ts'
import type { BannerFieldsWire } from '#shared/features/banners/wire.ts'
import { isShownTo, type Viewer } from '#shared/features/banners/testing/shown-to.ts'
import { platforms } from '#shared/features/banners/slots.ts'
import { bannerTerms } from './testing/access.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let admin: TestClient
let learner: TestClient

beforeAll(async () => {
  shop = await openShop()
})
beforeEach(async () => {
  shop.app.clock.set('2026-12-01T10:00:00Z')
  await shop.app.db.query({ text: 'delete from banners' })
  await shop.app.db.query({ text: 'delete from communities' })
  shop.app.brands.default.site.bannersFrom = []
  admin = await shop.app.signIn({ role: 'admin' })
  learner = await shop.app.signIn()
})
afterAll(() => shop.close())

const code = ({ status, data }: { status: number; data: object }) => [status, (data as { code?: string }).code]
const faultyFields = ({ data }: { data: object }) => Object.keys((data as { errors?: object }).errors ?? {})
const now = () => Math.floor(shop.app.clock.now / 1000)
const add = (fields: Partial<BannerFieldsWire>, by = admin, appId = 'kurso', idempotencyKey?: string) =>
  by.call('POST /studio/banners', {
    body: { ...bannerTerms, ...fields },
    appId,
    ...(idempotencyKey && { idempotencyKey }),
  })

async function banner(fields: Partial<BannerFieldsWire> = {}, by = admin, appId = 'kurso') {
  const answer = await add(fields, by, appId)
  expect(answer.status, JSON.stringify(answer.data)).toBe(200)
  const params = { id: answer.data.id }
  await by.call('PUT /studio/banners/:id/state', { params, body: { state: 'shown' }, appId })
  return params.id
}
const seen = async (by = learner, headers: Record<string, string> = {}) =>
  (await by.call('GET /banners', { headers })).data.map(({ id }) => id)
const setSegments = (userId: number, segments: object[]) =>
  shop.app.db.query({
    text: 'update users set segments = $2 where id = $1',
    values: [userId, JSON.stringify(segments)],
  })

async function club() {
  const service = await shop.service({ EUR: 900 }, { type: 'course_subscription' })
  const body = { ...clubTerms, slug: `club-${service}`, service_ids: [service] }
  return { service, id: (await admin.call('POST /studio/clubs', { body })).data.id }
}

test('a banner has all that it is narrowed to, its places by code, its picture, and its texts in the reader’s language [BAN-01]', async () => {
  const course = await insertCourse(shop.app.db, { stages: [{ days: [{}] }] })
  await enrol(shop.app.db, course, learner.userId)
  const { service, id: community } = await club()
  await shop.buy(learner, service)
  const segment = { id: 7, name: 'new', analyticProductName: 'Tea', analyticSchoolTitle: 'School' }
  await setSegments(learner.userId, [segment])
  await setSegments((await shop.app.signIn()).userId, [{ id: 9, title: 'evening' }])
  const picture = await insertFilm(shop.app.db, { type: 2, name: 'tea.png' })
  await shop.app.db.query({
    text: `update media set files = '{"large": "l.webp", "medium": "m.webp", "small": "s.webp"}' where id = $1`,
    values: [picture],
  })
  const [other, foreignClub] = [await insertCourse(shop.app.db, { stages: [{ days: [{}] }] }), (await club()).id]
  const fields = {
    texts: { en: { title: 'Tea', description: 'Gently' }, ru: { title: 'Чай', description: 'Не спеша' } },
    positionsIds: [10, 1, 27],
    picture_id: picture,
    segment_ids: [7, 9],
    course_ids: [course.id],
    community_ids: [community],
    application_ids: ['kurso'],
    stage_day_ids: [course.days[0]?.id ?? 0],
    not_display_course_ids: [other.id],
    not_display_community_ids: [foreignClub],
    not_display_application_ids: [] as string[],
  }
  const id = await banner({ ...fields, sort: 4, link: 'https://tea.example/week' })
  const { texts: _, segment_ids: __, picture_id: ___, ...narrowed } = fields
  expect((await learner.call('GET /banners', {})).data).toEqual([
    {
      ...narrowed,
      id,
      title: 'Tea',
      text: 'Gently',
      type: 'banner',
      sort: 4,
      platforms: ['app', 'desktop', 'mobile', 'tablet'],
      positions: ['home', 'day'],
      positionsIds: [1, 10, 27],
      image: {
        large: expect.stringMatching(/^\/media\/.*\/l\.webp$/),
        medium: expect.stringMatching(/m\.webp$/),
        small: expect.stringMatching(/s\.webp$/),
      },
      link: 'https://tea.example/week',
      segments: [segment, { id: 9, name: 'evening', analyticProductName: null, analyticSchoolTitle: null }],
    },
  ])
  expect((await learner.call('GET /banners', { query: { lang: 'ru' } })).data[0]?.title).toBe('Чай')
  expect(code(await shop.app.visitor.call('GET /banners', {}))).toEqual([401, 'not_signed_in'])
})

test('a banner for a segment is seen by whom the school has put into it, and by nobody else [BAN-06]', async () => {
  const other = await shop.app.signIn()
  const put = (segments: string[]) =>
    admin.call('PATCH /studio/users/:id', { params: { id: learner.userId }, body: { segments } })
  expect((await put(['Evening people'])).status).toBe(200)
  const { data } = await admin.call('GET /studio/banner-choices', {})
  const segment = data.segments.find(({ name }) => name === 'Evening people')
  const id = await banner({ segment_ids: [segment?.id ?? 0] })
  expect([(await seen()).includes(id), (await seen(other)).includes(id)]).toEqual([true, false])
  await put([])
  expect((await seen()).includes(id)).toBe(false)
})

test('GET /banners holds what this learner may see now, by one statement, as the rule says it [BAN-06]', async () => {
  const courses = await Promise.all([1, 2, 3].map(() => insertCourse(shop.app.db, { stages: [{ days: [{}] }] })))
  const [one, two] = courses
  if (!one || !two) throw new Error('No courses')
  const [owned, other] = [await club(), await club()]
  await enrol(shop.app.db, one, learner.userId)
  await shop.buy(learner, owned.service)
  await setSegments(learner.userId, [{ id: 7, name: 'new' }])
  await setSegments((await shop.app.signIn()).userId, [{ id: 8, name: 'old' }])
  const viewer: Viewer = {
    brandId: 'kurso',
    bannersFrom: [],
    platforms: ['desktop', 'tablet', 'mobile'],
    segmentIds: [7],
    courseIds: [one.id],
    communityIds: [owned.id],
    stageDayIds: one.days.map(({ id }) => id),
  }
  let seed = 7
  const next = (count: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % count
  const some = <Item>(items: readonly Item[]) => (next(2) === 0 ? [] : items.filter(() => next(2) === 0))
  const moment = () => [null, null, null, now() - 60, now(), now() + 60][next(6)] ?? null
  const expected: number[] = []
  for (let count = 0; count < 120; count++) {
    const [starts, ends] = [moment(), moment()]
    const fields = {
      ...bannerTerms,
      platforms: platforms.filter((_, index) => index === count % 4 || next(3) === 0),
      segment_ids: some([7, 8]),
      course_ids: some(courses.map(({ id }) => id)),
      community_ids: some([owned.id, other.id]),
      application_ids: some(['kurso']),
      stage_day_ids: next(3) === 0 ? some([...one.days, ...two.days].map(({ id }) => id)) : [],
      not_display_course_ids: next(3) === 0 ? some([one.id, two.id]) : [],
      not_display_community_ids: next(3) === 0 ? some([owned.id, other.id]) : [],
      not_display_application_ids: next(6) === 0 ? ['kurso'] : [],
      starts_at: starts,
      ends_at: starts !== null && ends !== null && ends <= starts ? null : ends,
    }
    const id = await banner(fields)
    const audience = {
      brandId: 'kurso',
      state: 'shown' as const,
      startsAt: fields.starts_at,
      endsAt: fields.ends_at,
      platforms: fields.platforms,
      segmentIds: fields.segment_ids,
      courseIds: fields.course_ids,
      communityIds: fields.community_ids,
      applicationIds: fields.application_ids,
      stageDayIds: fields.stage_day_ids,
      notCourseIds: fields.not_display_course_ids,
      notCommunityIds: fields.not_display_community_ids,
      notApplicationIds: fields.not_display_application_ids,
    }
    if (isShownTo(audience, viewer, now())) expected.push(id)
  }
  await learner.call('GET /banners', {})
  const answer = await learner.call('GET /banners', {})
  const bare = await learner.call('GET /user-score/amount', {})
  expect(answer.statements, 'as the call that asks one thing').toBe(bare.statements)
  expect(answer.data.map(({ id }) => id)).toEqual(expected)
  expect(expected.length).toBeGreaterThan(10)
  expect(expected.length).toBeLessThan(110)
})

test('hidden and archived ones are not answered, the mobile app has its own, and the order is the staff’s [BAN-04]', async () => {
  const last = await banner({ sort: 9 })
  const first = await banner({ sort: 1 })
  const hidden = await add({})
  const app = await banner({ platforms: ['app'], sort: 5 })
  expect(await seen()).toEqual([first, last])
  expect(await seen(learner, { 'x-app-type': 'mobile' })).toEqual([first, app, last])
  const archived = { params: { id: first }, body: { state: 'archived' as const } }
  await admin.call('PUT /studio/banners/:id/state', archived)
  expect(await seen()).toEqual([last])
  await banner({ type: 'new_feature', positionsIds: [10_001] })
  const all = async () => [
    ...(await seen()),
    ...(await learner.call('GET /banner/new-features', { query: { position: 10_001 } })).data.map(({ id }) => id),
  ]
  expect(await all()).toHaveLength(2)
  const { config } = shop.app.brands.default
  config.isBannerEnable = false
  expect(await all(), 'the brand has no banners').toEqual([])
  config.isBannerEnable = true
  expect(await seen()).not.toContain(hidden.data.id)
})

test('a banner stands in another brand only if it names that one, and that one takes banners from its brand [BAN-06]', async () => {
  const appId = 'mind'
  const foreigner = await shop.app.signIn({ role: 'admin', brandId: appId })
  expect([...code(await add({ application_ids: ['kurso'] }, foreigner, appId))]).toEqual([404, 'not_found'])
  shop.app.brands.default.site.bannersFrom = [appId]
  const { applications } = (await foreigner.call('GET /studio/banner-choices', { appId })).data
  expect(applications.map(({ id }) => id).toSorted()).toEqual(['kurso', 'mind'])
  const id = await banner({ application_ids: ['kurso'] }, foreigner, appId)
  await banner({}, foreigner, appId)
  expect(await seen()).toEqual([id])
  shop.app.brands.default.site.bannersFrom = []
  expect(await seen(), 'it takes none any more').toEqual([])
  const params = { id }
  for (const name of [
    'GET /studio/banners/:id',
    'GET /studio/banners/:id/figures',
    'DELETE /studio/banners/:id',
  ] as const)
    expect(code(await admin.call(name, { params }))).toEqual([404, 'not_found'])
})

test('a new-feature note is answered for its place until the person has closed it, on every device [BAN-04]', async () => {
  const note = (by: TestClient, position: number) => by.call('GET /banner/new-features', { query: { position } })
  const ids = async (by: TestClient, position: number) => (await note(by, position)).data.map(({ id }) => id)
  const first = await banner({ type: 'new_feature', positionsIds: [10_001], sort: 1 })
  const next = await banner({ type: 'new_feature', positionsIds: [10_001, 20_001], sort: 2 })
  expect([await ids(learner, 10_001), await ids(learner, 20_001), await seen()]).toEqual([[first], [next], []])
  const close = () => learner.call('PUT /banner/new-features/:id/seen', { params: { id: first } })
  expect((await Promise.all([close(), close()])).map(({ status }) => status)).toEqual([200, 200])
  expect(await ids(learner, 10_001)).toEqual([next])
  expect(await ids(await shop.app.signIn(), 10_001)).toEqual([first])
  expect(code(await note(learner, 35))).toEqual([422, 'invalid_input'])
  expect(code(await admin.call('DELETE /studio/banners/:id', { params: { id: first } }))).toEqual([
    409,
    'banner_was_seen',
  ])
})

test('what a banner cannot be is refused with its field', async () => {
  const refused = async (fields: Partial<BannerFieldsWire>, status: number, name: string, ...named: string[]) => {
    const answer = await add(fields)
    expect([...code(answer), ...faultyFields(answer)], JSON.stringify(fields)).toEqual([status, name, ...named])
  }
  await refused({ texts: {} }, 422, 'title_needed', 'texts.en.title')
  await refused({ positionsIds: [] }, 422, 'banner_without_place', 'positionsIds')
  await refused({ platforms: [] }, 422, 'banner_without_platform', 'platforms')
  await refused({ link: 'javascript:alert(1)' }, 422, 'banner_link_broken', 'link')
  await refused({ starts_at: 20, ends_at: 20 }, 422, 'banner_ends_early', 'ends_at')
  await refused({ positionsIds: [35] }, 422, 'invalid_input', 'positionsIds.0')
  await refused({ course_ids: [999_999] }, 404, 'not_found', 'course_ids')
  await refused({ not_display_community_ids: [999_999] }, 404, 'not_found', 'not_display_community_ids')
  await refused({ stage_day_ids: [999_999] }, 404, 'not_found', 'stage_day_ids')
  await refused({ segment_ids: [999_999] }, 404, 'not_found', 'segment_ids')
  await refused({ picture_id: 999_999 }, 404, 'not_found', 'picture_id')
  await refused({ picture_id: await insertFilm(shop.app.db) }, 404, 'not_found', 'picture_id')
  const replacing = await insertFilm(shop.app.db, { type: 2 })
  const replace = 'update media set replaces_id = id where id = $1'
  await shop.app.db.query({ text: replace, values: [replacing] })
  await refused({ picture_id: replacing }, 404, 'not_found', 'picture_id')
  await refused({ application_ids: ['mind'] }, 404, 'not_found', 'application_ids')
})

test('a banner sent twice is one; of two changes of one state the second is refused; each is in the log once', async () => {
  const sent = await Promise.all([1, 2].map(() => add({}, admin, 'kurso', 'the same key')))
  expect(new Set(sent.map(({ data }) => data.id)).size).toBe(1)
  const params = { id: sent[0]?.data.id ?? 0 }
  const change = (link: string, revision: number) =>
    admin.call('PUT /studio/banners/:id', { params, body: { ...bannerTerms, link, revision } })
  expect((await change('/home', 1)).data).toEqual({ revision: 2 })
  expect((await change('/home', 1)).data, 'sent again').toEqual({ revision: 2 })
  expect(code(await change('/clubs', 1))).toEqual([409, 'changed_meanwhile'])
  expect((await admin.call('GET /studio/banners/:id', { params })).data).toMatchObject({ link: '/home', revision: 2 })
  for (const state of ['shown', 'shown', 'archived'] as const)
    expect((await admin.call('PUT /studio/banners/:id/state', { params, body: { state } })).data).toEqual({ state })
  expect((await admin.call('DELETE /studio/banners/:id', { params })).status).toBe(200)
  const { rows } = await shop.app.db.query<{ action: string }>({
    text: `select action from audit_log where target_type = 'banner' and target_id = $1 order by id`,
    values: [params.id],
  })
  const actions = ['add', 'change', 'show', 'archive', 'remove']
  expect(rows.map(({ action }) => action)).toEqual(actions.map(action => `banner.${action}`))
})

test('a picture that a banner shows stays in the library, which says where it is', async () => {
  const picture = await insertFilm(shop.app.db, { type: 2, name: 'tea.png' })
  const params = { id: picture }
  const id = await banner({ picture_id: picture })
  const unused = async () =>
    (await admin.call('GET /studio/library', { query: { use: 'unused' } })).data.map(one => one.id)
  expect(await unused()).not.toContain(picture)
  const refused = await admin.call('DELETE /studio/library/:id', { params })
  expect(code(refused)).toEqual([409, 'file_used'])
  expect(JSON.stringify(refused.data)).toContain('«A week of tea»')
  const { data } = await admin.call('GET /studio/library/:id', { params })
  expect(data.showing).toEqual([{ kind: 'banner', id, title: 'A week of tea' }])
  await admin.call('PUT /studio/banners/:id', { params: { id }, body: { ...bannerTerms, revision: 1 } })
  expect((await admin.call('DELETE /studio/library/:id', { params })).status).toBe(200)
})
