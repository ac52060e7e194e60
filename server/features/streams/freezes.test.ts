import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CourseFixture, type Enrolment, enrol, insertCourse } from '#server/app/testing/course-fixture.ts'
import type { TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { heardAfter, startUnsweptApp } from '#server/app/testing/unswept-app.ts'

let app: TestApp
let course: CourseFixture
let learner: TestClient
let streamId = 0

const secondsOf = (at: string) => Date.parse(at) / 1000
const now = '2026-12-10T10:00:00Z'

beforeAll(async () => {
  app = await startUnsweptApp()
  course = await insertCourse(app.db, { stages: [{ days: [{}, {}, {}, {}] }] })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(now)
  learner = await app.signIn()
  streamId = await enrol(app.db, course, learner.userId)
})

const create = (start: unknown, end: unknown, client = learner, id = streamId) =>
  client.call('POST /user-course-streams/:streamId/freeze/create', {
    params: { streamId: id },
    body: { start_date: start, end_date: end },
  })
const cancel = (method: 'GET' | 'POST' = 'POST', client = learner, id = streamId) =>
  client.call(`${method} /user-course-streams/:streamId/freeze/cancel`, { params: { streamId: id } })
const read = async (client = learner, id = streamId) =>
  (await client.call('GET /user-course-streams/:id', { params: { id }, expand: ['progress', 'freeze'] })).data
const states = async () => {
  const { data } = await learner.call('GET /user-course-streams/:id/status', {
    params: { id: streamId },
    expand: ['days'],
  })
  return data.days?.map(day => [day.lock_reason, day.opens_on.slice(5)])
}
const countFreezes = async () => {
  const text = 'select 1 from stream_freezes where user_stream_id = $1'
  return (await app.db.query({ text, values: [streamId] })).rows.length
}

test('a freeze closes the days from its first to its last, and moves days and end by as many [STR-06]', async () => {
  streamId = await enrol(app.db, course, learner.userId, { startsOn: '2026-12-09', endsOn: '2026-12-20' })
  const answer = await create('2026-12-10', '2026-12-12')
  expect(answer.status).toBe(200)
  expect(answer.data).toEqual(await read())
  expect(answer.data).toMatchObject({
    status: 'freeze',
    ends_on: '2026-12-23',
    freeze_days_left: 27,
    user_course_stream_freeze: {
      status: 1,
      start_date: secondsOf('2026-12-10T00:00:00Z'),
      end_date: secondsOf('2026-12-12T23:59:59Z'),
    },
  })
  expect(await states()).toEqual([
    ['stream', '12-09'],
    ['stream', '12-13'],
    ['stream', '12-14'],
    ['stream', '12-15'],
  ])
  const dayId = course.days[0]?.id ?? 0
  const started = await learner.call('POST /user-course-streams/:streamId/user-day-status/:dayId/start', {
    params: { streamId, dayId },
  })
  expect([started.status, started.data.code]).toEqual([409, 'day_locked'])
  app.clock.set('2026-12-13T00:00:00Z')
  expect((await read()).status).toBe('open')
  expect((await states())?.map(([reason]) => reason)).toEqual([null, null, 'not_yet', 'not_yet'])
})

test('a freeze to come is created, then active; its course stays open until then [STR-06]', async () => {
  const { data } = await create('2026-12-12', '2026-12-14')
  expect([data.status, data.user_course_stream_freeze?.status]).toEqual(['open', 0])
  app.clock.set('2026-12-12T00:00:00Z')
  const begun = await read()
  expect([begun.status, begun.user_course_stream_freeze?.status]).toEqual(['freeze', 1])
})

test('instants count as dates of the learner’s own zone [STR-06]', async () => {
  const client = await app.signIn({ timezone: 'Asia/Tokyo' })
  const id = await enrol(app.db, course, client.userId)
  const { data } = await create(secondsOf('2026-12-11T15:00:00Z'), secondsOf('2026-12-13T14:59:59Z'), client, id)
  expect(data.user_course_stream_freeze).toEqual({
    status: 0,
    start_date: secondsOf('2026-12-11T15:00:00Z'),
    end_date: secondsOf('2026-12-13T14:59:59Z'),
  })
})

test.each([
  ['no start', undefined, '2026-12-12', 'start_date'],
  ['no end', '2026-12-12', undefined, 'end_date'],
  ['a date that does not exist', '2026-12-12', '2026-02-30', 'end_date'],
  ['words', 'tomorrow', '2026-12-12', 'start_date'],
])('both dates are needed, and real: %s [STR-06, SEC-07]', async (_, start, end, field) => {
  const { status, data } = await create(start, end)
  expect([status, data.code, Object.keys(data.errors ?? {})]).toEqual([422, 'invalid_input', [field]])
  expect(await countFreezes()).toBe(0)
})

test.each([
  ['from yesterday', {}, ['2026-12-09', '2026-12-11'], [422, 'freeze_start', ['start_date']]],
  ['backwards', {}, ['2026-12-12', '2026-12-11'], [422, 'freeze_end', ['end_date']]],
  ['31 of 30 days', {}, ['2026-12-10', '2027-01-09'], [422, 'freeze_too_long', ['end_date']]],
  ['of a demo', { isDemo: true }, ['2026-12-10', '2026-12-11'], [409, 'freeze_closed', []]],
  [
    'of a course by subscription',
    { isOptionalPurchase: true },
    ['2026-12-10', '2026-12-11'],
    [409, 'freeze_closed', []],
  ],
  ['after the end', { endsOn: '2026-12-09' }, ['2026-12-10', '2026-12-11'], [409, 'freeze_closed', []]],
] satisfies [string, Enrolment, [string, string], unknown[]][])(
  'refused: a freeze %s [STR-06]',
  async (_, terms, dates, refusal) => {
    const id = await enrol(app.db, course, learner.userId, { startsOn: '2026-11-01', ...terms })
    const { status, data } = await create(...dates, learner, id)
    expect([status, data.code, Object.keys(data.errors ?? {})]).toEqual(refusal)
    const { user_course_stream_freeze: freeze, freeze_days_left: left } = await read(learner, id)
    expect([freeze, left > 0]).toEqual([null, refusal[0] === 422])
  },
)

test('a school may allow fewer days, or none [STR-06]', async () => {
  const client = await app.signIn({ brandId: 'dev' })
  const devCourse = await insertCourse(app.db, { brandId: 'dev', stages: [{ days: [{}] }] })
  const id = await enrol(app.db, devCourse, client.userId)
  const { data } = await client.call('POST /user-course-streams/:streamId/freeze/create', {
    params: { streamId: id },
    body: { start_date: '2026-12-10', end_date: '2026-12-10' },
    appId: 'dev',
  })
  expect(data.code).toBe('freeze_closed')
})

test('the same freeze sent again changes nothing, another one is refused [STR-06, REL-02]', async () => {
  const first = await create('2026-12-11', '2026-12-13')
  expect((await create('2026-12-11', '2026-12-13')).data).toEqual(first.data)
  const other = await create('2026-12-11', '2026-12-14')
  expect([other.status, other.data.code]).toEqual([409, 'freeze_exists'])
  expect(await countFreezes()).toBe(1)
})

test('of devices that freeze at once, one wins [STR-06, REL-02]', async () => {
  const ends = Array.from({ length: 12 }, (_, index) => `2026-12-${15 + (index % 6)}`)
  const answers = await Promise.all(ends.map(end => create('2026-12-11', end)))
  const won = answers.filter(({ status }) => status === 200)
  expect(new Set(won.map(({ data }) => data.user_course_stream_freeze?.end_date)).size).toBe(1)
  expect(answers.filter(({ data }) => data.code === 'freeze_exists')).toHaveLength(12 - won.length)
  expect(await countFreezes()).toBe(1)
})

test.each(['GET', 'POST'] as const)(
  '%s cancels a freeze: days past stay frozen, the rest opens; again changes nothing; never cached [STR-06]',
  async method => {
    await create('2026-12-10', '2026-12-20')
    app.clock.set('2026-12-12T08:00:00Z')
    const canceled = await cancel(method)
    expect(canceled.data).toMatchObject({
      status: 'open',
      ends_on: '2027-01-02',
      user_course_stream_freeze: { status: 2 },
    })
    expect(canceled.headers['cache-control']).toBe('no-store')
    expect((await cancel(method)).data).toEqual(canceled.data)
    expect((await create('2026-12-12', '2026-12-12')).status).toBe(200)
  },
)

test('a freeze called off before it began takes no day and leaves room for the next [STR-06]', async () => {
  for (const [start, end] of [
    ['2026-12-11', '2026-12-20'],
    ['2026-12-10', '2027-01-08'],
  ] as const) {
    await create(start, end)
    expect((await cancel()).data).toMatchObject({ status: 'open', ends_on: '2026-12-31' })
    expect(await countFreezes()).toBe(1)
  }
})

test('what was never frozen, or thawed by itself, cannot be canceled [STR-06]', async () => {
  expect([(await cancel()).status, (await cancel()).data.code]).toEqual([409, 'not_frozen'])
  await create('2026-12-10', '2026-12-11')
  app.clock.set('2026-12-12T00:00:00Z')
  expect((await cancel('GET')).data.code).toBe('not_frozen')
})

test('of devices that cancel at once all hear that it is canceled [STR-06, REL-02]', async () => {
  await create('2026-12-10', '2026-12-20')
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => cancel(index % 2 ? 'GET' : 'POST')))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
})

