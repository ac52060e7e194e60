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
let streamId: number

const seconds = (at: string) => Date.parse(at) / 1000
const dayId = (index: number) => course.days[index]?.id ?? 0

beforeAll(async () => {
  app = await startTestApp()
  course = await insertCourse(app.db, {
    stages: [
      { days: [{ isRequired: true, score: 25 }, {}, { isRest: true }], homeworks: [{ isRequired: true }] },
      { days: [{ isDemoAccessible: true, score: 0 }, {}] },
    ],
  })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-12-10T10:00:00Z')
  learner = await app.signIn()
  streamId = await enrol(app.db, course, learner.userId)
})

type Report = {
  occurredAt?: string
  key?: string
  language?: 'en' | 'ru' | 'es'
  expand?: string[]
  client?: TestClient
}

function report(what: 'start' | 'finish', index: number, { occurredAt, key, client = learner, ...rest }: Report = {}) {
  return client.call(`POST /user-course-streams/:streamId/user-day-status/:dayId/${what}`, {
    params: { streamId, dayId: dayId(index) },
    body: occurredAt ? { occurred_at: seconds(occurredAt) } : {},
    idempotencyKey: key,
    ...rest,
  })
}
const start = (index: number, options?: Report) => report('start', index, options)
const finish = (index: number, options?: Report) => report('finish', index, options)
const points = async () => (await learner.call('GET /user-score/amount')).data.amount

test('a day is started, finished and earns its points [PRG-01, PRG-06]', async () => {
  const started = await start(0, { expand: ['day.scores'] })
  expect(started.data).toEqual({
    id: expect.any(Number),
    stage_day_id: dayId(0),
    user_course_stream_id: streamId,
    status: 'started',
    started_at: seconds('2026-12-10T10:00:00Z'),
    finished_at: null,
    day: { scores: [{ amount: 25 }] },
    awarded: 0,
  })
  expect(await points()).toBe(0)
  app.clock.set('2026-12-10T10:30:00Z')
  const finished = await finish(0)
  expect(finished.data).toEqual({
    id: started.data.id,
    stage_day_id: dayId(0),
    user_course_stream_id: streamId,
    status: 'finished',
    started_at: seconds('2026-12-10T10:00:00Z'),
    finished_at: seconds('2026-12-10T10:30:00Z'),
    awarded: 25,
  })
  expect(await points()).toBe(25)
})

test('a day without points is finished without any [PRG-06]', async () => {
  streamId = await enrol(app.db, course, learner.userId, { startsOn: '2026-11-15', isDemo: true })
  await start(3)
  expect((await finish(3)).data).toMatchObject({ status: 'finished', awarded: 0 })
  expect((await learner.call('GET /user-score')).data).toEqual([])
})

test('repeats change nothing and award nothing more [PRG-01, PRG-06]', async () => {
  const first = await start(0)
  app.clock.set('2026-12-10T12:00:00Z')
  expect((await start(0)).data).toEqual(first.data)
  expect((await start(0, { key: 'another device' })).data).toEqual(first.data)
  const done = await finish(0)
  app.clock.set('2026-12-11T12:00:00Z')
  for (const again of [await finish(0), await finish(0, { key: 'another device' })])
    expect(again.data).toEqual({ ...done.data, awarded: 0 })
  expect((await start(0)).data).toMatchObject({ status: 'finished', started_at: first.data.started_at })
  expect(await points()).toBe(25)
})

test('50 finishes at once award the points once [PRG-06]', async () => {
  await start(0)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => finish(0, index % 2 ? { key: `device ${index}` } : {})),
  )
  expect(answers.map(answer => answer.status)).toEqual(Array.from({ length: 50 }, () => 200))
  expect(answers.reduce((sum, answer) => sum + answer.data.awarded, 0)).toBe(25)
  expect(new Set(answers.map(answer => answer.data.id)).size).toBe(1)
  expect(await points()).toBe(25)
})

test('50 starts at once make one status [PRG-01]', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => start(0)))
  expect(new Set(answers.map(answer => JSON.stringify(answer.data))).size).toBe(1)
})

test('each stream of one course brings its own points [PRG-06]', async () => {
  for (const startsOn of ['2026-12-01', '2026-12-02']) {
    streamId = startsOn === '2026-12-01' ? streamId : await enrol(app.db, course, learner.userId, { startsOn })
    await start(0)
    await finish(0)
  }
  expect(await points()).toBe(50)
})

test('days need a session, an own stream and to be in its course [PRG-01, SEC-02]', async () => {
  const stranger = await app.signIn()
  for (const call of [start, finish]) {
    expect((await call(0, { client: app.visitor })).status).toBe(401)
    expect((await call(0, { client: stranger })).status).toBe(404)
  }
  const other = await insertCourse(app.db, { stages: [{ days: [{}] }] })
  const answer = await learner.call('POST /user-course-streams/:streamId/user-day-status/:dayId/start', {
    params: { streamId, dayId: other.days[0]?.id ?? 0 },
    body: {},
  })
  expect(answer.status).toBe(404)
  const { rows } = await app.db.query({
    text: 'select 1 from progress_events where user_stream_id = $1',
    values: [streamId],
  })
  expect(rows).toEqual([])
})

