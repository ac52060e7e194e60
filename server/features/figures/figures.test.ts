import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CourseFixture, enrol, insertCourse } from '#server/app/testing/course-fixture.ts'
import {
  addPupil,
  handIn,
  homeworkOf,
  insertHomeworkCourse,
  judge,
  reviewOf,
} from '#server/app/testing/homework-people.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import type { Calls } from '#shared/app/calls.ts'

let app: TestApp
let admin: TestClient
let author: TestClient
const now = Date.parse('2026-12-09T10:00:00Z')

beforeAll(async () => {
  app = await startTestApp()
  app.clock.set(now)
  admin = await app.signIn({ role: 'admin' })
  author = await app.signIn({ role: 'author' })
})
afterAll(() => app.close())

type Query = NonNullable<Parameters<typeof admin.call<'GET /studio/figures/people'>>[1]>['query']
const people = async (query: Query, by = admin) =>
  (await by.call('GET /studio/figures/people', { query })).data.map(({ user_id: id }) => id)
const sorted = (ids: number[]) => ids.toSorted((one, other) => one - other)

type Learner = { client: TestClient; streamId: number }
async function learner(course: CourseFixture, terms = {}): Promise<Learner> {
  const client = await app.signIn()
  return { client, streamId: await enrol(app.db, course, client.userId, terms) }
}
async function mark({ client, streamId }: Learner, dayId: number, what: 'start' | 'finish', at = now): Promise<void> {
  const name = `POST /user-course-streams/:streamId/user-day-status/:dayId/${what}` as keyof Calls & string
  const input = {
    params: { streamId, dayId },
    body: { occurred_at: at / 1000 },
    idempotencyKey: `${what}${dayId}${at}`,
  }
  const { status, data } = await client.call(name as never, input)
  expect([status, data]).toEqual([200, expect.anything()])
}
const watch = ({ client, streamId }: Learner, course: CourseFixture, seconds: number) =>
  client.call('POST /save-lesson-stat', {
    body: {
      user_course_stream_id: streamId,
      stage_day_id: course.days[0]?.id ?? 0,
      stage_day_lesson_set_lesson_id: course.days[0]?.lessonIds[0] ?? 0,
      viewed_seconds: seconds,
      play_count: 1,
      day_status: 'none',
    },
    idempotencyKey: `watch-${streamId}-${seconds}`,
  })

test('where the learners of each cohort stop, and every number has its people [STF-12, STF-20]', async () => {
  const course = await insertCourse(app.db, { stages: [{ days: [{}, {}, { isRest: true }, {}] }] })
  const [first, second] = course.days.map(({ id }) => id)
  const early = { startsOn: '2026-11-01', endsOn: '2026-12-31' }
  const late = { startsOn: '2026-12-01', endsOn: '2027-01-31' }
  const [ann, bob, cem, dan] = [
    await learner(course, early),
    await learner(course, early),
    await learner(course, early),
    await learner(course, late),
  ] as const
  await learner(course, { ...early, isDemo: true })
  for (const one of [ann, bob, dan]) await mark(one, first ?? 0, 'start')
  await mark(ann, first ?? 0, 'finish')
  await mark(ann, second ?? 0, 'start')
  const { data } = await author.call('GET /studio/figures/courses/:id/stops', { params: { id: course.id } })
  expect(data.title).toBe('Course')
  expect(data.days.map(day => day.day_number)).toEqual([1, 2, 4])
  const [latest, earlier] = data.cohorts
  expect(latest).toMatchObject({ starts_on: '2026-12-01', learners: 1, not_begun: 0 })
  expect(earlier).toMatchObject({ starts_on: '2026-11-01', learners: 3, not_begun: 1 })
  expect(earlier?.days).toEqual([
    { begun: 2, finished: 1, furthest: 1 },
    { begun: 1, finished: 0, furthest: 1 },
    { begun: 0, finished: 0, furthest: 0 },
  ])
  const counted = (kind: 'learners' | 'not_begun' | 'begun' | 'finished' | 'furthest', dayId?: number) =>
    people({ kind, course_id: course.id, cohort_id: earlier?.id, ...(dayId !== undefined && { day_id: dayId }) })
  const id = (one: Learner) => one.client.userId
  expect(sorted(await counted('learners'))).toEqual([id(ann), id(bob), id(cem)])
  expect(await counted('not_begun')).toEqual([id(cem)])
  expect(sorted(await counted('begun', first))).toEqual([id(ann), id(bob)])
  expect(await counted('finished', first)).toEqual([id(ann)])
  expect(await counted('furthest', first)).toEqual([id(bob)])
  expect(await counted('furthest', second)).toEqual([id(ann)])
})

