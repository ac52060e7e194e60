import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type CourseFixture,
  enrol,
  freeze,
  insertCourse,
  insertSubscription,
} from '#server/app/testing/course-fixture.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let app: TestApp
let course: CourseFixture
let learner: TestClient

const seconds = (at: string) => Date.parse(at) / 1000

beforeAll(async () => {
  app = await startTestApp()
  course = await insertCourse(app.db, { stages: [{ days: [{}, {}, { isRest: true }, {}] }] })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-12-10T10:00:00Z')
  learner = await app.signIn()
})

async function chatOf({ db }: TestApp, userStreamId: number): Promise<number | undefined> {
  const values = [userStreamId]
  return (await db.query<{ id: number }>({ text: 'select id from chats where user_stream_id = $1', values })).rows[0]
    ?.id
}

const list = (client: TestClient, query: Record<string, unknown> = {}, expand: string[] = []) =>
  client.call('GET /user-course-streams', { query, expand })
const get = (client: TestClient, id: number, query: Record<string, unknown> = {}, expand: string[] = []) =>
  client.call('GET /user-course-streams/:id', { params: { id }, query, expand })
const choose = (client: TestClient, streamId: number, filters: unknown, language?: 'ru' | 'es') =>
  client.call('POST /user-course-streams/:streamId/filters', { params: { streamId }, body: { filters }, language })

async function finishDays(streamId: number, ...days: number[]) {
  for (const index of days)
    await app.db.query({
      text: 'insert into day_statuses (user_stream_id, day_id, started_at, finished_at) values ($1, $2, now(), now())',
      values: [streamId, course.days[index]?.id],
    })
}

test('a stream has everything a learner sees of it [STR-01, STR-02]', async () => {
  const id = await enrol(app.db, course, learner.userId)
  await finishDays(id, 0)
  const answer = await get(learner, id, {}, ['progress', 'freeze'])
  expect(answer.status).toBe(200)
  expect(answer.data).toEqual({
    id,
    course_id: course.id,
    start_date: seconds('2026-12-01T00:00:00Z'),
    end_date: seconds('2026-12-31T23:59:59Z'),
    starts_on: '2026-12-01',
    ends_on: '2026-12-31',
    status: 'open',
    is_critical: false,
    days_left: 22,
    is_demo: false,
    is_optional_purchase: false,
    course_full_access: false,
    mobile_access: true,
    course_version: 1,
    lesson_set_repeat: null,
    progress: { days_count: 3, complete_days_count: 1, progress: 33, homework_sent_back: 0 },
    message_expires_date: null,
    chat_channel_id: await chatOf(app, id),
    max_consultation_count: 0,
    filters: {},
    user_course_stream_freeze: null,
    freeze_days_left: 30,
    payment_subscription_id: null,
    order_service_id: null,
  })
  expect((await list(learner, {}, ['progress', 'freeze'])).data).toEqual([answer.data])
})

test('streams need a session, and nobody reads or changes those of others [STR-02, SEC-02]', async () => {
  const id = await enrol(app.db, course, (await app.signIn()).userId)
  expect((await list(app.visitor)).status).toBe(401)
  expect((await get(app.visitor, id)).status).toBe(401)
  expect((await list(learner)).data).toEqual([])
  expect((await list(learner, { 'filter[id][]': [id] })).data).toEqual([])
  expect((await get(learner, id)).status).toBe(404)
  expect((await choose(learner, id, {})).status).toBe(404)
  expect((await get(learner, 987_654)).status).toBe(404)
})

