import { afterAll, beforeAll, expect, test } from 'vitest'
import { enrol, insertCourse } from '#server/app/testing/course-fixture.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { insertPassedHomework } from '#server/features/homework/queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  app.clock.set('2026-12-10T10:00:00Z')
})
afterAll(() => app.close())

const figures = ['scores_amount', 'viewed_hours', 'completed_courses', 'completed_tasks', 'viewed_lessons'] as const

async function figuresOf(client: TestClient) {
  const { data } = await client.call('GET /user', { expand: figures })
  return figures.map(name => data[name])
}

test('what a learner has done is counted from their records: points, hours, courses, homework and lessons', async () => {
  const stages = [
    {
      days: [
        { score: 25, lessons: 2 },
        { score: 15, lessons: 1 },
      ],
      homeworks: [{}, {}],
    },
  ]
  const [course, other] = [await insertCourse(app.db, { stages }), await insertCourse(app.db, { stages })]
  const [learner, stranger] = [await app.signIn(), await app.signIn()]
  const streamId = await enrol(app.db, course, learner.userId)
  const again = await enrol(app.db, course, learner.userId, { startsOn: '2026-12-02' })
  await enrol(app.db, other, learner.userId)
  const mark = (stream: number, what: 'start' | 'finish', day: number) =>
    learner.call(`POST /user-course-streams/:streamId/user-day-status/:dayId/${what}`, {
      params: { streamId: stream, dayId: course.days[day]?.id ?? 0 },
      body: {},
    })
  const watch = (stream: number, day: number, lesson: number, viewed_seconds: number) =>
    learner.call('POST /save-lesson-stat', {
      body: {
        user_course_stream_id: stream,
        stage_day_id: course.days[day]?.id ?? 0,
        stage_day_lesson_set_lesson_id: course.days[day]?.lessonIds[lesson] ?? 0,
        viewed_seconds,
        play_count: 1,
      },
    })
  for (const day of [0, 1]) {
    await mark(streamId, 'start', day)
    if (day === 0) expect(await figuresOf(learner)).toEqual([0, 0, 0, 0, 0])
    await mark(streamId, 'finish', day)
    if (day === 0) expect(await figuresOf(learner)).toEqual([25, 0, 0, 0, 0])
  }
  await watch(streamId, 0, 0, 90)
  await watch(streamId, 1, 0, 5400)
  await watch(streamId, 0, 1, 0)
  // The same lesson in another stream is more time and no other lesson.
  await watch(again, 0, 0, 30)
  await insertPassedHomework(app.db, streamId, course.stages[0]?.homeworkIds[0] ?? 0)
  expect(await figuresOf(learner)).toEqual([40, 1.5333, 1, 1, 2])
  expect(await figuresOf(stranger)).toEqual([0, 0, 0, 0, 0])
})