test('how much of a lesson is watched, twice or not, and who watched it through [STF-20]', async () => {
  // The second lesson is a text.
  const course = await insertCourse(app.db, { stages: [{ days: [{ lessons: 2 }] }] })
  await app.db.query({
    text: `with m as (insert into media (key, type, name, mime, bytes, files, brand_id, status, duration_ms)
             values (gen_random_uuid(), 1, 'a.mp4', 'video/mp4', 10, '{}', 'kurso', 'DONE', 100000) returning id)
           update course_lessons set video_id = (select id from m)
           where id = (select min(id) from course_lessons where course_id = $1)`,
    values: [course.id],
  })
  const learners = [await learner(course), await learner(course), await learner(course), await learner(course)]
  const [none, half, whole, twice] = learners as [Learner, Learner, Learner, Learner]
  for (const one of learners) await mark(one, course.days[0]?.id ?? 0, 'start')
  await watch(half, course, 50)
  await watch(whole, course, 90)
  await watch(twice, course, 250)
  const asked = { params: { id: course.id }, query: {} }
  const [row, ...others] = (await author.call('GET /studio/figures/courses/:id/watching', asked)).data
  expect(others).toEqual([])
  expect(row).toMatchObject({ day_number: 1, title: 'Lesson 1', begun: 4, watching: 3, through: 2 })
  expect(row?.share).toBeCloseTo((0.5 + 0.9 + 1) / 3)
  const of = (kind: 'watching' | 'through') => people({ kind, course_id: course.id, lesson_id: row?.id })
  expect(sorted(await of('watching'))).toEqual([half, whole, twice].map(({ client }) => client.userId))
  expect(sorted(await of('through'))).toEqual([whole, twice].map(({ client }) => client.userId))
  expect(await of('watching')).not.toContain(none.client.userId)
})

test('who is active on a day or in a week counts once, on the day on which they did something [STF-12]', async () => {
  const course = await insertCourse(app.db, { stages: [{ days: [{}, {}] }] })
  const [ann, bob] = [await learner(course), await learner(course)]
  const [first = 0, second = 0] = course.days.map(({ id }) => id)
  await mark(ann, first, 'start', Date.parse('2026-12-07T23:00:00Z'))
  await mark(ann, first, 'finish', Date.parse('2026-12-08T09:00:00Z'))
  await mark(ann, second, 'start', Date.parse('2026-12-08T10:00:00Z'))
  await mark(bob, first, 'start', Date.parse('2026-12-06T10:00:00Z'))
  const activity = async (by: 'day' | 'week') => {
    const { data } = await author.call('GET /studio/figures/activity', { query: { by, course_id: course.id } })
    return data.spans.filter(({ learners }) => learners > 0)
  }
  expect(await activity('day')).toEqual([
    { starts_on: '2026-12-06', learners: 1 },
    { starts_on: '2026-12-07', learners: 1 },
    { starts_on: '2026-12-08', learners: 1 },
  ])
  expect(await activity('week')).toEqual([
    { starts_on: '2026-11-30', learners: 1 },
    { starts_on: '2026-12-07', learners: 1 },
  ])
  const active = { kind: 'active', course_id: course.id, by: 'week' } as const
  expect(await people({ ...active, starts_on: '2026-12-07' })).toEqual([ann.client.userId])
  expect(await people({ ...active, starts_on: '2026-11-30' })).toEqual([bob.client.userId])
})