test('nobody else freezes or thaws a stream, and a HEAD thaws nothing [STR-06, SEC-02]', async () => {
  await create('2026-12-10', '2026-12-20')
  const stranger = await app.signIn()
  expect((await create('2026-12-10', '2026-12-11', app.visitor)).status).toBe(401)
  expect((await create('2026-12-10', '2026-12-11', stranger)).status).toBe(404)
  for (const method of ['GET', 'POST'] as const) {
    expect((await cancel(method, app.visitor)).status).toBe(401)
    expect((await cancel(method, stranger)).status).toBe(404)
  }
  const headers = { authorization: `Bearer ${learner.token}`, 'x-app-id': 'kurso' }
  const url = `/spa/api/v1/user-course-streams/${streamId}/freeze/cancel`
  expect((await app.server.inject({ method: 'HEAD', url, headers })).statusCode).toBe(404)
  expect((await read()).status).toBe('freeze')
})

test('the learner’s other devices hear of a freeze and of its end [STR-06]', async () => {
  const room = `user:${learner.userId}`
  const told = { room, type: 'stream', data: { stream_id: streamId } }
  expect(await heardAfter(app, learner, [room, 0], () => create('2026-12-10', '2026-12-11'))).toEqual([
    { ...told, seq: 1 },
  ])
  expect(await heardAfter(app, learner, [room, 1], () => cancel())).toEqual([{ ...told, seq: 2 }])
})
