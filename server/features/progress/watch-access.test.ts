import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CourseFixture, enrol, freeze, insertCourse } from '#server/app/testing/course-fixture.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import { mayWatchMedia } from './watch-access.ts'

let app: TestApp
let course: CourseFixture
let learner: Actor
let made = 0

const now = Date.parse('2026-12-02T10:00:00Z')
const may = (mediaId: number, at = now) => mayWatchMedia(app.db, learner, mediaId, at)

async function insertMedia(): Promise<number> {
  const { rows } = await app.db.query<{ id: number }>({
    text: `insert into media (key, type, name, mime, files) values ($1, 1, 'clip', 'video/mp4', '{}') returning id`,
    values: [`clip-${++made}`],
  })
  return rows[0]?.id ?? 0
}

/** A new video in one of the slots of a day's first lesson. */
async function videoIn(dayIndex: number, slot = 'video_id') {
  const id = await insertMedia()
  await app.db.query({
    text: `update course_lessons set ${slot} = $1
           where id = (select lesson_id from course_lesson_set_lessons where id = $2)`,
    values: [id, course.days[dayIndex]?.lessonIds[0]],
  })
  return id
}

beforeAll(async () => {
  app = await startTestApp()
  course = await insertCourse(app.db, { stages: [{ days: [{}, { isDemoAccessible: true }, {}] }] })
})
afterAll(() => app.close())
beforeEach(async () => {
  const { userId } = await app.signIn()
  learner = { userId, sessionId: 1, brandId: 'kurso', role: 'learner', timezone: 'UTC' }
})

test.each(['video_id', 'description_video_id', 'vertical_video_id', 'vertical_description_video_id'])(
  'a %s is watched once its day is open [STR-07, GRD-10]',
  async slot => {
    const [open, later] = [await videoIn(0, slot), await videoIn(2, slot)]
    expect(await may(open)).toBe(false)
    await enrol(app.db, course, learner.userId)
    expect([await may(open), await may(later)]).toEqual([true, false])
    expect(await may(later, Date.parse('2026-12-03T00:00:00Z'))).toBe(true)
  },
)

test('a demo shows the videos of its own days only [STR-07]', async () => {
  const [closed, shown] = [await videoIn(0), await videoIn(1)]
  await enrol(app.db, course, learner.userId, { isDemo: true })
  expect([await may(closed), await may(shown)]).toEqual([false, true])
})

test('nothing is watched before a stream begins, while it is frozen or after it has ended [STR-03]', async () => {
  const video = await videoIn(0)
  const id = await enrol(app.db, course, learner.userId)
  await freeze(app.db, id, '2026-12-05', '2026-12-06')
  const at = (instant: string) => may(video, Date.parse(instant))
  expect(await at('2026-11-30T10:00:00Z')).toBe(false)
  expect(await at('2026-12-04T10:00:00Z')).toBe(true)
  expect(await at('2026-12-05T10:00:00Z')).toBe(false)
  expect(await at('2027-01-02T23:00:00Z')).toBe(true)
  expect(await at('2027-01-03T00:00:00Z')).toBe(false)
})

test('a document opens with the stream, in a demo only where the course says so; a demo video for all of the course [CRS-01, STR-07]', async () => {
  const [document, demoVideo] = [await insertMedia(), await insertMedia()]
  await app.db.query({
    text: `insert into course_documents (course_id, key, sort, texts, media_id) values ($1, $2, 1, '{}', $3)`,
    values: [course.id, `document-${made}`, document],
  })
  await app.db.query({ text: 'update courses set demo_video_id = $2 where id = $1', values: [course.id, demoVideo] })
  expect([await may(document), await may(demoVideo)]).toEqual([false, false])
  await enrol(app.db, course, learner.userId, { isDemo: true })
  expect([await may(document), await may(demoVideo)]).toEqual([true, true])
  await app.db.query({
    text: 'update courses set is_demo_documents_accessible = false where id = $1',
    values: [course.id],
  })
  expect([await may(document), await may(demoVideo)]).toEqual([false, true])
  await enrol(app.db, course, learner.userId, { startsOn: '2026-12-02' })
  expect(await may(document)).toBe(true)
})
