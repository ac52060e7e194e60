import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { handIn, judge, listHomework, type Pupil, readHomework, reviewOf } from '../testing/homework-people.ts'
import { insertPassedHomework } from '#server/features/homework/queries.ts'
import { insertDayStart } from '#server/features/progress/queries.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import type { TestClient } from '../testing/test-client.ts'
import { courseSchool, plannedCourse } from '../testing/course-school.ts'

let app: TestApp
let school: Awaited<ReturnType<typeof courseSchool>>
let pupil: Pupil
let expert: TestClient

const days = [
  { title: 'Water', lessons: ['Boil', 'Pour'], homeworks: ['Photo', 'Diary'] },
  { title: 'Leaves', homeworks: ['Photo'] },
  { title: 'Cup' },
]
const [water, leaves, cup] = days as [(typeof days)[0], (typeof days)[0], (typeof days)[0]]

beforeAll(async () => {
  app = await startTestApp()
  app.clock.set('2026-12-10T10:00:00Z')
  school = await courseSchool(app)
  expert = await app.signIn({ role: 'expert' })
})
beforeEach(async () => {
  await school.take(plannedCourse(days))
  pupil = await school.pupil()
})
afterEach(() => app.db.query({ text: 'delete from courses' }))
afterAll(async () => {
  await school.remove()
  await app.close()
})

async function report(what: 'start' | 'finish', title: string) {
  const params = { streamId: pupil.streamId, dayId: await school.idOf('days', title) }
  return pupil.client.call(`POST /user-course-streams/:streamId/user-day-status/:dayId/${what}`, { params })
}
const finish = async (title: string) => {
  await report('start', title)
  return report('finish', title)
}
async function statuses() {
  const params = { id: pupil.streamId }
  const { data } = await pupil.client.call('GET /user-course-streams/:id/status', { params, expand: ['days'] })
  const titles = await app.db.query<{ id: number; title: string }>({
    text: `select id, texts -> 'en' ->> 'title' as title from course_days`,
  })
  const titleOf = new Map(titles.rows.map(({ id, title }) => [id, title]))
  const progress = data.stream.progress.complete_days_count
  return { days: data.days?.map(day => [titleOf.get(day.stage_day_id), day.status]), progress }
}
const balance = async () => (await pupil.client.call('GET /user-score/amount')).data.amount
const waiting = async () => (await expert.call('GET /studio/reviews')).data.map(({ homework_title }) => homework_title)
const photo = () => school.idOf('homeworks', 'Photo')
const diary = () => school.idOf('homeworks', 'Diary')

test('the homework that left the file stays in the queue, is answered, and gives its points [CRS-11]', async () => {
  await handIn(pupil, await diary(), { message: 'My week' })
  const review = await reviewOf(pupil, await diary())
  const { effects } = await school.take(plannedCourse([{ ...water, homeworks: ['Photo'] }, leaves, cup]))
  expect(effects.filter(({ effect }) => effect === 'archived')).toMatchObject([
    { kind: 'homework', key: 'day-1-homework-2', learners: 1 },
  ])
  expect(await waiting()).toEqual(['Diary'])
  const opened = await expert.call('GET /studio/reviews/:id', { params: { id: review } })
  expect(opened.data).toMatchObject({ homework: { title: 'Diary' }, points: 20, attempts: [{ id: review }] })
  expect((await listHomework(pupil)).data).toHaveLength(2)
  expect((await judge(expert, review, { verdict: 'FAIL', message: 'Longer' })).status).toBe(200)
  expect((await readHomework(pupil, await diary())).data.status.status).toBe('FAIL')
  expect((await handIn(pupil, await diary(), { message: 'My whole week' })).status).toBe(200)
  expect((await judge(expert, await reviewOf(pupil, await diary()), { verdict: 'DONE' })).status).toBe(200)
  expect(await balance()).toBe(20)
})

test('the exercise that was handed in keeps its name when its lesson leaves the file [CRS-11]', async () => {
  const course = plannedCourse(days)
  const { data } = await readHomework(pupil, await diary())
  const exercise = data.exercises.find(({ title }) => title === 'Boil')
  await handIn(pupil, await diary(), { message: 'Done', exercise_id: exercise?.id ?? 0 })
  await school.take(plannedCourse([{ ...water, lessons: ['Pour'] }, leaves, cup]))
  expect((await readHomework(pupil, await diary())).data.attempts[0]?.exercise).toEqual(exercise)
  await school.take(course)
  expect((await readHomework(pupil, await diary())).data.exercises).toEqual(data.exercises)
})

