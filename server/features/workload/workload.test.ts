import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditOf } from '#server/app/testing/chat-people.ts'
import type { CourseFixture } from '#server/app/testing/course-fixture.ts'
import {
  addPupil,
  handIn,
  homeworkOf,
  insertHomeworkCourse,
  judge,
  reviewOf,
} from '#server/app/testing/homework-people.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let app: TestApp
let admin: TestClient
let ann: TestClient
let bob: TestClient
let course: CourseFixture
const start = Date.parse('2026-12-02T10:00:00Z')
const hour = 3_600_000

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(start)
  course = await insertHomeworkCourse(app)
  admin = await app.signIn({ role: 'admin' })
  ann = await app.signIn({ role: 'expert' })
  bob = await app.signIn({ role: 'expert' })
})

const name = (userIds: number[], seenIds: number[], by = admin, more = {}) =>
  by.call('PUT /studio/courses/:id/experts', {
    params: { id: course.id },
    body: { user_ids: userIds, seen_ids: seenIds },
    ...more,
  })
const teaching = async () => {
  const { data } = await admin.call('GET /studio/teaching')
  return { ...data, course: data.courses.find(({ id }) => id === course.id) }
}
const seenBy = async (expert: TestClient) =>
  (await expert.call('GET /studio/reviews', { query: { course_id: course.id } })).data.map(({ id }) => id)
const claim = (expert: TestClient, id: number) => expert.call('POST /studio/reviews/:id/claim', { params: { id } })

/** A new learner's submission, handed in this many hours after the start. */
async function submission(hours = 0): Promise<number> {
  const pupil = await addPupil(app, course)
  app.clock.set(start + hours * hour)
  await handIn(pupil, homeworkOf(course, 'required'))
  return reviewOf(pupil, homeworkOf(course, 'required'))
}

test('naming an expert closes a course to the others, and taking the last one off opens it again', async () => {
  const id = await submission()
  expect(await seenBy(bob)).toEqual([id])
  expect((await name([ann.userId], [])).status).toBe(200)
  expect([await seenBy(ann), await seenBy(bob)]).toEqual([[id], []])
  expect((await claim(bob, id)).status).toBe(404)
  expect((await name([], [ann.userId])).status).toBe(200)
  expect(await seenBy(bob)).toEqual([id])
  const logged = (await auditOf(app, 'course', course.id)).map(({ action, detail }) => ({ action, detail }))
  expect(logged).toEqual([
    { action: 'course.experts', detail: { added: [ann.userId], removed: [] } },
    { action: 'course.experts', detail: { added: [], removed: [ann.userId] } },
  ])
})

test('the same twice is one change; of two administrators at once the second sees what the first has done', async () => {
  const other = await app.signIn({ role: 'admin' })
  const answers = await Promise.all([
    name([ann.userId], []),
    name([bob.userId], [], other),
    name([ann.userId, bob.userId], [], other),
  ])
  expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409, 409])
  expect(answers.map(({ data }) => data.code).filter(Boolean)).toEqual(['experts_changed', 'experts_changed'])
  const { course: now } = await teaching()
  const named = now?.expert_ids ?? []
  expect((await name(named, [])).status).toBe(200)
  expect(await auditOf(app, 'course', course.id)).toHaveLength(1)
})

test('only an active expert of the school can be named; who is blocked since stays shown until taken off', async () => {
  const learner = await app.signIn()
  const stranger = await app.signIn({ role: 'expert', brandId: 'face' })
  for (const userId of [learner.userId, stranger.userId, 2_000_000_000]) {
    const { status, data } = await name([ann.userId, userId], [])
    expect([status, data.code, Object.keys(data.errors ?? {})]).toEqual([422, 'no_expert', ['user_ids']])
  }
  await name([ann.userId], [])
  await admin.call('POST /studio/users/:id/block', { params: { id: ann.userId }, body: { reason: 'Away' } })
  const { experts, course: now } = await teaching()
  expect(now?.expert_ids).toEqual([ann.userId])
  expect(experts.find(({ id }) => id === ann.userId)?.is_active).toBe(false)
  expect(experts.find(({ id }) => id === bob.userId)?.is_active).toBe(true)
  expect(experts.some(({ id }) => id === stranger.userId)).toBe(false)
  expect((await name([bob.userId], [ann.userId])).status).toBe(200)
})

test('administrators of another school find no such course, and other staff may not name anybody', async () => {
  const stranger = await app.signIn({ role: 'admin', brandId: 'face' })
  const author = await app.signIn({ role: 'author' })
  expect((await name([], [], stranger, { appId: 'face' })).status).toBe(404)
  expect((await name([], [], author)).status).toBe(403)
  const { data } = await stranger.call('GET /studio/teaching', { appId: 'face' })
  expect(data.courses.some(({ id }) => id === course.id)).toBe(false)
})

test('what the experts of a course hold is counted by expert', async () => {
  const [first, second] = [await submission(), await submission(1)]
  await claim(ann, first)
  await claim(ann, second)
  const { rows } = await app.db.query<{ id: number }>({
    text: 'update chats set owner_id = $2 where course_id = $1 returning id',
    values: [course.id, bob.userId],
  })
  const { course: now } = await teaching()
  expect(now).toMatchObject({ waiting: 2 })
  expect(now?.holding).toEqual([
    { user_id: ann.userId, reviews: 2, chats: 0 },
    { user_id: bob.userId, reviews: 0, chats: rows.length },
  ])
})

test('every number of the workload is that of the list which it leads to [STF-20, STF-21]', async () => {
  await app.db.query({
    text: 'insert into course_experts (course_id, user_id) select id, $2 from courses where id <> $1 on conflict do nothing',
    values: [course.id, bob.userId],
  })
  await name([ann.userId], [])
  const ids = []
  for (const hours of [0, 1, 2, 40]) ids.push(await submission(hours))
  const [first = 0, second = 0, third = 0] = ids
  app.clock.set(start + 12 * hour)
  await judge(ann, first, { verdict: 'DONE' })
  app.clock.set(start + 41 * hour)
  await judge(ann, second, { verdict: 'DONE' })
  await claim(ann, third)
  const { data } = await admin.call('GET /studio/workload')
  const load = data.find(({ id }) => id === ann.userId)
  expect(load).toMatchObject({ waiting: 2, overdue: 1, held: 1, reviewed_7: 2, reviewed_30: 2, late_30: 1 })
  expect(load?.median).toBeCloseTo((26 * hour) / 1000)
  expect(load?.p90).toBeCloseTo(((12 + 28 * 0.9) * hour) / 1000)
  expect(load?.courses).toEqual([{ id: course.id, title: 'Course', waiting: 2, overdue: 1 }])
  expect(data.find(({ id }) => id === bob.userId)?.courses.some(({ id }) => id === course.id)).toBe(false)

  const listed = async (query: object) =>
    (await admin.call('GET /studio/reviews', { query: { expert_id: ann.userId, ...query } })).data.map(({ id }) => id)
  expect(await listed({ course_id: course.id })).toEqual([third, ids[3]])
  expect(await listed({ course_id: course.id, late: 'yes' })).toEqual([third])
  expect(await listed({ show: 'mine' })).toEqual([third])
  expect(await listed({ show: 'done', days: 7 })).toEqual([second, first])
  expect(await listed({ show: 'done', days: 30, late: 'yes' })).toEqual([second])
  app.clock.set(start + 200 * hour)
  expect(await listed({ show: 'done', days: 7 })).toEqual([second])
})
