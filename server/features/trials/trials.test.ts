import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { courseSchool, plannedCourse } from '#server/app/testing/course-school.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import type { DraftFields } from '#shared/features/courses/draft-fields.ts'
import { tidyTrials } from './trials.ts'

let app: TestApp
let school: Awaited<ReturnType<typeof courseSchool>>
let author: TestClient
let admin: TestClient
let courseId: number

const week = [
  { key: 'water', title: 'Water', homeworks: [{ key: 'photo', title: 'Photo' }] },
  { key: 'leaves', title: 'Leaves' },
  { key: 'cups', title: 'Cups' },
]
/** Each day opens one day after the one before. */
const course = () => {
  const planned = plannedCourse(week, { key: 'week' })
  const stages = planned.stages.map(stage => ({
    ...stage,
    days: stage.days.map((day, index) => ({ ...day, opensAfterDays: index })),
  }))
  return { ...planned, stages }
}
const asOf = (date: string, is_caught_up = true) => ({
  starts_on: '2026-12-01',
  ends_on: '2026-12-31',
  date,
  is_caught_up,
})

beforeAll(async () => {
  app = await startTestApp()
  school = await courseSchool(app)
  author = await app.signIn({ role: 'author' })
  admin = await app.signIn({ role: 'admin' })
})
beforeEach(async () => {
  app.clock.set('2026-12-10T10:00:00Z')
  await app.db.query({ text: 'delete from users where is_trial' })
  await app.db.query({ text: 'delete from courses' })
  courseId = (await school.take(course())).id
  await author.call('POST /studio/courses/:id/draft', { params: { id: courseId } })
})
afterAll(async () => {
  await school.remove()
  await app.close()
})

const choices = (by = author) => by.call('GET /studio/courses/:id/trial', { params: { id: courseId } })
const start = (body = asOf('2026-12-02'), by = author, language: 'en' | 'ru' | 'es' = 'en') =>
  by.call('POST /studio/courses/:id/trial', { params: { id: courseId }, body, language })

/** Changes what the first part of this kind says in the draft. */
async function write(kind: string, content: DraftFields) {
  const { data } = await author.call('GET /studio/courses/:id/draft', { params: { id: courseId } })
  const part = data.parts.find(one => one.kind === kind)
  const params = { id: courseId, part: part?.id ?? '' }
  const { status } = await author.call('PATCH /studio/courses/:id/draft/parts/:part', {
    params,
    body: { revision: part?.revision ?? 0, content },
  })
  expect(status).toBe(200)
}

/** The learner of a trial, by the token that started it. */
async function learnerOf(started: { data: { token: string } }) {
  const { data } = await app.visitor.call('POST /auth/exchange-transfer-token', { body: { token: started.data.token } })
  const headers = { authorization: `Bearer ${data.token}` }
  const streams = await app.visitor.call('GET /user-course-streams', { headers })
  return { headers, streams: streams.data, status: streams.status }
}
type Learner = Awaited<ReturnType<typeof learnerOf>>

/** The only course of a learner: each of its days with its state, and the states of its homework. */
async function courseOf({ headers, streams }: Learner) {
  const [stream] = streams
  const [course, status] = await Promise.all([
    app.visitor.call('GET /courses/:id', { params: { id: stream?.course_id ?? 0 }, expand: ['stages.days'], headers }),
    app.visitor.call('GET /user-course-streams/:id/status', {
      params: { id: stream?.id ?? 0 },
      expand: ['days', 'homeworks'],
      headers,
    }),
  ])
  const states = new Map(status.data.days?.map(day => [day.stage_day_id, day.state]))
  const days = (course.data.stages ?? []).flatMap(stage => stage.days ?? [])
  return {
    days: days.map(({ id, title }) => `${title}: ${states.get(id)}`),
    homework: status.data.homeworks?.map(one => one.status),
  }
}

test('an author finds what is written, not what is published, as its learners would on a date [STF-16]', async () => {
  await write('day', { title: { en: 'Springs' } })
  const learner = await learnerOf(await start(asOf('2026-12-02')))
  expect(learner.streams).toMatchObject([{ starts_on: '2026-12-09', ends_on: '2027-01-08', status: 'open' }])
  expect(await courseOf(learner)).toEqual({
    days: ['Springs: done', 'Leaves: current', 'Cups: locked'],
    homework: ['DONE'],
  })
  const published = await admin.call('GET /courses/:id', { params: { id: courseId }, expand: ['stages.days'] })
  expect(published.data.stages?.[0]?.days?.[0]?.title).toBe('Water')
})

test('a trial has the criteria and the solution of the draft, and its learner reads no solution [STF-17]', async () => {
  const criteria = [{ key: 'light', text: { en: 'There is light' } }]
  await write('homework', { criteria, solution: { en: 'By a window' } })
  const { headers, streams } = await learnerOf(await start())
  const { rows } = await app.db.query({
    text: 'select criteria, staff_texts as "staffTexts" from course_homeworks where course_id = $1',
    values: [streams[0]?.course_id],
  })
  const texts = { en: { text: 'There is light' } }
  expect(rows).toEqual([{ criteria: [{ key: 'light', texts }], staffTexts: { en: { solution: 'By a window' } } }])
  expect(JSON.stringify((await app.visitor.call('GET /homework', { headers })).data)).not.toContain('By a window')
})

test('a learner who has done nothing, and a cohort that has not begun or is over [STF-16]', async () => {
  const idle = await learnerOf(await start(asOf('2026-12-03', false)))
  expect(await courseOf(idle)).toEqual({
    days: ['Water: current', 'Leaves: open', 'Cups: open'],
    homework: ['NOT_UPLOADED'],
  })
  for (const [date, status] of [
    ['2026-11-30', 'not_started'],
    ['2027-01-01', 'ended'],
  ] as const) {
    const learner = await learnerOf(await start(asOf(date)))
    expect(learner.streams.map(stream => stream.status)).toEqual([status])
  }
})

