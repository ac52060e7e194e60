import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CourseFixture, enrol, insertCourse } from '#server/app/testing/course-fixture.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { statusExpansions } from '#shared/features/streams/contract.ts'

let app: TestApp
let course: CourseFixture
let learner: TestClient
let streamId: number

const dayId = (index: number) => course.days[index]?.id ?? 0
const seconds = (at: string) => Date.parse(at) / 1000

beforeAll(async () => {
  app = await startTestApp()
  course = await insertCourse(app.db, {
    stages: [
      {
        days: [{}, { isRequired: true }, { isRest: true }],
        homeworks: [{ isRequired: true, isDemoAccessible: true }, { onDay: 1 }],
      },
      { days: [{ isDemoAccessible: true }, { opensAfterDays: 20 }] },
    ],
  })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-12-10T10:00:00Z')
  learner = await app.signIn()
  streamId = await enrol(app.db, course, learner.userId)
})

const status = (expand: readonly string[] = [], id = streamId, client = learner, language?: 'en' | 'ru' | 'es') =>
  client.call('GET /user-course-streams/:id/status', { params: { id }, expand, language })
const mark = (what: 'start' | 'finish', index: number) =>
  learner.call(`POST /user-course-streams/:streamId/user-day-status/:dayId/${what}`, {
    params: { streamId, dayId: dayId(index) },
    body: {},
  })
async function complete(index: number) {
  await mark('start', index)
  expect((await mark('finish', index)).status).toBe(200)
}
const watch = (index: number, lesson: number, viewedSeconds: number) =>
  learner.call('POST /save-lesson-stat', {
    body: {
      user_course_stream_id: streamId,
      stage_day_id: dayId(index),
      stage_day_lesson_set_lesson_id: course.days[index]?.lessonIds[lesson] ?? 0,
      viewed_seconds: viewedSeconds,
      play_count: 1,
      position_seconds: viewedSeconds,
    },
  })

test('only what was requested is returned [STR-04, CRS-07]', async () => {
  expect(Object.keys((await status()).data)).toEqual(['stream'])
  expect(Object.keys((await status(['stages', 'weather'])).data).sort()).toEqual(['stages', 'stream'])
  expect(Object.keys((await status(statusExpansions)).data).sort()).toEqual(['stream', ...statusExpansions].sort())
})

test('the status says where the stream stands [STR-03, STR-04]', async () => {
  await complete(0)
  expect((await status()).data.stream).toMatchObject({
    id: streamId,
    status: 'open',
    progress: { days_count: 4, complete_days_count: 1, progress: 25, homework_sent_back: 0 },
    user_course_stream_freeze: null,
  })
})

test('every day has its state, lock and marks [STR-04, STR-10, PRG-07]', async () => {
  await complete(0)
  await mark('start', 1)
  const days = (await status(['days'])).data.days ?? []
  expect(days.map(day => [day.stage_day_id, day.state, day.lock_reason, day.status, day.opens_on])).toEqual([
    [dayId(0), 'done', null, 'finished', '2026-12-01'],
    [dayId(1), 'current', null, 'started', '2026-12-02'],
    [dayId(2), 'rest', 'previous_day', 'none', '2026-12-03'],
    [dayId(3), 'locked', 'homework', 'none', '2026-12-04'],
    [dayId(4), 'locked', 'homework', 'none', '2026-12-21'],
  ])
  expect(days.map(day => [day.is_open_by_time_delay, day.is_locked])).toEqual([
    [true, false],
    [true, false],
    [true, true],
    [true, true],
    [false, true],
  ])
  const at = seconds('2026-12-10T10:00:00Z')
  expect(days.map(day => [day.started_at, day.finished_at])).toEqual([
    [at, at],
    [at, null],
    [null, null],
    [null, null],
    [null, null],
  ])
  expect(days.map(day => day.stage_id)).toEqual(course.days.map(day => day.stageId))
  expect(days[4]?.id).toBeNull()
  await complete(1)
  const locks = (await status(['days'])).data.days?.map(day => day.lock_reason)
  expect(locks).toEqual([null, null, null, 'homework', 'homework'])
})

test('a stage is open when one of its days is [STR-04]', async () => {
  const stages = async () => (await status(['stages'])).data.stages
  expect(await stages()).toEqual([
    { stage_id: course.stages[0]?.id, status: 'open' },
    { stage_id: course.stages[1]?.id, status: 'close' },
  ])
  app.clock.set('2026-11-30T10:00:00Z')
  expect((await stages())?.map(stage => stage.status)).toEqual(['close', 'close'])
})

test('watched lessons come with their amounts and position [STR-04, PRG-03]', async () => {
  expect((await status(['lessons'])).data.lessons).toEqual([])
  await watch(0, 1, 40)
  expect((await status(['lessons'])).data.lessons).toEqual([
    {
      stage_day_lesson_set_lesson_id: course.days[0]?.lessonIds[1],
      stage_day_id: dayId(0),
      viewed_seconds: 40,
      play_count: 1,
      position_seconds: 40,
    },
  ])
})