test.each([
  ['en', 'This day is not open yet', 'Start the day first', 'This is a day of rest'],
  ['ru', 'Этот день ещё не открыт', 'Сначала начните день', 'Это день отдыха'],
  ['es', 'Este día aún no está abierto', 'Primero empieza el día', 'Es un día de descanso'],
] as const)('impossible actions are refused in %s [PRG-01, PRG-07]', async (language, locked, notStarted, rest) => {
  const refusal = async (call: ReturnType<typeof start>) => {
    const { status, data } = await call
    return [status, data.code, data.message]
  }
  expect(await refusal(start(1, { language }))).toEqual([409, 'day_locked', locked])
  expect(await refusal(finish(1, { language }))).toEqual([409, 'day_locked', locked])
  expect(await refusal(finish(0, { language }))).toEqual([409, 'day_not_started', notStarted])
  expect(await refusal(start(2, { language }))).toEqual([409, 'day_of_rest', rest])
  expect(await refusal(finish(2, { language }))).toEqual([409, 'day_of_rest', rest])
})

test('a required day and a stage’s homework hold back what follows until they are done [PRG-07]', async () => {
  expect((await start(1)).data.code).toBe('day_locked')
  await start(0)
  await finish(0)
  expect((await start(1)).status).toBe(200)
  expect((await start(3)).data.code).toBe('day_locked')
  for (const [status, expected] of [
    ['UPLOADED', 409],
    ['FAIL', 409],
    ['DONE', 200],
  ] as const) {
    await app.db.query({
      text: `insert into user_homeworks (user_stream_id, homework_id, status) values ($1, $2, $3)
             on conflict (user_stream_id, homework_id) do update set status = excluded.status`,
      values: [streamId, course.stages[0]?.homeworkIds[0], status],
    })
    expect((await start(3)).status).toBe(expected)
  }
})

test('a demo learner cannot open a locked day, and homework does not hold back an open one [STR-07]', async () => {
  streamId = await enrol(app.db, course, learner.userId, { startsOn: '2026-12-08', isDemo: true })
  expect((await start(0)).data.code).toBe('day_locked')
  expect((await start(3)).data.code).toBe('day_locked')
  app.clock.set('2026-12-11T00:00:00Z')
  expect((await start(3)).status).toBe(200)
  streamId = await enrol(app.db, course, learner.userId, {
    startsOn: '2026-12-07',
    isDemo: true,
    courseFullAccess: true,
  })
  expect((await start(0)).status).toBe(200)
})

test('days of a stream that is not open are locked [STR-03, PRG-07]', async () => {
  const soon = await enrol(app.db, course, learner.userId, { startsOn: '2026-12-11' })
  const over = await enrol(app.db, course, learner.userId, { startsOn: '2026-11-01', endsOn: '2026-12-09' })
  const unpaid = await enrol(app.db, course, learner.userId, { startsOn: '2026-12-02', isOptionalPurchase: true })
  const frozen = await enrol(app.db, course, learner.userId, { startsOn: '2026-12-03' })
  await freeze(app.db, frozen, '2026-12-10', '2026-12-12')
  for (streamId of [soon, over, unpaid, frozen]) expect((await start(0)).data.code).toBe('day_locked')
  const subscriptionId = await insertSubscription(app.db, learner.userId)
  streamId = await enrol(app.db, course, learner.userId, {
    startsOn: '2026-12-04',
    isOptionalPurchase: true,
    subscriptionId,
  })
  expect((await start(0)).status).toBe(200)
})

test('the refusal of a closed day says why, as the status does, and which day it waits for [STR-11]', async () => {
  const because = async (index: number) => (await start(index)).data.because
  const listed = async () => {
    const status = await learner.call('GET /user-course-streams/:id/status', {
      params: { id: streamId },
      expand: ['days'],
    })
    return status.data.days?.map(day => [day.lock_reason, day.waits_for_day])
  }
  expect([await because(1), (await finish(1)).data.because, await because(3)]).toEqual([
    'previous_day',
    'previous_day',
    'homework',
  ])
  expect((await listed())?.slice(0, 4)).toEqual([
    [null, null],
    ['previous_day', 1],
    ['previous_day', 1],
    ['homework', null],
  ])
  streamId = await enrol(app.db, course, learner.userId, { startsOn: '2026-12-10' })
  expect(await because(1)).toBe('not_yet')
  await freeze(app.db, streamId, '2026-12-10', '2026-12-12')
  expect(await because(0)).toBe('stream')
  streamId = await enrol(app.db, course, learner.userId, { startsOn: '2026-12-08', isDemo: true })
  expect(await because(0)).toBe('demo')
})

