import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { courseSchool, plannedCourse, type PlannedDay } from '#server/app/testing/course-school.ts'
import { handIn, judge, type Pupil, readHomework, reviewOf } from '#server/app/testing/homework-people.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let app: TestApp
let school: Awaited<ReturnType<typeof courseSchool>>
let author: TestClient
let expert: TestClient
let pupil: Pupil
let courseId: number

const water = { key: 'water', title: 'Water', homeworks: [{ key: 'photo', title: 'Photo' }] }
const leaves = { key: 'leaves', title: 'Leaves' }
const cup = { key: 'cup', title: 'Cup' }

beforeAll(async () => {
  app = await startTestApp()
  app.clock.set('2026-12-10T10:00:00Z')
  school = await courseSchool(app)
  author = await app.signIn({ role: 'author' })
  expert = await app.signIn({ role: 'expert' })
})
beforeEach(async () => {
  await app.db.query({ text: 'delete from courses' })
  courseId = (await take([water, leaves])).id
  pupil = await school.pupil()
})
afterAll(async () => {
  await school.remove()
  await app.close()
})

const take = (days: readonly PlannedDay[]) => school.take(plannedCourse(days, { key: 'week' }))
const effectsOf = (version: number, id = courseId) =>
  author.call('GET /studio/courses/:id/versions/:versionId/effects', { params: { id, versionId: version } })
const bringBack = (version: number, seal: string, by = author) =>
  by.call('POST /studio/courses/:id/versions', { params: { id: courseId }, body: { version, seal } })
const versionsOf = async (id = courseId) =>
  (await author.call('GET /studio/courses/:id/versions', { params: { id } })).data
const finish = async (title: string) => {
  const params = { streamId: pupil.streamId, dayId: await school.idOf('days', title) }
  await pupil.client.call('POST /user-course-streams/:streamId/user-day-status/:dayId/start', { params })
  return pupil.client.call('POST /user-course-streams/:streamId/user-day-status/:dayId/finish', { params })
}
const progress = async () => {
  const params = { id: pupil.streamId }
  const { data } = await pupil.client.call('GET /user-course-streams/:id/status', { params, expand: ['days'] })
  return { ...data.stream.progress, days: data.days?.map(({ status }) => status) }
}
/** Everything that the course tables hold, but for versions and times. */
async function rows() {
  const tables = ['stages', 'days', 'lessons', 'homeworks', 'documents']
  const found = await Promise.all(
    tables.map(table =>
      app.db.query<{ row: object }>({
        text: `select to_jsonb(t) - 'updated_at' - 'archived_at' || jsonb_build_object('isArchived', to_jsonb(t) ->> 'archived_at' is not null) as row
          from course_${table} t where course_id = $1 order by id`,
        values: [courseId],
      }),
    ),
  )
  return found.flatMap(result => result.rows.map(({ row }) => row))
}

test('what is brought back is as it was: the days, their learners’ progress, and the homework with its submission [STF-16]', async () => {
  await finish('Water')
  await handIn(pupil, await school.idOf('homeworks', 'Photo'), { message: 'Here' })
  const [before, shown] = [await rows(), await progress()]
  await take([cup])
  expect((await progress()).days).toEqual(['none'])
  const { data } = await effectsOf(1)
  expect(data.effects).toMatchObject({ learners: 1, learners_falling: 0, submissions_kept: 0 })
  expect(data.effects.parts.map(({ key, effect, learners }) => [key, effect, learners])).toEqual([
    ['week', 'kept', 1],
    ['water', 'restored', 1],
    ['leaves', 'added', 0],
    ['cup', 'removed', 0],
    ['water-lesson-1', 'added', 0],
    ['leaves-lesson-1', 'added', 0],
    ['cup-lesson-1', 'removed', 0],
    ['photo', 'restored', 1],
  ])
  expect((await bringBack(1, data.seal)).data).toEqual({ version: 3 })
  expect(await progress()).toEqual(shown)
  const plain = (list: object[]) => list.map(row => ({ ...row, id: 0, stage_id: 0, day_id: 0 }))
  const byText = (a: object, b: object) => JSON.stringify(a).localeCompare(JSON.stringify(b))
  expect(plain(await rows()).toSorted(byText)).toEqual(plain(before).toSorted(byText))
  const review = await reviewOf(pupil, await school.idOf('homeworks', 'Photo'))
  expect((await judge(expert, review, { verdict: 'DONE' })).status).toBe(200)
  expect((await finish('Water')).data.awarded).toBe(0)
})