test('a finished day that left the file comes back finished and is not paid twice [CRS-11]', async () => {
  await finish('Water')
  const before = await school.idOf('days', 'Water')
  const { effects } = await school.take(plannedCourse([leaves, cup]))
  expect(effects).toContainEqual(
    expect.objectContaining({ kind: 'day', key: 'day-1', effect: 'archived', learners: 1 }),
  )
  expect(await statuses()).toEqual({
    days: [
      ['Leaves', 'none'],
      ['Cup', 'none'],
    ],
    progress: 0,
  })
  expect((await report('finish', 'Water')).status).toBe(404)
  const back = await school.take(plannedCourse([leaves, water, cup]))
  expect(back.effects).toContainEqual(expect.objectContaining({ kind: 'day', key: 'day-1', effect: 'restored' }))
  expect(await school.idOf('days', 'Water')).toBe(before)
  expect(await statuses()).toEqual({
    days: [
      ['Leaves', 'none'],
      ['Water', 'finished'],
      ['Cup', 'none'],
    ],
    progress: 1,
  })
  expect((await finish('Water')).data.awarded).toBe(0)
  expect(await balance()).toBe(10)
})

test('a day that left the file counts nowhere as done [CRS-11]', async () => {
  await finish('Water')
  await school.take(plannedCourse([cup]))
  const { data: streams } = await pupil.client.call('GET /user-course-streams', { expand: ['progress'] })
  expect(streams[0]?.progress).toEqual({ days_count: 1, complete_days_count: 0, progress: 0, homework_sent_back: 0 })
  const user = await pupil.client.call('GET /user', { expand: ['completed_courses'] })
  expect(user.data).toMatchObject({ completed_courses: 0 })
  const admin = await app.signIn({ role: 'admin' })
  const person = await admin.call('GET /studio/learners/:id', { params: { id: pupil.client.userId } })
  expect(person.data.places).toMatchObject([{ days_done: 0 }])
})

test('a day put in front moves nobody’s progress, with keys or without [CRS-11]', async () => {
  await finish('Water')
  await handIn(pupil, await photo(), { message: 'Here' })
  const welcome = { title: 'Welcome', homeworks: ['Photo'] }
  const { effects } = await school.take(plannedCourse([welcome, ...days]))
  expect(effects.filter(({ effect }) => effect === 'added').map(({ kind, titles }) => [kind, titles['en']])).toEqual([
    ['day', 'Welcome'],
    ['lesson', 'About Welcome'],
    ['homework', 'Photo'],
  ])
  const inOrder = [
    ['Welcome', 'none'],
    ['Water', 'finished'],
    ['Leaves', 'none'],
    ['Cup', 'none'],
  ]
  expect((await statuses()).days).toEqual(inOrder)
  const handedIn = (await listHomework(pupil)).data.map(({ status }) => status)
  expect(handedIn).toEqual(['NOT_UPLOADED', 'UPLOADED', 'NOT_UPLOADED', 'NOT_UPLOADED'])
  await school.take(plannedCourse([{ title: 'Hello' }, welcome, { ...water, key: 'day-1' }, leaves, cup]))
  expect((await statuses()).days).toEqual([['Hello', 'none'], ...inOrder])
})

test('importing the same file again changes nothing, also after parts were archived [CRS-11]', async () => {
  await finish('Water')
  for (const course of [plannedCourse(days), plannedCourse([leaves, cup])]) {
    const first = await school.take(course)
    expect(await school.take(course)).toMatchObject({ change: 'unchanged', version: first.version, effects: [] })
  }
})

test('what nobody worked on is deleted, and a course in the making is renamed freely [CRS-11]', async () => {
  const { effects } = await school.take(plannedCourse([{ ...water, title: 'Hot water' }, cup]))
  expect(new Set(effects.map(({ effect }) => effect))).toEqual(new Set(['kept', 'changed', 'removed']))
  const { rows } = await app.db.query({ text: 'select key from course_days order by key' })
  expect(rows).toEqual([{ key: 'day-1' }, { key: 'day-3' }])
})

