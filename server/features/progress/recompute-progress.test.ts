import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CourseFixture, enrol, insertCourse } from '#server/app/testing/course-fixture.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { foldProgress, type ProgressEvent } from './testing/fold-progress.ts'
import type { Database } from '#server/platform/database/database.ts'
import { recomputeProgress } from './recompute-progress.ts'

let app: TestApp
let course: CourseFixture
let learner: TestClient
let cohort = 0

const noon = Date.parse('2026-12-10T12:00:00Z')

beforeAll(async () => {
  app = await startTestApp()
  app.clock.set(noon)
  course = await insertCourse(app.db, { stages: [{ days: [{}, {}] }] })
  learner = await app.signIn()
})
afterAll(() => app.close())

function newStream() {
  return enrol(app.db, course, learner.userId, {
    startsOn: new Date(Date.UTC(2025, 0, ++cohort)).toISOString().slice(0, 10),
  })
}

/** Events as devices report them: any day, a lesson of it, within the last hours; one key, one event. */
const events = fc.uniqueArray(
  fc
    .record({
      day: fc.nat(1),
      lesson: fc.nat(1),
      kind: fc.constantFrom('day_started', 'day_finished', 'lesson_viewed', 'lesson_viewed'),
      key: fc.stringMatching(/^[a-z0-9]{1,6}$/),
      minutesAgo: fc.nat(30),
      viewed: fc.nat(900),
      plays: fc.nat(2),
      position: fc.nat(900),
    })
    .map(plan => ({ ...plan, occurredAt: noon - plan.minutesAgo * 60_000 })),
  { selector: plan => plan.key, maxLength: 10 },
)
type Plan = typeof events extends fc.Arbitrary<(infer P)[]> ? P : never

function eventOf({ day, lesson, kind, key, occurredAt, viewed, plays, position }: Plan): ProgressEvent {
  const dayId = course.days[day]?.id ?? 0
  if (kind !== 'lesson_viewed') return { kind, key, dayId, occurredAt }
  const lessonSetLessonId = course.days[day]?.lessonIds[lesson] ?? 0
  return {
    kind,
    key,
    dayId,
    occurredAt,
    lessonSetLessonId,
    viewedSeconds: viewed,
    playCount: plays,
    positionSeconds: position,
  }
}

async function send(streamId: number, event: ProgressEvent) {
  const occurred_at = event.occurredAt / 1000
  if (event.kind !== 'lesson_viewed') {
    const what = event.kind === 'day_started' ? 'start' : 'finish'
    return learner.call(`POST /user-course-streams/:streamId/user-day-status/:dayId/${what}`, {
      params: { streamId, dayId: event.dayId },
      body: { occurred_at },
      idempotencyKey: event.key,
    })
  }
  return learner.call('POST /save-lesson-stat', {
    idempotencyKey: event.key,
    body: {
      user_course_stream_id: streamId,
      stage_day_id: event.dayId,
      stage_day_lesson_set_lesson_id: event.lessonSetLessonId,
      viewed_seconds: event.viewedSeconds,
      play_count: event.playCount,
      position_seconds: event.positionSeconds,
      occurred_at,
    },
  })
}

async function derived(streamId: number) {
  const days = await app.db.query({
    text: 'select day_id, started_at, finished_at, id from day_statuses where user_stream_id = $1 order by day_id',
    values: [streamId],
  })
  const lessons = await app.db.query({
    text: 'select * from lesson_statistics where user_stream_id = $1 order by lesson_set_lesson_id',
    values: [streamId],
  })
  return { days: days.rows, lessons: lessons.rows }
}

async function asFolded(streamId: number) {
  const { days, lessons } = await derived(streamId)
  const ms = (at: Date | null) => at?.getTime()
  return {
    days: days
      .map(day => [day['day_id'], ms(day['started_at']), ms(day['finished_at'])])
      .filter(([, started, finished]) => started !== undefined || finished !== undefined),
    lessons: lessons.map(lesson => [
      lesson['lesson_set_lesson_id'],
      lesson['viewed_seconds'],
      lesson['play_count'],
      lesson['position_seconds'],
    ]),
  }
}

function folded(list: ProgressEvent[]) {
  const { days, lessons } = foldProgress(list)
  const byId = (a: unknown[], b: unknown[]) => Number(a[0]) - Number(b[0])
  return {
    days: [...days].map(([id, day]) => [id, day.startedAt, day.finishedAt]).sort(byId),
    lessons: [...lessons].map(([id, one]) => [id, one.viewedSeconds, one.playCount, one.positionSeconds]).sort(byId),
  }
}