test('looking at effects publishes nothing, and tells the submissions that stay and whose share of days falls [STF-16]', async () => {
  await finish('Water')
  await handIn(pupil, await school.idOf('homeworks', 'Photo'), { message: 'Here' })
  await take([cup])
  await take([water, leaves])
  const before = [await rows(), await versionsOf(), await progress()]
  const { data } = await effectsOf(2)
  expect(data.effects).toMatchObject({ learners: 1, learners_falling: 1, submissions_kept: 1 })
  expect([await rows(), await versionsOf(), await progress()]).toEqual(before)
  expect((await readHomework(pupil, await school.idOf('homeworks', 'Photo'))).status).toBe(200)
})

test('every version is kept with who published it, what it did, and which one it brought back', async () => {
  await take([water, leaves, cup])
  const { data } = await effectsOf(1)
  await bringBack(1, data.seal)
  const { key, title, version, versions } = await versionsOf()
  expect([key, title, version]).toEqual(['steps', 'Steps', 3])
  expect(versions.map(one => [one.number, one.published_by, one.brought_back])).toEqual([
    [3, 'Test Person 1', 1],
    [2, null, null],
    [1, null, null],
  ])
  const touched = data.effects.parts.filter(({ effect }) => effect !== 'kept')
  expect(touched.length).toBeLessThan(data.effects.parts.length)
  expect(versions[0]?.effects).toEqual({ ...data.effects, parts: touched })
  expect(versions[1]?.effects.parts.find(part => part.key === 'cup')).toMatchObject({ effect: 'added' })
  const { data: listed } = await author.call('GET /studio/courses')
  expect(listed).toEqual([
    {
      id: courseId,
      key: 'steps',
      title: 'Steps',
      languages: ['en'],
      version: 3,
      days_count: 2,
      learners_count: 1,
      published_at: expect.any(Number),
      is_archived: false,
    },
  ])
})

test('versions come in pages, the latest first, and past the last there are none', async () => {
  await app.db.query({
    text: `insert into course_versions (course_id, number, content, content_hash, source, effects)
      select course_id, n, content, content_hash, source, effects from course_versions, generate_series(2, 45) n
      where course_id = $1 and number = 1`,
    values: [courseId],
  })
  const pageOf = async (page: number) => {
    const answer = await author.call('GET /studio/courses/:id/versions', { params: { id: courseId }, query: { page } })
    return [answer.data.versions.map(({ number }) => number), answer.headers['x-pagination-total-count']]
  }
  const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index)
  expect(await pageOf(1)).toEqual([down(45, 26), '45'])
  expect(await pageOf(3)).toEqual([down(5, 1), '45'])
  expect(await pageOf(4)).toEqual([[], '45'])
})

test('a version is brought back only with the effects that were seen, and once, however often it is asked for', async () => {
  await take([cup])
  const { data } = await effectsOf(1)
  expect((await bringBack(1, 'another')).data.code).toBe('effects_changed')
  await take([cup, leaves])
  expect(await bringBack(1, data.seal)).toMatchObject({ status: 409, data: { code: 'effects_changed' } })
  const seen = (await effectsOf(1)).data.seal
  const answers = await Promise.all([bringBack(1, seen), bringBack(1, seen), bringBack(1, seen)])
  expect(answers.map(({ status, data: { version } }) => [status, version])).toEqual(answers.map(() => [200, 4]))
  expect((await versionsOf()).versions).toHaveLength(4)
})

test('a course of another brand and a version that never was are not found', async () => {
  await app.db.query({ text: `update courses set brand_id = 'face'` })
  expect((await author.call('GET /studio/courses')).data).toEqual([])
  expect((await effectsOf(1)).status).toBe(404)
  expect((await bringBack(1, '')).status).toBe(404)
  const params = { id: courseId }
  expect((await author.call('GET /studio/courses/:id/versions', { params })).status).toBe(404)
  await app.db.query({ text: `update courses set brand_id = 'kurso'` })
  expect((await effectsOf(9)).status).toBe(404)
  expect((await bringBack(9, '')).status).toBe(404)
})

test('an import and a version that is brought back at the same moment follow each other [STF-16]', async () => {
  await take([cup])
  const { data } = await effectsOf(1)
  const [imported, answer] = await Promise.all([take([cup, leaves]), bringBack(1, data.seal)])
  const { version, versions } = await versionsOf()
  expect(versions.map(({ number }) => number)).toEqual(Array.from({ length: version }, (_, index) => version - index))
  expect([imported.version, answer.status]).toEqual(answer.status === 200 ? [4, 200] : [3, 409])
})

test('a learner reads the version that was brought back at once', async () => {
  await take([cup])
  const titles = async () => {
    const params = { id: courseId }
    const { data } = await pupil.client.call('GET /courses/:id', { params, expand: ['stages', 'stages.days'] })
    return data.stages?.flatMap(stage => stage.days?.map(({ title }) => title))
  }
  expect(await titles()).toEqual(['Cup'])
  await bringBack(1, (await effectsOf(1)).data.seal)
  expect(await titles()).toEqual(['Water', 'Leaves'])
})