test.each([
  ['a renamed day', [{ ...water, title: 'Hot water' }, leaves, cup], 'stages[0].days[0]', /day-1 \(Water\)/],
  [
    'a renamed homework',
    [{ ...water, homeworks: ['Picture', 'Diary'] }, leaves, cup],
    'homeworks[0]',
    /day-1-homework-1/,
  ],
  ['a day given another key', [{ ...water, key: 'water' }, leaves, cup], 'stages[0].days[0].key', /day-1 until now/],
  ['a second day of one title', [water, { title: 'Water' }, cup], 'stages[0].days[1]', /more or fewer/],
])('%s is refused with its line, and changes nothing [CRS-11]', async (_name, changed, place, reason) => {
  await finish('Water')
  await handIn(pupil, await photo(), { message: 'Here' })
  const refused = school.take(plannedCourse(changed))
  await expect(refused).rejects.toThrow(reason)
  await expect(refused).rejects.toThrow(/course\.json:\d+: /)
  await expect(refused).rejects.toThrow(place)
  expect((await statuses()).days?.[0]).toEqual(['Water', 'finished'])
  expect(await waiting()).toEqual(['Photo'])
})

test('a renamed day with its key is the same day [CRS-11]', async () => {
  await finish('Water')
  await school.take(plannedCourse([{ ...water, key: 'day-1', title: 'Hot water' }, leaves, cup]))
  expect((await statuses()).days?.[0]).toEqual(['Hot water', 'finished'])
})

test('a lesson moved to another set of its day keeps what was watched [CRS-11]', async () => {
  const { rows } = await app.db.query<{ id: number }>({
    text: `select sl.id from course_lesson_set_lessons sl join course_lessons l on l.id = sl.lesson_id
           where l.texts -> 'en' ->> 'title' = 'Pour'`,
  })
  const place = rows[0]?.id ?? 0
  const body = {
    user_course_stream_id: pupil.streamId,
    stage_day_id: await school.idOf('days', 'Water'),
    stage_day_lesson_set_lesson_id: place,
    viewed_seconds: 30,
    play_count: 1,
  }
  await pupil.client.call('POST /save-lesson-stat', { body })
  const course = plannedCourse(days)
  const [day] = course.stages[0]?.days ?? []
  const boil = { title: { en: 'Boil' } }
  const pour = { title: { en: 'Pour' } }
  if (day) day.lessonSets = [{ lessons: [pour] }, { lessons: [boil] }]
  await school.take(course)
  const watched = async () =>
    (await app.db.query({ text: 'select lesson_set_lesson_id as id, viewed_seconds from lesson_statistics' })).rows
  expect(await watched()).toEqual([{ id: place, viewed_seconds: 30 }])
  if (day) day.lessonSets = [{ lessons: [boil] }]
  await school.take(course)
  expect(await watched()).toEqual([{ id: place, viewed_seconds: 30 }])
})

test('two imports at once follow each other, and nothing is lost to either [CRS-11]', async () => {
  await finish('Water')
  const [without, withIt] = [plannedCourse([leaves, cup]), plannedCourse(days)]
  await school.take(without)
  const second = await courseSchool(app)
  await Promise.all([school.take(withIt), second.take(without), school.take(withIt)])
  await school.take(withIt)
  expect((await statuses()).days?.[0]).toEqual(['Water', 'finished'])
  await second.remove()
})

test.each(['a homework', 'a day'])(
  'what is being written of %s while the import takes it away is kept [CRS-11]',
  async what => {
    const [streamId, homeworkId, dayId] = [pupil.streamId, await diary(), await school.idOf('days', 'Cup')]
    const taking = await app.db.inTransaction(async tx => {
      if (what === 'a homework') await insertPassedHomework(tx, streamId, homeworkId)
      else
        await insertDayStart(tx, {
          userStreamId: streamId,
          key: 'start',
          selfieId: null,
          dayId,
          occurredAtSeconds: app.clock.now / 1000,
        })
      const import_ = school.take(plannedCourse([{ ...water, homeworks: ['Photo'] }, leaves]))
      await expect.poll(isAnybodyWaiting).toBe(true)
      return { import_ }
    })
    const { effects } = await taking.import_
    const archived = effects.filter(({ effect }) => effect === 'archived').map(({ titles }) => titles['en'])
    expect(archived).toEqual([what === 'a homework' ? 'Diary' : 'Cup'])
  },
)