test('only asked fields and expansions are sent [STR-02, CRS-07]', async () => {
  const id = await enrol(app.db, course, learner.userId)
  const other = await enrol(app.db, course, learner.userId, { startsOn: '2026-11-01' })
  await finishDays(id, 0, 1)
  const plain = (await get(learner, id)).data
  expect(Object.keys(plain)).not.toContain('progress')
  expect(Object.keys(plain)).not.toContain('user_course_stream_freeze')
  expect((await get(learner, id, { fields: 'id,progress' })).data).toEqual({
    id,
    progress: { days_count: 3, complete_days_count: 2, progress: 66, homework_sent_back: 0 },
  })
  const named = await list(learner, { fields: 'id, status,nonsense', 'filter[id][]': [id] }, ['unheard_of'])
  expect(named.data).toEqual([{ id, status: 'open' }])
  const both = await list(learner, { fields: 'id,progress', 'filter[id][]': [other, id] })
  expect(both.data.map(stream => [stream.id, stream.progress.complete_days_count])).toEqual([
    [id, 2],
    [other, 0],
  ])
})

test('progress counts no more than the course has and is capped at 100 percent [STR-01]', async () => {
  const id = await enrol(app.db, course, learner.userId)
  await finishDays(id, 0, 1, 2, 3)
  const { progress } = (await get(learner, id, { fields: 'progress' })).data
  expect(progress).toEqual({ days_count: 3, complete_days_count: 3, progress: 100, homework_sent_back: 0 })
})

test('every status is computed, and the list begins with what can be used [STR-03, STR-08]', async () => {
  const frozen = await enrol(app.db, course, learner.userId, { startsOn: '2026-12-02' })
  await freeze(app.db, frozen, '2026-12-10', '2026-12-10')
  await enrol(app.db, course, learner.userId, { startsOn: '2026-10-01', endsOn: '2026-12-09' })
  await enrol(app.db, course, learner.userId, { startsOn: '2026-12-11' })
  await enrol(app.db, course, learner.userId, { startsOn: '2026-12-03', isOptionalPurchase: true })
  const subscriptionId = await insertSubscription(app.db, learner.userId)
  await enrol(app.db, course, learner.userId, { startsOn: '2026-12-04', isOptionalPurchase: true, subscriptionId })
  await enrol(app.db, course, learner.userId, { startsOn: '2026-12-05', endsOn: '2026-12-10' })
  expect((await list(learner)).data.map(({ starts_on, status }) => [starts_on, status])).toEqual([
    ['2026-12-05', 'open'],
    ['2026-12-04', 'open'],
    ['2026-12-11', 'not_started'],
    ['2026-12-02', 'freeze'],
    ['2026-12-03', 'stopped'],
    ['2026-10-01', 'ended'],
  ])
})

test('a subscription counts until the end of the local day it ran out in; a canceled or foreign one is told apart [STR-03]', async () => {
  const client = await app.signIn({ timezone: 'America/Sao_Paulo' })
  const stopsAt = async (userId: number, subscription: Parameters<typeof insertSubscription>[2], startsOn: string) => {
    const subscriptionId = await insertSubscription(app.db, userId, subscription)
    return enrol(app.db, course, client.userId, { startsOn, isOptionalPurchase: true, subscriptionId })
  }
  const ends = { endAt: '2026-12-10T12:00:00Z' }
  const active = await stopsAt(client.userId, ends, '2026-12-01')
  const canceled = await stopsAt(client.userId, { ...ends, status: 'Canceled' }, '2026-12-02')
  const unpaid = await stopsAt(client.userId, { ...ends, status: 'Created' }, '2026-12-03')
  const foreign = await stopsAt(learner.userId, ends, '2026-12-04')
  const statusOf = async (id: number) => (await get(client, id, { fields: 'status' })).data.status
  app.clock.set('2026-12-11T02:59:59Z')
  expect(await Promise.all([active, canceled, unpaid, foreign].map(statusOf))).toEqual([
    'open',
    'open',
    'stopped',
    'stopped',
  ])
  app.clock.set('2026-12-11T03:00:00Z')
  expect(await Promise.all([active, canceled].map(statusOf))).toEqual(['stopped', 'stopped'])
})