test('progress follows from the events, in any order and repetition, and recomputing gives the same [PRG-03, PRG-06, REL-02]', async () => {
  const reported = events.chain(plans =>
    fc.tuple(fc.constant(plans), fc.shuffledSubarray(plans, { minLength: plans.length }), fc.subarray(plans)),
  )
  await fc.assert(
    fc.asyncProperty(reported, async ([plans, shuffled, repeated]) => {
      const streamId = await newStream()
      const accepted = new Set<string>()
      for (const plan of [...shuffled, ...repeated])
        if ((await send(streamId, eventOf(plan))).status === 200) accepted.add(plan.key)
      const before = await derived(streamId)
      expect(await asFolded(streamId)).toEqual(folded(plans.filter(plan => accepted.has(plan.key)).map(eventOf)))
      await recomputeProgress(app.db, streamId)
      expect(await derived(streamId)).toEqual(before)
    }),
    { numRuns: 25 },
  )
})

test('recomputing repairs what was changed, lost or invented, and keeps the ids of day statuses [PRG-06, REL-02]', async () => {
  const streamId = await newStream()
  const at = { occurredAt: noon - 60_000 }
  const [first, second] = course.days
  const view = { kind: 'lesson_viewed', viewedSeconds: 9, playCount: 1, positionSeconds: 9 } as const
  await send(streamId, { kind: 'day_started', key: 'a', dayId: first?.id ?? 0, ...at })
  await send(streamId, { kind: 'day_finished', key: 'b', dayId: first?.id ?? 0, ...at })
  for (const lessonSetLessonId of first?.lessonIds ?? [])
    await send(streamId, { ...view, key: `c${lessonSetLessonId}`, dayId: first?.id ?? 0, lessonSetLessonId, ...at })
  const before = await derived(streamId)
  const lost = first?.lessonIds[0]
  const damage: [text: string, ...values: unknown[]][] = [
    ['update day_statuses set finished_at = null, started_at = now() where user_stream_id = $1'],
    ['delete from lesson_statistics where user_stream_id = $1 and lesson_set_lesson_id = $2', lost],
    ['update lesson_statistics set viewed_seconds = 1, position_seconds = 0 where user_stream_id = $1'],
    ['insert into day_statuses (user_stream_id, day_id, started_at) values ($1, $2, now())', second?.id],
    [
      'insert into lesson_statistics (user_stream_id, day_id, lesson_set_lesson_id, viewed_seconds) values ($1, $2, $3, 5)',
      second?.id,
      second?.lessonIds[0],
    ],
  ]
  for (const [text, ...values] of damage) await app.db.query({ text, values: [streamId, ...values] })
  expect(await derived(streamId)).not.toEqual(before)
  await recomputeProgress(app.db, streamId)
  expect(await derived(streamId)).toEqual(before)
})

test('a report that comes while a stream is recomputed waits and is counted once [REL-02]', async () => {
  const streamId = await newStream()
  const [day] = course.days
  const view = (key: string) =>
    send(streamId, {
      kind: 'lesson_viewed',
      key,
      dayId: day?.id ?? 0,
      lessonSetLessonId: day?.lessonIds[0] ?? 0,
      viewedSeconds: 10,
      playCount: 1,
      positionSeconds: 10,
      occurredAt: noon,
    })
  await view('before')
  let meanwhile: ReturnType<typeof view> | undefined
  const paused: Database = {
    ...app.db,
    inTransaction: work =>
      app.db.inTransaction(tx =>
        work({
          async query(config) {
            if (config.name === 'set-derived-progress') {
              meanwhile = view('meanwhile')
              await expect.poll(waitsForLock).toBe(true)
            }
            return tx.query(config)
          },
        }),
      ),
  }
  await recomputeProgress(paused, streamId)
  expect((await meanwhile)?.status).toBe(200)
  expect((await asFolded(streamId)).lessons.map(([, viewed, plays]) => [viewed, plays])).toEqual([[20, 2]])
})

async function waitsForLock(): Promise<boolean> {
  const { rows } = await app.db.query({
    text: `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  })
  return rows.length > 0
}

test('50 reports and ten recomputings at once lose and double nothing [REL-02]', async () => {
  const streamId = await newStream()
  const [day] = course.days
  const reports = Array.from({ length: 60 }, (_, index) =>
    send(streamId, {
      kind: 'lesson_viewed',
      key: `report ${index % 50}`,
      dayId: day?.id ?? 0,
      lessonSetLessonId: day?.lessonIds[index % 2] ?? 0,
      viewedSeconds: 10,
      playCount: 1,
      positionSeconds: index,
      occurredAt: noon - index * 1000,
    }),
  )
  const repairs = Array.from({ length: 10 }, () => recomputeProgress(app.db, streamId))
  await Promise.all([...reports, ...repairs])
  expect((await asFolded(streamId)).lessons.map(([, viewed, plays]) => [viewed, plays])).toEqual([
    [250, 25],
    [250, 25],
  ])
})

test('a missing stream is nothing to recompute [REL-02]', async () => {
  await expect(recomputeProgress(app.db, 987_654)).resolves.toBeUndefined()
})
