import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CourseFixture, enrol, freeze, insertCourse } from '#server/app/testing/course-fixture.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let app: TestApp
let course: CourseFixture
let learner: TestClient
let streamId: number

beforeAll(async () => {
  app = await startTestApp()
  course = await insertCourse(app.db, {
    stages: [{ days: Array.from({ length: 42 }, (_, index) => ({ isRest: index % 7 === 6 })) }],
  })
})
afterAll(() => app.close())
beforeEach(async () => {
  // A Wednesday.
  app.clock.set('2026-11-04T10:00:00Z')
  learner = await app.signIn()
  streamId = await enrol(app.db, course, learner.userId, { startsOn: '2026-11-02', endsOn: '2027-02-01' })
})

const read = async (client = learner) => (await client.call('GET /week-goal')).data
const set = (days: unknown, client = learner) => client.call('PUT /week-goal', { body: { days } })

/** Begins a day of the course at an instant, as a device does. */
async function learn(index: number, at: string, client = learner) {
  app.clock.set(at)
  const answer = await client.call('POST /user-course-streams/:streamId/user-day-status/:dayId/start', {
    params: { streamId, dayId: course.days[index]?.id ?? 0 },
    body: {},
  })
  expect(answer.status).toBe(200)
}

test('a goal is set, changed and ended; sent again it stays one, and without one the week is shown all the same [PRG-10]', async () => {
  expect(await read()).toMatchObject({ days: null, run: 0, best: 0, is_new_start: false, week: { needed: 0, done: 0 } })
  expect((await set(3)).data).toMatchObject({ days: 3, week: { needed: 3, done: 0 } })
  expect((await set(3)).data).toEqual(await read())
  expect((await set(7)).data).toMatchObject({ days: 7, week: { needed: 6 } })
  expect((await set(null)).data).toMatchObject({ days: null, week: { needed: 0 } })
  const { rows } = await app.db.query({
    text: 'select from_week::text, days from week_goals where user_id = $1',
    values: [learner.userId],
  })
  expect(rows).toEqual([{ from_week: '2026-11-02', days: null }])
})

test('of goals that two devices set at once one holds, and nothing fails [PRG-10]', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => set((index % 7) + 1)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const { rows } = await app.db.query({
    text: 'select days from week_goals where user_id = $1',
    values: [learner.userId],
  })
  expect(rows).toHaveLength(1)
  expect((await read()).days).toBe(rows[0]?.days)
})

test.each([0, 8, 2.5, '3', 'many', undefined])(
  'a goal of %j days is refused by its field [PRG-10, SEC-07]',
  async days => {
    const answer = await set(days)
    expect([answer.status, Object.keys(answer.data.errors ?? {})]).toEqual([422, ['days']])
  },
)

test('weeks that are kept make a run, one that is missed ends it, and the next begins another [PRG-10]', async () => {
  await set(2)
  await learn(0, '2026-11-04T12:00:00Z')
  await learn(1, '2026-11-05T12:00:00Z')
  await learn(2, '2026-11-05T18:00:00Z')
  expect(await read()).toMatchObject({ run: 1, week: { done: 2, needed: 2 } })
  await learn(3, '2026-11-09T12:00:00Z')
  await learn(4, '2026-11-15T23:59:00Z')
  app.clock.set('2026-11-18T10:00:00Z')
  expect(await read()).toMatchObject({ run: 2, best: 2, is_new_start: false })
  await learn(5, '2026-11-20T12:00:00Z')
  app.clock.set('2026-11-23T00:00:00Z')
  expect(await read()).toMatchObject({ run: 0, best: 2, is_new_start: true })
  await learn(7, '2026-11-23T12:00:00Z')
  await learn(8, '2026-11-24T12:00:00Z')
  expect(await read()).toMatchObject({ run: 1, best: 2, is_new_start: false })
})

test('days of rest and a freeze are free, and a week of nothing else is passed over [PRG-10]', async () => {
  await set(2)
  await learn(0, '2026-11-04T12:00:00Z')
  await learn(1, '2026-11-05T12:00:00Z')
  const { week } = await read()
  expect(week.days.map(day => [day.is_active, day.is_free])).toEqual([
    [false, false],
    [false, false],
    [true, false],
    [true, false],
    [false, false],
    [false, false],
    [false, true],
  ])
  await freeze(app.db, streamId, '2026-11-09', '2026-11-15')
  app.clock.set('2026-11-18T12:00:00Z')
  expect(await read()).toMatchObject({ run: 1, is_new_start: false })
})

test('days that wait for homework to be passed are free, then and later: that takes an expert’s time [PRG-10]', async () => {
  const held = await insertCourse(app.db, {
    stages: [{ days: [{}], homeworks: [{ isRequired: true }] }, { days: [{}, {}] }],
  })
  const client = await app.signIn()
  streamId = await enrol(app.db, held, client.userId, { startsOn: '2026-11-02', endsOn: '2027-02-01' })
  await set(1, client)
  const freeDays = async () => (await read(client)).week.days.filter(day => day.is_free).length
  expect(await freeDays()).toBe(0)
  for (const mark of ['start', 'finish'] as const)
    await client.call(`POST /user-course-streams/:streamId/user-day-status/:dayId/${mark}`, {
      params: { streamId, dayId: held.days[0]?.id ?? 0 },
      body: {},
    })
  expect(await freeDays()).toBe(4)
  const passed = (at: string) =>
    app.db.query({
      text: `insert into user_homeworks (user_stream_id, homework_id, status, updated_at) values ($1, $2, 'DONE', $3)
             on conflict (user_stream_id, homework_id) do update set status = 'DONE', updated_at = excluded.updated_at`,
      values: [streamId, held.stages[0]?.homeworkIds[0], at],
    })
  await passed('2026-11-07T12:00:00Z')
  expect(await freeDays()).toBe(2)
  // Passed in the third week: the second is looked back at as one in which nothing could be done.
  await passed('2026-11-17T12:00:00Z')
  app.clock.set('2026-11-18T12:00:00Z')
  expect(await read(client)).toMatchObject({ run: 1, is_new_start: false })
  await passed('2026-11-07T12:00:00Z')
  expect(await read(client)).toMatchObject({ run: 0, is_new_start: true })
})

test.each([
  ['Pacific/Kiritimati', '2026-11-08T10:30:00Z', '2026-11-09'],
  ['America/Los_Angeles', '2026-11-09T07:59:00Z', '2026-11-02'],
  ['Europe/Madrid', '2026-11-08T22:59:00Z', '2026-11-02'],
])('in %s the week is that of the learner’s own calendar [PRG-10]', async (timezone, at, monday) => {
  const client = await app.signIn({ timezone })
  app.clock.set(at)
  expect((await set(2, client)).data.week.days[0]?.date).toBe(monday)
})

test('a demo counts only what it opens [PRG-10]', async () => {
  const demo = await insertCourse(app.db, { stages: [{ days: [{ isDemoAccessible: true }, {}, {}] }] })
  const client = await app.signIn()
  streamId = await enrol(app.db, demo, client.userId, { startsOn: '2026-11-02', endsOn: '2027-02-01', isDemo: true })
  expect((await set(5, client)).data.week.needed).toBe(5)
  for (const mark of ['start', 'finish'] as const)
    await client.call(`POST /user-course-streams/:streamId/user-day-status/:dayId/${mark}`, {
      params: { streamId, dayId: demo.days[0]?.id ?? 0 },
      body: {},
    })
  expect((await read(client)).week).toMatchObject({ done: 1, needed: 3 })
})