test('homeworks come with their status, and a demo locks those it does not contain [STR-04, STR-07]', async () => {
  const [required = 0, ofDay = 0] = course.stages[0]?.homeworkIds ?? []
  await app.db.query({
    text: `update user_homeworks set status = 'UPLOADED' where user_stream_id = $1 and homework_id = $2`,
    values: [streamId, ofDay],
  })
  expect((await status(['homeworks'])).data.homeworks).toEqual([
    {
      id: expect.any(Number),
      target_id: required,
      target_type: 'course_stage_homework',
      status: 'NOT_UPLOADED',
      is_locked: false,
    },
    {
      id: expect.any(Number),
      target_id: ofDay,
      target_type: 'stage_day_homework',
      status: 'UPLOADED',
      is_locked: false,
    },
  ])
  const demo = await enrol(app.db, course, learner.userId, { startsOn: '2026-12-02', isDemo: true })
  const full = await enrol(app.db, course, learner.userId, {
    startsOn: '2026-12-03',
    isDemo: true,
    courseFullAccess: true,
  })
  const locks = async (id: number) => (await status(['homeworks'], id)).data.homeworks?.map(one => one.is_locked)
  expect(await locks(demo)).toEqual([false, true])
  expect(await locks(full)).toEqual([false, false])
})

test('a stream says how much homework was sent back, wherever its progress is asked for', async () => {
  const [required = 0, ofDay = 0] = course.stages[0]?.homeworkIds ?? []
  await app.db.query({
    text: `update user_homeworks set status = case homework_id when $2 then 'FAIL' else 'UPLOADED' end
           where user_stream_id = $1 and homework_id in ($2, $3)`,
    values: [streamId, required, ofDay],
  })
  const expand = ['progress'] as const
  const listed = (await learner.call('GET /user-course-streams', { expand })).data
  const one = (await learner.call('GET /user-course-streams/:id', { params: { id: streamId }, expand })).data
  const counts = [...listed, one, (await status()).data.stream].map(({ progress }) => progress.homework_sent_back)
  expect(counts).toEqual([1, 1, 1])
})

test('a demo shows its own days only [STR-07]', async () => {
  const demo = await enrol(app.db, course, learner.userId, { startsOn: '2026-12-02', isDemo: true })
  const days = (await status(['days'], demo)).data.days
  expect(days?.map(day => day.lock_reason)).toEqual(['demo', 'demo', 'demo', null, 'demo'])
})

test('the current day is shown in the learner’s language and moves on [STR-04]', async () => {
  const current = async (language?: 'en' | 'ru' | 'es') => {
    const { data } = await status(['current_training_stage_id', 'current_training_day'], streamId, learner, language)
    expect(data.current_training_stage_id).toBe(data.current_training_day?.stage_id)
    return data.current_training_day
  }
  expect(await current()).toEqual({
    stage_id: course.stages[0]?.id,
    stage_day_id: dayId(0),
    title: 'Day 1',
    excerpt: 'About Day 1',
  })
  expect((await current('ru'))?.title).toBe('Day 1 по-русски')
  expect((await current('es'))?.title).toBe('Day 1 en español')
  await complete(0)
  expect((await current())?.title).toBe('Day 2')
  app.clock.set('2026-11-30T10:00:00Z')
  const { data } = await status(['current_training_stage_id', 'current_training_day'])
  expect(data).toMatchObject({ current_training_stage_id: null, current_training_day: null })
})

test('a status needs a session and an own stream [STR-04, SEC-02]', async () => {
  expect((await status([], streamId, app.visitor)).status).toBe(401)
  expect((await status(statusExpansions, streamId, await app.signIn())).status).toBe(404)
  expect((await status([], 987_654)).status).toBe(404)
})

test('the whole status takes two statements, whatever was done [PRF-02, STR-04]', async () => {
  await status()
  expect((await status(statusExpansions)).statements).toBe(2)
  await complete(0)
  await watch(0, 0, 10)
  await watch(0, 1, 10)
  await complete(1)
  expect((await status(statusExpansions)).statements).toBe(2)
})

test('a day says how much of it was watched [PRG-02]', async () => {
  await watch(0, 0, 30)
  await watch(0, 0, 12)
  const { id } = (await mark('start', 0)).data
  const progress = (client = learner, dayStatusId = id, stream = streamId) =>
    client.call('GET /user-course-streams/:streamId/user-day-status/:dayStatusId/progress', {
      params: { streamId: stream, dayStatusId },
    })
  const half = await progress()
  expect(half.data).toEqual({
    id,
    stage_day_id: dayId(0),
    lessons_count: 2,
    viewed_lessons_count: 1,
    viewed_seconds: 42,
    progress: 50,
  })
  expect(half.statements).toBe(2)
  await watch(0, 1, 0)
  expect((await progress()).data.progress).toBe(50)
  await watch(0, 1, 5)
  expect((await progress()).data).toMatchObject({ viewed_lessons_count: 2, viewed_seconds: 47, progress: 100 })
  expect((await progress(app.visitor)).status).toBe(401)
  expect((await progress(await app.signIn())).status).toBe(404)
  expect((await progress(learner, 987_654)).status).toBe(404)
  const other = await enrol(app.db, course, learner.userId, { startsOn: '2026-12-02' })
  expect((await progress(learner, id, other)).status).toBe(404)
})
