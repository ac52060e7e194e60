import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CourseFixture, enrol, insertCourse } from '#server/app/testing/course-fixture.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { insertFilm } from '#server/features/library/testing/insert-film.ts'
import { swapFiles } from '#server/features/media/library-queries.ts'

let app: TestApp
let admin: TestClient
let author: TestClient
let course: CourseFixture
let film: number
let lessonId: number
const early = { startsOn: '2026-11-01', endsOn: '2027-12-31' }
const late = { startsOn: '2026-11-08', endsOn: '2027-12-31' }

beforeAll(async () => {
  app = await startTestApp()
  app.clock.set('2026-12-09T10:00:00Z')
  admin = await app.signIn({ role: 'admin' })
  author = await app.signIn({ role: 'author' })
})
afterAll(() => app.close())
beforeEach(async () => {
  course = await insertCourse(app.db, { stages: [{ days: [{ lessons: 1 }] }] })
  lessonId = course.days[0]?.lessonIds[0] ?? 0
  film = await insertFilm(app.db)
  await app.db.query({
    text: 'update course_lessons set video_id = $2 where course_id = $1',
    values: [course.id, film],
  })
})

async function lasts(seconds: number): Promise<void> {
  await app.db.query({ text: 'update media set duration_ms = $2 where id = $1', values: [film, seconds * 1000] })
}

type Ranges = readonly (readonly [number, number])[]
async function play(client: TestClient, streamId: number, ranges: Ranges): Promise<void> {
  const { status } = await client.call('POST /save-lesson-stat', {
    body: {
      user_course_stream_id: streamId,
      stage_day_id: course.days[0]?.id ?? 0,
      stage_day_lesson_set_lesson_id: lessonId,
      viewed_seconds: 5,
      play_count: 1,
      film: { id: film, seconds: ranges.map(([from, until]) => ({ from, until })) },
    },
  })
  expect(status).toBe(200)
}
async function watcher(ranges: Ranges, terms: object = early): Promise<number> {
  const client = await app.signIn()
  await play(client, await enrol(app.db, course, client.userId, terms), ranges)
  return client.userId
}

const ask = (query: { cohort_id?: number } = {}, by = author, options = {}) =>
  by.call('GET /studio/figures/courses/:id/watching/:lessonId', {
    params: { id: course.id, lessonId },
    query,
    ...options,
  })
const films = async (query = {}) => (await ask(query)).data.films

type Kind = 'played' | 'moment' | 'missed'
const peopleQuery = (kind: Kind, second: number, grain = 1) => ({
  kind,
  course_id: course.id,
  lesson_id: lessonId,
  film_id: film,
  second,
  grain,
})
async function people(kind: Kind, second = 0, grain = 1): Promise<number[]> {
  const { data } = await admin.call('GET /studio/figures/people', { query: peopleQuery(kind, second, grain) })
  return data.map(({ user_id: id }) => id).toSorted((one, other) => one - other)
}

test('how many watched each second of a film, and who did and who did not [STF-20]', async () => {
  const ann = await watcher([
    [0, 3],
    [6, 8],
  ])
  const bob = await watcher([[2, 4]])
  const demo = await app.signIn()
  const demoStream = await enrol(app.db, course, demo.userId, early)
  await play(demo, demoStream, [[0, 8]])
  await app.db.query({ text: 'update user_streams set is_demo = true where id = $1', values: [demoStream] })
  const { data } = await ask()
  expect(data).toEqual({
    title: 'Lesson 1',
    day_number: 1,
    films: [{ id: film, slot: 'main', grain: 1, played: 2, moments: [1, 1, 2, 1, 0, 0, 1, 1] }],
  })
  expect(await people('played')).toEqual([ann, bob])
  for (const [second, count] of data.films[0]?.moments.entries() ?? []) {
    const [watched, missed] = [await people('moment', second), await people('missed', second)]
    expect([watched.length, missed.length]).toEqual([count, 2 - count])
  }
  expect([await people('moment', 3), await people('missed', 3)]).toEqual([[bob], [ann]])
})