test('a learner is active on days of their own calendar, and was before it went by that [STF-12]', async () => {
  const course = await insertCourse(app.db, { stages: [{ days: [{}] }] })
  const first = course.days[0]?.id ?? 0
  const at = Date.parse('2026-12-08T22:30:00Z')
  for (const timezone of ['Pacific/Auckland', 'America/New_York']) {
    const client = await app.signIn({ timezone })
    await mark({ client, streamId: await enrol(app.db, course, client.userId) }, first, 'start', at)
  }
  const activity = async () => {
    const { data } = await author.call('GET /studio/figures/activity', { query: { by: 'day', course_id: course.id } })
    return data.spans.flatMap(({ starts_on, learners }) => (learners > 0 ? [[starts_on, learners]] : []))
  }
  const own = [
    ['2026-12-08', 1],
    ['2026-12-09', 1],
  ]
  expect(await activity()).toEqual(own)
  // As they were counted before: all by UTC.
  await app.db.query({
    text: `update active_days set on_date = '2026-12-08' where course_id = $1`,
    values: [course.id],
  })
  const unreported = await app.signIn()
  await app.db.query({
    text: `insert into active_days (course_id, on_date, user_id) values ($1, '2026-12-01', $2)`,
    values: [course.id, unreported.userId],
  })
  await app.db.query({ text: 'drop function local_day' })
  const migration = '../progress/migrations/20261126-2000-active-days-of-learners.sql'
  await app.db.query({ text: await readFile(join(import.meta.dirname, migration), 'utf8') })
  expect(await activity()).toEqual([['2026-12-01', 1], ...own])
  const { rows } = await app.db.query({
    text: `select local_day('2026-12-08T22:30:00Z', 'Mars/Olympus')::text as day`,
  })
  expect(rows, 'a zone that the database does not know').toEqual([{ day: '2026-12-08' }])
})

test('weeks of answers begin on Monday where who asks lives [STF-12]', async () => {
  const course = await insertHomeworkCourse(app)
  const pupil = await addPupil(app, course)
  app.clock.set('2026-12-06T10:00:00Z')
  await handIn(pupil, homeworkOf(course, 'required'))
  // In Riga it is Monday.
  app.clock.set('2026-12-06T22:30:00Z')
  const inRiga = await app.signIn({ role: 'admin', timezone: 'Europe/Riga' })
  await judge(inRiga, await reviewOf(pupil, homeworkOf(course, 'required')), { verdict: 'DONE' })
  app.clock.set(now)
  const course_id = course.id
  for (const [by, monday] of [
    [admin, '2026-11-30'],
    [inRiga, '2026-12-07'],
  ] as const) {
    const { data } = await by.call('GET /studio/figures/answers', { query: { course_id } })
    expect(data.filter(({ answered }) => answered > 0)).toMatchObject([{ starts_on: monday, answered: 1 }])
    const listed = await by.call('GET /studio/reviews', { query: { show: 'done', course_id, week: monday } })
    expect(listed.data).toHaveLength(1)
  }
})

