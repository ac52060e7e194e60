import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CourseFixture, enrol, insertCourse } from '#server/app/testing/course-fixture.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { insertFilm } from '#server/features/library/testing/insert-film.ts'
import { swapFiles } from '#server/features/media/library-queries.ts'
import { recomputeProgress } from './recompute-progress.ts'

let app: TestApp
let course: CourseFixture
let learner: TestClient
let streamId: number
let film: number

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const now = Date.now()
  app.clock.set(now)
  film = await insertFilm(app.db)
  course = await insertCourse(app.db, { stages: [{ days: [{}] }] })
  await app.db.query({
    text: 'update course_lessons set video_id = $2 where course_id = $1',
    values: [course.id, film],
  })
  learner = await app.signIn()
  const dateAfter = (days: number) => new Date(now + days * 86_400_000).toISOString().slice(0, 10)
  streamId = await enrol(app.db, course, learner.userId, { startsOn: dateAfter(-10), endsOn: dateAfter(20) })
})

type Told = { key?: string; lesson?: number; id?: number; at?: number }
function played(ranges: readonly (readonly [number, number])[], { key, lesson = 0, id = film, at }: Told = {}) {
  return learner.call('POST /save-lesson-stat', {
    ...(key !== undefined && { idempotencyKey: key }),
    body: {
      user_course_stream_id: streamId,
      stage_day_id: course.days[0]?.id ?? 0,
      stage_day_lesson_set_lesson_id: course.days[0]?.lessonIds[lesson] ?? 0,
      viewed_seconds: 5,
      play_count: 0,
      ...(at !== undefined && { occurred_at: at }),
      film: { id, seconds: ranges.map(([from, until]) => ({ from, until })) },
    },
  })
}

async function kept(lesson = 0): Promise<Record<number, string>> {
  const { rows } = await app.db.query<{ film_id: number; seconds: string }>({
    text: `select film_id, seconds::text from film_seconds where user_stream_id = $1 and lesson_set_lesson_id = $2`,
    values: [streamId, course.days[0]?.lessonIds[lesson]],
  })
  return Object.fromEntries(rows.map(({ film_id: id, seconds }) => [id, seconds]))
}
async function amount() {
  const { rows } = await app.db.query<{ viewed_seconds: number }>({
    text: 'select viewed_seconds from lesson_statistics where user_stream_id = $1',
    values: [streamId],
  })
  return rows[0]?.viewed_seconds
}

test('the seconds played of a film are the union of what is reported, sent twice, late or at once', async () => {
  await played([[4, 6]], { key: 'second' })
  await Promise.all([
    played([[0, 2]], { key: 'first' }),
    played([[0, 2]], { key: 'first' }),
    played([[1, 3]]),
    played([[7, 8]]),
  ])
  expect(await kept()).toEqual({ [film]: '{[0,3),[4,6),[7,8)}' })
  await played([[4, 5]], { key: 'second' })
  await played([[3, 4]], { key: 'late', at: Math.floor(Date.now() / 1000) - 60 })
  expect(await kept()).toEqual({ [film]: '{[0,6),[7,8)}' })
  expect(await kept(1)).toEqual({})
  expect(await amount()).toBe(25)
})

test('no second after the end of a film is kept, and no more pieces than a row may have', async () => {
  await played([
    [6, 9],
    [20, 30],
  ])
  expect(await kept()).toEqual({ [film]: '{[6,8)}' })
  await app.db.query({ text: 'update media set duration_ms = 10000000 where id = $1', values: [film] })
  const hundred = (first: number) =>
    Array.from({ length: 100 }, (_, at) => [first + at * 4, first + at * 4 + 2] as const)
  for (const at of [0, 1, 2, 3, 4, 5]) expect((await played(hundred(10 + at * 400))).status).toBe(200)
  const pieces = async () => (await kept())[film]?.split('),').length
  expect(await pieces()).toBe(401)
  await played([[0, 5000]])
  expect(await kept()).toEqual({ [film]: '{[0,5000)}' })
})

test('a film that the lesson has no more gives its amount alone, and a report without seconds is as good as before', async () => {
  expect((await played([[0, 2]], { id: await insertFilm(app.db) })).status).toBe(200)
  expect([await kept(), await amount()]).toEqual([{}, 5])
  expect((await played([])).status).toBe(200)
  expect([await kept(), await amount()]).toEqual([{}, 10])
})

test.each([[[[5, 5]]], [[[5, 2]]]] as const)(
  'seconds of %j are refused by name, and nothing is counted',
  async ranges => {
    const { status, data } = await played(ranges)
    expect([status, data.code, Object.keys(data.errors ?? {})]).toEqual([422, 'invalid_input', ['film']])
    expect([await kept(), await amount()]).toEqual([{}, undefined])
  },
)

test('another film in its place begins with no seconds; what is still told of the one before is not counted for it', async () => {
  await played([[0, 5]])
  const other = await insertFilm(app.db)
  app.clock.set(Date.now() + 1000)
  expect(await swapFiles(app.db, film, other, '{}')).toBe(2)
  expect(await kept()).toEqual({})
  await played([[2, 4]], { at: Math.floor(Date.now() / 1000) - 3600 })
  expect(await kept()).toEqual({})
  app.clock.set(Date.now() + 5000)
  await played([[6, 8]])
  expect(await kept()).toEqual({ [film]: '{[6,8)}' })
})

test('seconds are derived from the reports, and go with the learner', async () => {
  await played([[0, 2]])
  await played([[1, 4]])
  await app.db.query({
    text: `update film_seconds set seconds = '{[7,8)}' where user_stream_id = $1`,
    values: [streamId],
  })
  await recomputeProgress(app.db, streamId)
  expect(await kept()).toEqual({ [film]: '{[0,4)}' })
  await app.db.query({ text: 'delete from users where id = $1', values: [learner.userId] })
  expect(await kept()).toEqual({})
})