test('pieces of one moment count once, and so does whoever is in two cohorts; a cohort has its own figures', async () => {
  await lasts(3000)
  const client = await app.signIn()
  await play(client, await enrol(app.db, course, client.userId, early), [
    [0, 2],
    [4, 6],
    [9, 11],
  ])
  await play(client, await enrol(app.db, course, client.userId, late), [[5, 7]])
  await watcher([[2990, 3000]], late)
  const [shown] = await films()
  expect([shown?.grain, shown?.played, shown?.moments.length]).toEqual([10, 2, 300])
  expect([shown?.moments.slice(0, 3), shown?.moments.at(-1)]).toEqual([[1, 1, 0], 1])
  expect([await people('moment', 0, 10), (await people('missed', 0, 10)).length]).toEqual([[client.userId], 1])
  const { rows } = await app.db.query<{ id: number }>({
    text: 'select id from streams where course_id = $1 order by starts_on',
    values: [course.id],
  })
  const cohorts = await Promise.all(rows.map(({ id }) => films({ cohort_id: id })))
  expect(cohorts.map(([one]) => [one?.played, one?.moments.slice(0, 2)])).toEqual([
    [1, [1, 1]],
    [2, [1, 0]],
  ])
})

test('a long film is shown by the minute; one of unknown length or that nobody has played has nothing to show', async () => {
  await lasts(3601)
  expect(await films()).toMatchObject([{ grain: 60, played: 0, moments: Array.from({ length: 61 }, () => 0) }])
  await lasts(0)
  expect(await films()).toEqual([])
})

test('each film of a lesson has its own figures, one that stands in two places of it once', async () => {
  const other = await insertFilm(app.db)
  await app.db.query({
    text: `update course_lessons set vertical_video_id = $2, description_video_id = $2, vertical_description_video_id = $3
      where course_id = $1`,
    values: [course.id, film, other],
  })
  await watcher([[0, 8]])
  const shown = (await films()).map(({ id, slot, played }) => [id, slot, played])
  expect(shown).toEqual([
    [film, 'main', 1],
    [other, 'verticalAnalysis', 0],
  ])
})

test('another film in the place of one begins with nobody', async () => {
  await watcher([[0, 5]])
  expect(await people('played')).toHaveLength(1)
  await swapFiles(app.db, film, await insertFilm(app.db), '{}')
  expect((await films()).map(({ played }) => played)).toEqual([0])
  expect(await people('played')).toEqual([])
})

test('nothing of another school or course, and no people for those who write courses [STF-20]', async () => {
  await watcher([[0, 5]])
  const stranger = await app.signIn({ role: 'admin', brandId: 'face' })
  expect((await ask({}, stranger, { appId: 'face' })).status).toBe(404)
  const query = peopleQuery('moment', 0)
  expect((await stranger.call('GET /studio/figures/people', { query, appId: 'face' })).data).toEqual([])
  expect((await author.call('GET /studio/figures/people', { query })).status).toBe(403)
  const other = await insertCourse(app.db, { stages: [{ days: [{ lessons: 1 }] }] })
  const params = { id: other.id, lessonId }
  expect((await author.call('GET /studio/figures/courses/:id/watching/:lessonId', { params })).status).toBe(404)
  const elsewhere = { ...query, course_id: other.id }
  expect((await admin.call('GET /studio/figures/people', { query: elsewhere })).data).toEqual([])
})

test.each([
  [{ kind: 'played', course_id: 1, lesson_id: 1 }, ['film_id']],
  [{ kind: 'moment', course_id: 1, lesson_id: 1, film_id: 1, second: 3 }, ['grain']],
  [{ kind: 'missed', course_id: 1, second: 0, grain: 1 }, ['lesson_id', 'film_id']],
  [{ kind: 'moment', course_id: 1, lesson_id: 1, film_id: 1, second: -1, grain: 1 }, ['second']],
] as const)('people of %j are refused by the field that is missing or wrong', async (query, fields) => {
  const { status, data } = await admin.call('GET /studio/figures/people', { query })
  expect([status, data.code, Object.keys(data.errors ?? {})]).toEqual([422, 'invalid_input', fields])
})