test('how long answers take, by week, equals the list of reviews that it leads to [STF-12, STF-20]', async () => {
  const course = await insertHomeworkCourse(app)
  const reviews: number[] = []
  for (const [handedIn, answered] of [
    ['2026-12-01T10:00:00Z', '2026-12-01T20:00:00Z'],
    ['2026-12-01T10:00:00Z', '2026-12-03T10:00:00Z'],
    ['2026-12-06T10:00:00Z', '2026-12-07T00:00:00Z'],
  ] as const) {
    const pupil = await addPupil(app, course)
    app.clock.set(handedIn)
    await handIn(pupil, homeworkOf(course, 'required'))
    reviews.push(await reviewOf(pupil, homeworkOf(course, 'required')))
    app.clock.set(answered)
    await judge(admin, reviews.at(-1) ?? 0, { verdict: 'DONE' })
  }
  app.clock.set(now)
  const { data } = await admin.call('GET /studio/figures/answers', { query: { course_id: course.id } })
  expect(data).toHaveLength(12)
  const week = data.find(row => row.starts_on === '2026-11-30')
  expect(week).toMatchObject({ answered: 2, late: 1, median: 29 * 3600 })
  expect(week?.p90).toBeCloseTo((10 + 38 * 0.9) * 3600)
  expect(data.at(-1)).toEqual({ starts_on: '2026-12-07', answered: 1, late: 0, median: 14 * 3600, p90: 14 * 3600 })
  const stranger = await app.signIn({ role: 'admin', brandId: 'face' })
  const elsewhere = { appId: 'face' }
  const theirs = await stranger.call('GET /studio/figures/answers', { query: { course_id: course.id }, ...elsewhere })
  expect(theirs.data.every(({ answered, median }) => answered === 0 && median === null)).toBe(true)
  expect((await stranger.call('GET /studio/reviews', { query: { show: 'done' }, ...elsewhere })).data).toEqual([])
  const loads = (await stranger.call('GET /studio/workload', elsewhere)).data
  expect(loads.every(({ reviewed_30: answered, courses }) => answered === 0 && courses.length === 0)).toBe(true)
  expect((await admin.call('GET /studio/workload')).data.some(({ reviewed_30: answered }) => answered === 3)).toBe(true)
  const listed = async (query: object) =>
    (await admin.call('GET /studio/reviews', { query: { show: 'done', course_id: course.id, ...query } })).data.map(
      ({ id }) => id,
    )
  expect(await listed({ week: '2026-11-30' })).toEqual([reviews[1], reviews[0]])
  expect(await listed({ week: '2026-11-30', late: 'yes' })).toEqual([reviews[1]])
  expect(await listed({ week: '2026-12-07' })).toEqual([reviews[2]])
})

test('no figure and nobody of another school, and no people for those who write courses [STF-20]', async () => {
  const course = await insertCourse(app.db, { stages: [{ days: [{}] }] })
  const one = await learner(course)
  await mark(one, course.days[0]?.id ?? 0, 'start')
  const stranger = await app.signIn({ role: 'admin', brandId: 'face' })
  const elsewhere = { appId: 'face' }
  const params = { id: course.id }
  for (const name of ['stops', 'watching'] as const) {
    const answer = await stranger.call(`GET /studio/figures/courses/:id/${name}`, { params, ...elsewhere })
    expect(answer.status).toBe(404)
  }
  const { data } = await stranger.call('GET /studio/figures/activity', elsewhere)
  expect(data.spans.every(({ learners }) => learners === 0)).toBe(true)
  const query = { kind: 'learners', course_id: course.id } as const
  expect((await stranger.call('GET /studio/figures/people', { query, ...elsewhere })).data).toEqual([])
  expect((await author.call('GET /studio/figures/people', { query })).status).toBe(403)
  expect(await people(query)).toEqual([one.client.userId])
})

test('people are asked for by what they are counted by, a page at a time', async () => {
  for (const [query, field] of [
    [{ kind: 'active' }, 'starts_on'],
    [{ kind: 'active', starts_on: '2026-02-31' }, 'starts_on'],
    [{ kind: 'learners' }, 'course_id'],
  ] as const) {
    const { status, data } = await admin.call('GET /studio/figures/people', { query })
    expect([status, Object.keys(data.errors ?? {})]).toEqual([422, [field]])
  }
  const course = await insertCourse(app.db, { stages: [{ days: [{}] }] })
  const ids = [await learner(course), await learner(course), await learner(course)].map(({ client }) => client.userId)
  const query = { kind: 'learners', course_id: course.id, 'per-page': 2 } as const
  const [one, two, three] = [
    await people(query),
    await people({ ...query, page: 2 }),
    await people({ ...query, page: 3 }),
  ]
  expect([one.length, two.length, three.length]).toEqual([2, 1, 0])
  expect(sorted([...one, ...two])).toEqual(ids)
})
