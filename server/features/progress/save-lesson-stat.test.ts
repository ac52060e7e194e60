import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CourseFixture, enrol, freeze, insertCourse } from '#server/app/testing/course-fixture.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let app: TestApp
let course: CourseFixture
let learner: TestClient
let streamId: number

const seconds = (at: string) => Date.parse(at) / 1000
const dayId = (index: number) => course.days[index]?.id ?? 0
const lessonId = (day: number, lesson: number) => course.days[day]?.lessonIds[lesson] ?? 0

beforeAll(async () => {
  app = await startTestApp()
  course = await insertCourse(app.db, { stages: [{ days: [{}, {}, { opensAfterDays: 20 }] }] })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-12-10T10:00:00Z')
  learner = await app.signIn()
  streamId = await enrol(app.db, course, learner.userId)
})

type Watching = {
  day?: number
  lesson?: number
  viewed?: number
  plays?: number
  position?: number
  at?: string
  key?: string
  client?: TestClient
  language?: 'en' | 'ru' | 'es'
  body?: Record<string, unknown>
}

function watch({
  day = 0,
  lesson = 0,
  viewed = 5,
  plays = 0,
  position,
  at,
  key,
  client = learner,
  ...rest
}: Watching = {}) {
  return client.call('POST /save-lesson-stat', {
    language: rest.language,
    idempotencyKey: key,
    body: {
      user_course_stream_id: streamId,
      stage_day_id: dayId(day),
      stage_day_lesson_set_lesson_id: lessonId(day, lesson),
      viewed_seconds: viewed,
      play_count: plays,
      ...(position !== undefined && { position_seconds: position }),
      ...(at && { occurred_at: seconds(at) }),
      ...rest.body,
    },
  })
}

async function watched(lesson = 0) {
  const { data } = await learner.call('GET /user-course-streams/:id/status', {
    params: { id: streamId },
    expand: ['lessons', 'days'],
  })
  const found = data.lessons?.find(one => one.stage_day_lesson_set_lesson_id === lessonId(0, lesson))
  return found && [found.viewed_seconds, found.play_count, found.position_seconds]
}

test('amounts add up and the answer names the day status, which watching alone does not start [PRG-03, PRG-05]', async () => {
  const first = await watch({ viewed: 30, plays: 1, position: 30, body: { day_status: 'none' } })
  expect(first.data).toEqual({ day_status_id: expect.any(Number) })
  app.clock.set('2026-12-10T10:00:12Z')
  expect((await watch({ viewed: 12, position: 42 })).data).toEqual(first.data)
  await watch({ lesson: 1, viewed: 3, plays: 2, position: 3 })
  expect([await watched(0), await watched(1)]).toEqual([
    [42, 1, 42],
    [3, 2, 3],
  ])
  const { data } = await learner.call('GET /user-course-streams/:id/status', {
    params: { id: streamId },
    expand: ['days'],
  })
  expect(data.days?.[0]).toMatchObject({ id: first.data.day_status_id, status: 'none', started_at: null })
})

test('a device that believes otherwise of the day is told where it stands, one that is right is not [PRG-03]', async () => {
  const tell = async (status?: string) => (await watch({ viewed: 2, body: { day_status: status } })).data.day_status
  const mark = (what: 'start' | 'finish') =>
    learner.call(`POST /user-course-streams/:streamId/user-day-status/:dayId/${what}`, {
      params: { streamId, dayId: dayId(0) },
      body: {},
    })
  const told = async () => [await tell(), await tell('none'), await tell('started'), await tell('finished')]
  expect(await told()).toEqual([undefined, undefined, 'none', 'none'])
  await mark('start')
  expect(await told()).toEqual([undefined, 'started', undefined, 'started'])
  await mark('finish')
  expect(await told()).toEqual([undefined, 'finished', 'finished', undefined])
  expect(await watched()).toEqual([24, 0, 0])
})

test('a repeated report counts once, even 50 at once; reports without a key are all different [PRG-05, REL-02]', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => watch({ viewed: 10, plays: 1, key: 'report 1' })))
  expect(answers.map(answer => answer.status)).toEqual(Array.from({ length: 50 }, () => 200))
  expect(new Set(answers.map(answer => answer.data.day_status_id)).size).toBe(1)
  expect(await watched()).toEqual([10, 1, 0])
  await Promise.all(Array.from({ length: 50 }, () => watch({ viewed: 1 })))
  expect(await watched()).toEqual([60, 1, 0])
})

test('one key on two lessons is two reports [PRG-05]', async () => {
  await watch({ lesson: 0, viewed: 5, key: 'same' })
  await watch({ lesson: 1, viewed: 7, key: 'same' })
  expect([await watched(0), await watched(1)]).toEqual([
    [5, 0, 0],
    [7, 0, 0],
  ])
})