test.each([
  ['Pacific/Apia', '2026-12-04T11:00:00Z'],
  ['America/Sao_Paulo', '2026-12-05T03:00:00Z'],
  ['Europe/Madrid', '2026-12-04T23:00:00Z'],
])('in %s a day opens at local midnight [PRG-07]', async (timezone, opens) => {
  const client = await app.signIn({ timezone })
  streamId = await enrol(app.db, course, client.userId, { isDemo: true, startsOn: '2026-12-02' })
  app.clock.set(Date.parse(opens) - 1)
  expect((await start(3, { client })).data.code).toBe('day_locked')
  app.clock.set(opens)
  expect((await start(3, { client })).status).toBe(200)
})

test.each([
  ['Europe/Madrid', '2026-10-23', '2026-10-25T22:59:59Z'],
  ['America/New_York', '2026-03-06', '2026-03-09T03:59:59Z'],
])('in %s a clock change neither opens a day early nor late [PRG-07]', async (timezone, startsOn, lastLockedSecond) => {
  const client = await app.signIn({ timezone })
  streamId = await enrol(app.db, course, client.userId, { isDemo: true, startsOn })
  app.clock.set(lastLockedSecond)
  expect((await start(3, { client })).data.code).toBe('day_locked')
  app.clock.set(Date.parse(lastLockedSecond) + 1000)
  expect((await start(3, { client })).status).toBe(200)
})

test('frozen days postpone the days that follow [PRG-07, STR-03]', async () => {
  streamId = await enrol(app.db, course, learner.userId, { startsOn: '2026-12-07', isDemo: true })
  expect((await start(3)).status).toBe(200)
  streamId = await enrol(app.db, course, learner.userId, { startsOn: '2026-12-06', isDemo: true })
  await freeze(app.db, streamId, '2026-12-07', '2026-12-08')
  expect((await start(3)).data.code).toBe('day_locked')
  app.clock.set('2026-12-11T00:00:00Z')
  expect((await start(3)).status).toBe(200)
})

test('offline progress from while the day was open counts for a week after the stream has ended [PRG-05, REL-02]', async () => {
  streamId = await enrol(app.db, course, learner.userId, { startsOn: '2026-11-30', endsOn: '2026-12-09' })
  const late = { occurredAt: '2026-12-09T20:00:00Z' }
  expect((await start(0)).data.code).toBe('day_locked')
  expect((await start(0, late)).data.started_at).toBe(seconds(late.occurredAt))
  const finished = await finish(0, { occurredAt: '2026-12-09T20:30:00Z' })
  expect(finished.data).toMatchObject({ finished_at: seconds('2026-12-09T20:30:00Z'), awarded: 25 })
  expect((await finish(0)).data).toEqual({ ...finished.data, awarded: 0 })
  expect((await finish(1, { occurredAt: '2026-12-10T00:00:00Z' })).data.code).toBe('day_locked')
  app.clock.set('2026-12-17T00:00:00Z')
  expect((await start(1, late)).data.code).toBe('day_locked')
})

test('a device’s time is clamped between the stream’s start and now, and a wrong clock locks nobody out [PRG-01]', async () => {
  expect((await start(0, { occurredAt: '2030-01-01T00:00:00Z' })).data.started_at).toBe(seconds('2026-12-10T10:00:00Z'))
  const earlier = await start(0, { occurredAt: '2020-01-01T00:00:00Z' })
  expect(earlier.data.started_at).toBe(seconds('2026-12-01T00:00:00Z'))
})

test('two devices agree whatever the order of their reports [PRG-01, PRG-06]', async () => {
  const times = ['2026-12-09T08:00:00Z', '2026-12-09T09:00:00Z', '2026-12-10T09:00:00Z']
  const outcomes: unknown[] = []
  for (const [startsOn, order] of [
    ['2026-12-03', [0, 1, 2]],
    ['2026-12-04', [2, 1, 0]],
    ['2026-12-05', [1, 2, 0]],
  ] as const) {
    streamId = await enrol(app.db, course, learner.userId, { startsOn })
    for (const index of order) await start(0, { occurredAt: times[index] })
    for (const index of order) await finish(0, { occurredAt: times[index], key: `device ${index}` })
    const { started_at, finished_at } = (await start(0)).data
    outcomes.push([started_at, finished_at])
  }
  expect(new Set(outcomes.map(outcome => JSON.stringify(outcome)))).toEqual(
    new Set([JSON.stringify([seconds('2026-12-09T08:00:00Z'), seconds('2026-12-09T08:00:00Z')])]),
  )
})

test('the number of statements stays small, however much is done already [PRF-02]', async () => {
  expect((await start(0)).statements).toBeLessThanOrEqual(4)
  expect((await start(0)).statements).toBe(3)
  expect((await finish(0)).statements).toBe(3)
})