test.each([
  ['Pacific/Apia', '2026-11-30T11:00:00Z', '2026-12-31T10:59:59Z'],
  ['America/Sao_Paulo', '2026-12-01T03:00:00Z', '2027-01-01T02:59:59Z'],
  ['Asia/Kathmandu', '2026-11-30T18:15:00Z', '2026-12-31T18:14:59Z'],
  ['UTC', '2026-12-01T00:00:00Z', '2026-12-31T23:59:59Z'],
])('a stream begins and ends by the calendar of %s [STR-01, STR-03]', async (timezone, start, end) => {
  const client = await app.signIn({ timezone })
  const id = await enrol(app.db, course, client.userId)
  const at = async (instant: number) => {
    app.clock.set(instant)
    return (await get(client, id)).data
  }
  const first = await at(Date.parse(start))
  expect([first.start_date, first.end_date]).toEqual([seconds(start), seconds(end)])
  expect([first.status, first.days_left]).toEqual(['open', 31])
  expect((await at(Date.parse(start) - 1)).status).toBe('not_started')
  expect(await at(Date.parse(end) + 999)).toMatchObject({ status: 'open', days_left: 1, is_critical: true })
  expect(await at(Date.parse(end) + 1000)).toMatchObject({ status: 'ended', days_left: 0, is_critical: false })
})

test.each([
  ['America/New_York', '2026-10-25', '2026-11-01', '2026-11-02T04:59:59Z'],
  ['Europe/Madrid', '2026-03-22', '2026-03-29', '2026-03-29T21:59:59Z'],
  ['Africa/Cairo', '2026-04-24', '2026-04-24', '2026-04-24T20:59:59Z'],
])('clock changes in %s move no end [STR-03]', async (timezone, startsOn, endsOn, end) => {
  const client = await app.signIn({ timezone })
  const id = await enrol(app.db, course, client.userId, { startsOn, endsOn })
  app.clock.set(end)
  expect((await get(client, id)).data).toMatchObject({ end_date: seconds(end), status: 'open' })
  app.clock.set(Date.parse(end) + 1000)
  expect((await get(client, id)).data.status).toBe('ended')
})

test('frozen days move the end; a canceled freeze counts only for days already past [STR-01, STR-03]', async () => {
  const id = await enrol(app.db, course, learner.userId, { endsOn: '2026-12-20' })
  const freezeId = await freeze(app.db, id, '2026-12-08', '2026-12-12')
  const frozen = (await get(learner, id, {}, ['freeze'])).data
  expect(frozen).toMatchObject({ status: 'freeze', ends_on: '2026-12-25', end_date: seconds('2026-12-25T23:59:59Z') })
  expect(frozen.user_course_stream_freeze).toEqual({
    status: 1,
    start_date: seconds('2026-12-08T00:00:00Z'),
    end_date: seconds('2026-12-12T23:59:59Z'),
  })
  await app.db.query({
    text: `update stream_freezes set status = 2, canceled_on = '2026-12-10' where id = $1`,
    values: [freezeId],
  })
  const released = (await get(learner, id, {}, ['freeze'])).data
  expect(released).toMatchObject({ status: 'open', ends_on: '2026-12-22' })
  expect(released.user_course_stream_freeze?.status).toBe(2)
})

test.each([
  ['mind', false],
  ['kurso', true],
])('brand %s lists demo streams: %s [STR-07]', async (brandId, isListed) => {
  const client = await app.signIn({ brandId })
  const demoCourse = await insertCourse(app.db, { brandId, stages: [{ days: [{}] }] })
  const bought = await enrol(app.db, demoCourse, client.userId)
  const demo = await enrol(app.db, demoCourse, client.userId, { startsOn: '2026-11-30', isDemo: true })
  const { data } = await client.call('GET /user-course-streams', { appId: brandId })
  expect(data.map(stream => stream.id)).toEqual(isListed ? [bought, demo] : [bought])
})