test('what is missing, the days and the cohorts are told, and nothing is tried while something is missing', async () => {
  const { data } = await choices()
  expect(data).toMatchObject({
    today: '2026-12-10',
    problems_count: 0,
    days: [
      { day_number: 1, title: 'Water', opens_after_days: 0 },
      { day_number: 2, title: 'Leaves', opens_after_days: 1 },
      { day_number: 3, title: 'Cups', opens_after_days: 2 },
    ],
    cohorts: [{ starts_on: '2026-12-01' }],
  })
  await write('day', { title: {} })
  expect((await choices()).data).toMatchObject({ problems_count: 1, days: [] })
  const refused = await start()
  expect([refused.status, refused.data.code]).toEqual([409, 'trial_incomplete'])
  expect(await count('users where is_trial')).toBe(0)
})

test.each([
  [{ date: '2026-02-30' }, 'invalid_input', 'date'],
  [{ starts_on: '2026-13-01' }, 'invalid_input', 'starts_on'],
  [{ ends_on: '2026-11-30' }, 'trial_dates', 'date'],
  [{ date: '2046-12-01' }, 'trial_dates', 'date'],
])('%j is refused as %s', async (change, code, field) => {
  const refused = await start({ ...asOf('2026-12-02'), ...change })
  expect([refused.status, refused.data.code, Object.keys(refused.data.errors ?? {})]).toEqual([422, code, [field]])
})

test('nobody else finds the learner, the course, or what is done in it [STF-16]', async () => {
  const [lists, before] = [await listsOf(), await published()]
  const { headers, streams } = await learnerOf(await start(asOf('2026-12-01')))
  const [stream] = streams
  const homework = await app.visitor.call('GET /user-course-streams/:streamId/user-homework', {
    params: { streamId: stream?.id ?? 0 },
    headers,
  })
  const handedIn = await app.visitor.call('POST /user-course-streams/:streamId/user-homework/:statusId', {
    params: { streamId: stream?.id ?? 0, statusId: homework.data[0]?.id ?? 0 },
    body: { message: 'My answer' },
    idempotencyKey: 'trial-1',
    headers,
  })
  expect(handedIn.status).toBe(200)
  const said = await app.visitor.call('POST /chats/:id/messages', {
    params: { id: stream?.chat_channel_id ?? 0 },
    body: { message: 'Hello' },
    idempotencyKey: 'trial-2',
    headers,
  })
  expect(said.status).toBe(200)
  expect(await listsOf()).toEqual(lists)
  expect(await published()).toEqual(before)
  const found = await admin.call('GET /studio/users', { query: { search: 'trial' } })
  expect(found.data.users).toEqual([])
})

test('trying again ends the earlier trial of the author, not that of another', async () => {
  const [first, other] = [await learnerOf(await start()), await learnerOf(await start(asOf('2026-12-02'), admin))]
  const second = await learnerOf(await start())
  const statusOf = async ({ headers }: Learner) => (await app.visitor.call('GET /user', { headers })).status
  expect(await Promise.all([first, second, other].map(statusOf))).toEqual([401, 200, 200])
  expect(await count('courses')).toBe(3)
  expect(await count('users where is_trial')).toBe(2)
})

test('of two starts at once by one author one trial is left', async () => {
  const both = await Promise.all([start(), start()])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect([await count('users where is_trial'), await count('trials'), await count('courses')]).toEqual([1, 1, 2])
})

test("the learner is called in the author's language", async () => {
  for (const [language, name] of [
    ['ru', 'Пробный ученик'],
    ['es', 'Alumno de prueba'],
  ] as const) {
    const { headers } = await learnerOf(await start(asOf('2026-12-02'), author, language))
    expect((await app.visitor.call('GET /user', { headers })).data.name).toBe(name)
  }
})

test('a trial goes after a week, and when its author or the course is gone', async () => {
  const leaving = await app.signIn({ role: 'author' })
  await start()
  await start(asOf('2026-12-02'), leaving)
  await tidyTrials(app.db, Date.now() + 6 * 86_400_000)
  expect(await count('trials')).toBe(2)
  await app.db.query({ text: 'delete from users where id = $1', values: [leaving.userId] })
  await tidyTrials(app.db, Date.now() + 6 * 86_400_000)
  expect([await count('trials'), await count('users where is_trial'), await count('courses')]).toEqual([1, 1, 2])
  await tidyTrials(app.db, Date.now() + 8 * 86_400_000)
  expect([await count('trials'), await count('users where is_trial'), await count('courses')]).toEqual([0, 0, 1])
})

async function count(of: string) {
  const { rows } = await app.db.query<{ count: number }>({ text: `select count(*)::int as count from ${of}` })
  return rows[0]?.count
}

/** All lists in which staff would find a learner, a course or something to do. */
async function listsOf() {
  const lists = await Promise.all([
    admin.call('GET /studio/users'),
    admin.call('GET /studio/courses'),
    admin.call('GET /studio/cohorts'),
    admin.call('GET /studio/reviews'),
    admin.call('GET /studio/review-filters'),
    admin.call('GET /studio/chats'),
    admin.call('GET /studio/today'),
    admin.call('GET /studio/first-steps'),
    admin.call('GET /courses'),
  ])
  return lists.map(({ data }) => data)
}

const published = async () => (await admin.call('GET /studio/courses/:id/versions', { params: { id: courseId } })).data
