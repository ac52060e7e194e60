import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CourseFixture, enrol, insertCourse } from '#server/app/testing/course-fixture.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let app: TestApp
let course: CourseFixture
let learner: TestClient
let streamId: number

beforeAll(async () => {
  app = await startTestApp()
  course = await insertCourse(app.db, { stages: [{ days: [{}, {}] }] })
})
afterAll(() => app.close())
beforeEach(async () => {
  // A Wednesday.
  app.clock.set('2026-11-04T10:00:00Z')
  learner = await app.signIn()
  streamId = await enrol(app.db, course, learner.userId, { startsOn: '2026-11-02', endsOn: '2027-02-01' })
})

const activity = async (client = learner) => (await client.call('GET /activity')).data

/** Begins the first day at an instant. */
async function begin(at: string) {
  app.clock.set(at)
  const params = { streamId, dayId: course.days[0]?.id ?? 0 }
  await learner.call('POST /user-course-streams/:streamId/user-day-status/:dayId/start', { params, body: {} })
}

/** Watches a lesson of the first day, as a device does that reports after each few seconds. */
async function watch(seconds: number, at: string) {
  app.clock.set(at)
  const [day] = course.days
  const answer = await learner.call('POST /save-lesson-stat', {
    idempotencyKey: at,
    body: {
      user_course_stream_id: streamId,
      stage_day_id: day?.id,
      stage_day_lesson_set_lesson_id: day?.lessonIds[0],
      viewed_seconds: seconds,
      play_count: 1,
    },
  })
  expect(answer.status).toBe(200)
}

test('nobody who has just begun has any activity [PRO-12]', async () => {
  expect(await activity()).toEqual({ from: '2026-08-17', days: [], active_days: 0 })
})

test('watching is added up by the days of the learner’s own calendar, for twelve weeks from a Monday on [PRO-12]', async () => {
  await app.db.query({ text: `update users set timezone = 'Asia/Tokyo' where id = $1`, values: [learner.userId] })
  await begin('2026-11-04T12:00:00Z')
  // In Tokyo it is the next day already.
  await watch(90, '2026-11-04T15:10:00Z')
  await watch(30, '2026-11-04T16:10:00Z')
  // A day before the twelve weeks is counted, and told no more.
  await app.db.query({
    text: `insert into active_days (course_id, on_date, user_id) values ($1, '2026-08-16', $2)`,
    values: [course.id, learner.userId],
  })
  app.clock.set('2026-11-06T10:00:00Z')
  expect(await activity()).toEqual({
    from: '2026-08-17',
    days: [
      { date: '2026-11-04', seconds: 0 },
      { date: '2026-11-05', seconds: 120 },
    ],
    active_days: 3,
  })
})

test('the activity of another learner is their own [PRO-12]', async () => {
  await begin('2026-11-04T12:00:00Z')
  expect((await activity(await app.signIn())).active_days).toBe(0)
})