test('a brand says how many days before its end a stream is critical [STR-03, STR-09]', async () => {
  for (const [brandId, isCritical] of [
    ['face', true],
    ['kurso', false],
    ['dev', false],
  ] as const) {
    const client = await app.signIn({ brandId })
    const id = await enrol(app.db, course, client.userId)
    const { data } = await client.call('GET /user-course-streams/:id', { params: { id }, appId: brandId })
    expect(data.is_critical).toBe(isCritical)
  }
})

test('the choice of options is kept and replaced [STR-02, STR-08]', async () => {
  const id = await enrol(app.db, course, learner.userId)
  const answer = await choose(learner, id, { level: ['easy', 'hard'] })
  expect([answer.status, answer.data.filters]).toEqual([200, { level: ['easy', 'hard'] }])
  expect((await get(learner, id)).data.filters).toEqual({ level: ['easy', 'hard'] })
  expect((await choose(learner, id, {})).data.filters).toEqual({})
  expect((await get(learner, id)).data.filters).toEqual({})
})

test('an option or a value the course does not have is refused by name, in the learner’s language [STR-02, SEC-07]', async () => {
  const id = await enrol(app.db, course, learner.userId)
  await choose(learner, id, { level: ['easy'] })
  const unknown = await choose(learner, id, { level: ['easy'], mood: ['good'] }, 'ru')
  expect([unknown.status, unknown.data.code]).toEqual([422, 'unknown_filter'])
  expect(unknown.data.errors).toEqual({ 'filters.mood': ['В курсе нет такого параметра'] })
  const value = await choose(learner, id, { level: ['extreme'] }, 'es')
  expect(value.data.errors).toEqual({ 'filters.level': ['El curso no tiene esa opción'] })
  expect((await choose(learner, id, { level: 'easy' })).status).toBe(422)
  expect((await choose(learner, id, { constructor: ['easy'] })).data.code).toBe('unknown_filter')
  expect((await get(learner, id)).data.filters).toEqual({ level: ['easy'] })
})

test('50 choices at once leave one of them whole [STR-02]', async () => {
  const id = await enrol(app.db, course, learner.userId)
  const offered = [['easy'], ['hard'], ['easy', 'hard']]
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => choose(learner, id, { level: offered[index % 3] })),
  )
  expect(answers.every(answer => answer.status === 200)).toBe(true)
  expect(offered).toContainEqual((await get(learner, id)).data.filters['level'])
})

test('the number of statements does not grow with the streams [PRF-02]', async () => {
  const one = await enrol(app.db, course, learner.userId)
  await get(learner, one)
  expect((await list(learner, {}, ['progress', 'freeze'])).statements).toBe(2)
  for (let day = 1; day < 50; day++)
    await enrol(app.db, course, learner.userId, {
      startsOn: new Date(Date.UTC(2026, 8, day)).toISOString().slice(0, 10),
    })
  const many = await list(learner, {}, ['progress', 'freeze'])
  expect(many.data).toHaveLength(50)
  expect(many.statements).toBe(2)
  expect((await get(learner, one, {}, ['progress'])).statements).toBe(2)
  await choose(learner, one, {})
  expect((await choose(learner, one, { level: ['easy'] })).statements).toBe(3)
})

test('a demo stream has a chat only where its course lets demo learners write to experts [STR-01, CHT-11]', async () => {
  const silent = await insertCourse(app.db, { stages: [{ days: [{}] }] })
  await app.db.query({
    text: 'update courses set is_demo_expert_message_enabled = false where id = $1',
    values: [silent.id],
  })
  const hasChat = async (terms: Parameters<typeof enrol>[3]) => {
    const client = await app.signIn()
    const id = await enrol(app.db, silent, client.userId, terms)
    return (await get(client, id)).data.chat_channel_id === (await chatOf(app, id))
  }
  expect(await hasChat({ isDemo: true })).toBe(false)
  expect(await hasChat({ isDemo: true, courseFullAccess: true })).toBe(true)
  expect(await hasChat({})).toBe(true)
})