async function isAnybodyWaiting() {
  const { rows } = await app.db.query({
    text: `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  })
  return rows.length > 0
}

const titles = ['Water', 'Leaves', 'Cup', 'Milk', 'Sugar'] as const
const some = (all: readonly string[]) => fc.shuffledSubarray([...all], { minLength: 1 })
const edit = fc.record({
  days: some(titles),
  homeworks: fc.array(some(['Photo', 'Diary', 'Taste']), { minLength: 5, maxLength: 5 }),
  lessons: fc.array(some(['Boil', 'Pour', 'Wait']), { minLength: 5, maxLength: 5 }),
  worked: fc.tuple(fc.constantFrom(...titles), fc.constantFrom('Photo', 'Diary', 'Taste')),
  /** Which earlier version comes back afterwards, counted from the latest. */
  back: fc.option(fc.nat(3), { freq: 2 }),
})

test('no edit of a course and no version brought back lowers what learners have done [CRS-11]', {
  timeout: 60_000,
}, async () => {
  const counts = async () => {
    const { rows } = await app.db.query<Record<string, number>>({
      text: `select (select count(*)::int from homework_attempts) as attempts,
               (select count(*)::int from day_statuses where finished_at is not null) as finished,
               (select coalesce(sum(amount), 0)::int from user_scores) as points,
               (select coalesce(sum(viewed_seconds), 0)::int from lesson_statistics) as watched`,
    })
    return rows[0] ?? {}
  }
  let taken = 0
  let broughtBack = 0
  const author = await app.signIn({ role: 'author' })
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(edit, { minLength: 3, maxLength: 6 }), async (isKeyed, edits) => {
      await app.db.query({ text: 'delete from courses' })
      let isFirst = true
      for (const { days: chosen, homeworks, lessons, worked, back } of edits) {
        const keyOf = (...names: string[]) => (isKeyed ? { key: names.join('-').toLowerCase() } : {})
        const planned = chosen.map((title, at) => ({
          ...keyOf(title),
          title,
          lessons: lessons[at] ?? [],
          homeworks: (homeworks[at] ?? []).map(name => ({ ...keyOf(title, name), title: name })),
        }))
        const before = await counts()
        const result = await school.take(plannedCourse(planned)).catch((error: Error) => error)
        if (result instanceof Error) expect(result.message).toMatch(/needs a key/)
        else taken++
        expect(await counts()).toEqual(before)
        if (isFirst) pupil = await school.pupil()
        isFirst = false
        await workOn(...worked)
        if (back === null) continue
        const done = await counts()
        if (await bringBack(author, back)) broughtBack++
        expect(await counts()).toEqual(done)
      }
    }),
    { numRuns: 15 },
  )
  expect(taken).toBeGreaterThan(20)
  expect(broughtBack).toBeGreaterThan(5)
})

/** Publishes again what the only course was `back` versions before its latest; answers whether there is one. */
async function bringBack(author: TestClient, back: number): Promise<boolean> {
  const { data: courses } = await author.call('GET /studio/courses')
  const [{ id, version: latest } = { id: 0, version: 0 }] = courses
  const version = latest - back
  if (version < 1) return false
  const params = { id, versionId: version }
  const { data } = await author.call('GET /studio/courses/:id/versions/:versionId/effects', { params })
  const body = { version, seal: data.seal }
  expect((await author.call('POST /studio/courses/:id/versions', { params: { id }, body })).status).toBe(200)
  return true
}

/** Finishes a day of the course, watches its first lesson and hands its homework in, as far as it has them now. */
async function workOn(title: string, homework: string) {
  const done = await finish(title)
  const { rows } = await app.db.query<{ day: number; place: number; homework: number | null }>({
    text: `select d.id as day, sl.id as place, h.id as homework
           from course_days d join course_lesson_sets s on s.day_id = d.id
           join course_lesson_set_lessons sl on sl.lesson_set_id = s.id and sl.archived_at is null
           left join course_homeworks h on h.day_id = d.id and h.archived_at is null and h.texts -> 'en' ->> 'title' = $2
           where d.archived_at is null and d.texts -> 'en' ->> 'title' = $1 limit 1`,
    values: [title, homework],
  })
  const [found] = rows
  if (!found) return
  expect(done.status).toBe(200)
  const body = { user_course_stream_id: pupil.streamId, stage_day_id: found.day, viewed_seconds: 5, play_count: 1 }
  await pupil.client.call('POST /save-lesson-stat', { body: { ...body, stage_day_lesson_set_lesson_id: found.place } })
  const { data } = await listHomework(pupil)
  const status = data.find(({ homework_id }) => homework_id === found.homework)
  if (status) await handIn({ ...pupil, statusOf: () => status.id }, status.homework_id, { message: 'Done' })
}