test('the player’s position is the latest one, whichever report comes first [PRG-03, PLY-01]', async () => {
  await watch({ position: 90, at: '2026-12-10T09:00:00Z' })
  await watch({ position: 20, at: '2026-12-10T08:00:00Z' })
  expect((await watched())?.[2]).toBe(90)
  await watch({ at: '2026-12-10T09:30:00Z' })
  expect((await watched())?.[2]).toBe(90)
  await watch({ position: 15, at: '2026-12-10T09:30:00Z' })
  expect((await watched())?.[2]).toBe(15)
  await watch({ position: 70, at: '2031-01-01T00:00:00Z' })
  app.clock.set('2026-12-10T10:00:05Z')
  await watch({ position: 75 })
  expect((await watched())?.[2]).toBe(75)
})

test('any order and repetition of reports leads to the same [PRG-03, PRG-05]', async () => {
  const reports = fc.uniqueArray(
    fc.record({
      key: fc.stringMatching(/^[a-z0-9]{1,8}$/),
      lesson: fc.nat(1),
      viewed: fc.nat(600),
      plays: fc.nat(3),
      position: fc.option(fc.nat(600), { nil: undefined }),
      at: fc.nat(20).map(minute => new Date(Date.UTC(2026, 11, 10, 9, minute)).toISOString()),
    }),
    { selector: report => report.key, maxLength: 6 },
  )
  const sent = reports.chain(list =>
    fc.tuple(
      fc.constant(list),
      fc.tuple(fc.subarray(list), fc.infiniteStream(fc.nat())).map(([repeats, ranks]) =>
        [...list, ...repeats]
          .map(report => ({ report, rank: ranks.next().value as number }))
          .sort((a, b) => a.rank - b.rank)
          .map(({ report }) => report),
      ),
    ),
  )
  let cohort = 0
  const outcome = async (list: readonly Watching[]) => {
    const startsOn = new Date(Date.UTC(2025, 0, ++cohort)).toISOString().slice(0, 10)
    streamId = await enrol(app.db, course, learner.userId, { startsOn })
    for (const report of list) expect((await watch(report)).status).toBe(200)
    return [await watched(0), await watched(1)]
  }
  await fc.assert(
    fc.asyncProperty(sent, async ([inOrder, shuffled]) => {
      expect(await outcome(shuffled)).toEqual(await outcome(inOrder))
    }),
    { numRuns: 25 },
  )
})

test('statistics need a session and an own stream [PRG-03, SEC-02]', async () => {
  expect((await watch({ client: app.visitor })).status).toBe(401)
  expect((await watch({ client: await app.signIn() })).status).toBe(404)
  expect(await watched()).toBeUndefined()
})

test.each([
  ['en', 'The day has no such lesson', 'This day is not open yet'],
  ['ru', 'В этом дне нет такого урока', 'Этот день ещё не открыт'],
  ['es', 'El día no tiene esa lección', 'Este día aún no está abierto'],
] as const)(
  'a lesson of another day and a locked day are refused in %s [PRG-03]',
  async (language, foreign, locked) => {
    const other = await watch({ language, body: { stage_day_lesson_set_lesson_id: lessonId(1, 0) } })
    expect([other.status, other.data.code, other.data.errors]).toEqual([
      422,
      'lesson_not_in_day',
      { stage_day_lesson_set_lesson_id: [foreign] },
    ])
    const later = await watch({ day: 2, language })
    expect([later.status, later.data.code, later.data.message]).toEqual([409, 'day_locked', locked])
  },
)

test.each([
  ['viewed_seconds', -1],
  ['viewed_seconds', 86_401],
  ['viewed_seconds', '5'],
  ['viewed_seconds', 1.5],
  ['play_count', -1],
  ['play_count', 1001],
  ['position_seconds', -1],
  ['day_status', 'asleep'],
  ['stage_day_id', null],
  ['occurred_at', 'yesterday'],
])('%s of %j is refused by name [PRG-03, SEC-07]', async (field, value) => {
  const answer = await watch({ body: { [field]: value } })
  expect([answer.status, Object.keys(answer.data.errors ?? {})]).toEqual([422, [field]])
})

test('what was watched offline before the stream ended counts afterwards [PRG-05]', async () => {
  app.clock.set('2027-01-01T08:00:00Z')
  expect((await watch()).data.code).toBe('day_locked')
  expect((await watch({ viewed: 50, at: '2026-12-31T20:00:00Z' })).status).toBe(200)
  expect((await watched())?.[0]).toBe(50)
})

test('the first report of a day is checked in full, later ones within a minute take one statement [PRF-02]', async () => {
  const counts = [await watch(), await watch({ lesson: 1 }), await watch(), await watch({ day: 1 })]
  expect(counts.map(answer => answer.statements)).toEqual([3, 2, 2, 3])
})

test('a day that closes while it is watched refuses reports a minute later [PRG-03]', async () => {
  expect((await watch()).status).toBe(200)
  await freeze(app.db, streamId, '2026-12-10', '2026-12-12')
  app.clock.set('2026-12-10T10:01:01Z')
  expect((await watch()).data.code).toBe('day_locked')
})

test('one learner cannot report for another, cached or not [SEC-02]', async () => {
  expect((await watch()).status).toBe(200)
  const stranger = await app.signIn()
  expect((await watch({ client: stranger })).status).toBe(404)
})
