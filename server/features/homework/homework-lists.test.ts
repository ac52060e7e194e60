import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CourseFixture, freeze } from '#server/app/testing/course-fixture.ts'
import {
  addPupil,
  handIn,
  homeworkOf,
  insertHomeworkCourse,
  judge,
  listHomework,
  type Pupil,
  reviewOf,
} from '#server/app/testing/homework-people.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'

let app: TestApp
let course: CourseFixture
let pupil: Pupil

beforeAll(async () => {
  app = await startTestApp()
  course = await insertHomeworkCourse(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-12-02T10:00:00Z')
  pupil = await addPupil(app, course)
})

const homework = (which: Parameters<typeof homeworkOf>[1]) => homeworkOf(course, which)
const order = ['file', 'exercise', 'required', 'selfie', 'demo', 'later'] as const
const locksOf = async (one: Pupil) => (await listHomework(one)).data.map(status => status.lock_reason)

test('the tasks of the learner’s courses come in the course’s order with what they take [HWK-01, HWK-04]', async () => {
  const { data } = await pupil.client.call('GET /homework', { language: 'ru' })
  expect(data.map(({ id }) => id)).toEqual(order.map(homework))
  expect(data[1]).toEqual({
    id: homework('exercise'),
    course_id: course.id,
    stage_id: course.stages[0]?.id,
    stage_day_id: course.days[0]?.id,
    target_type: 'stage_day_homework',
    title: 'Homework по-русски',
    text: '',
    is_required: 0,
    is_demo_accessible: false,
    answer_with: 'exercise',
    is_selfie_required: false,
  })
  const scored = await pupil.client.call('GET /homework', { expand: ['scores'] })
  expect(scored.data.map(({ scores }) => scores)).toEqual([[], [], [{ amount: 50 }], [], [], [{ amount: 20 }]])
  expect(scored.data.map(task => task.is_required)).toEqual([0, 0, 1, 0, 0, 0])
  expect((await (await app.signIn()).call('GET /homework')).data).toEqual([])
  expect((await app.visitor.call('GET /homework')).status).toBe(401)
})

test('every homework of a stream has its status from the first day, under an id of its own [HWK-02, HWK-13]', async () => {
  const { data } = await listHomework(pupil, ['scores'])
  expect(data.map(status => status.homework_id)).toEqual(order.map(homework))
  expect(new Set(data.map(({ id }) => id)).size).toBe(order.length)
  expect(data[2]).toMatchObject({
    id: pupil.statusOf(homework('required')),
    target_id: homework('required'),
    target_type: 'course_stage_homework',
    stream_id: pupil.streamId,
    status: 'NOT_UPLOADED',
    is_locked: false,
    lock_reason: null,
    attempts_count: 0,
    due_at: null,
    scores: [{ amount: 50 }],
  })
  expect('scores' in ((await listHomework(pupil)).data[2] ?? {})).toBe(false)
})

test('a homework added to a course later has a status in the streams that are under way [HWK-02, HWK-13]', async () => {
  const { rows } = await app.db.query<{ id: number }>({
    text: `insert into course_homeworks (course_id, stage_id, key, texts) values ($1, $2, 'added', '{}') returning id`,
    values: [course.id, course.stages[1]?.id],
  })
  await app.db.query({ text: 'update courses set version = version + 1 where id = $1', values: [course.id] })
  const added = (await listHomework(pupil)).data.find(status => status.homework_id === rows[0]?.id)
  expect(added).toMatchObject({ id: expect.any(Number), status: 'NOT_UPLOADED' })
  await app.db.query({ text: 'delete from course_homeworks where id = $1', values: [rows[0]?.id] })
  await app.db.query({ text: 'update courses set version = version + 1 where id = $1', values: [course.id] })
  expect((await listHomework(pupil)).data).toHaveLength(order.length)
})

test('a closed stage, a demo, a stream before, after and in a freeze say why they are locked [HWK-08, HWK-09, STR-07]', async () => {
  expect(await locksOf(pupil)).toEqual([null, null, null, null, null, 'stage'])
  const demo = await addPupil(app, course, { isDemo: true })
  expect(await locksOf(demo)).toEqual(['demo', 'demo', 'demo', 'demo', null, 'demo'])
  const full = await addPupil(app, course, { isDemo: true, courseFullAccess: true })
  expect(await locksOf(full)).toEqual([null, null, null, null, null, 'stage'])
  const frozen = await addPupil(app, course)
  await freeze(app.db, frozen.streamId, '2026-12-01', '2026-12-05')
  const soon = await addPupil(app, course, { startsOn: '2026-12-20' })
  const over = await addPupil(app, course, { startsOn: '2026-11-01', endsOn: '2026-11-20' })
  for (const one of [frozen, soon, over]) expect(new Set(await locksOf(one))).toEqual(new Set(['stream']))
  const { data } = await over.client.call('GET /user-course-streams/:id/status', {
    params: { id: over.streamId },
    expand: ['homeworks'],
  })
  expect(data.homeworks?.every(({ id, is_locked }) => id !== null && is_locked)).toBe(true)
})

test('a status tells when an answer is due while one is awaited, and what an approval brought [HWK-03, HWK-07]', async () => {
  const expert = await app.signIn({ role: 'expert' })
  await handIn(pupil, homework('required'))
  const status = async () => (await listHomework(pupil, ['scores'])).data[2]
  expect(await status()).toMatchObject({ status: 'UPLOADED', attempts_count: 1, due_at: app.clock.now / 1000 + 86_400 })
  await judge(expert, await reviewOf(pupil, homework('required')), { verdict: 'DONE', points: 30 })
  expect(await status()).toMatchObject({ status: 'DONE', due_at: null, scores: [{ amount: 30 }] })
})

test('lists cost as many statements for one homework as for many, and nobody else reads them [HWK-04, SEC-02]', async () => {
  await listHomework(pupil)
  expect((await listHomework(pupil, ['scores'])).statements).toBe(2)
  expect((await pupil.client.call('GET /homework', { expand: ['scores'] })).statements).toBe(2)
  const one = { params: { streamId: pupil.streamId, statusId: pupil.statusOf(homework('required')) } }
  const call = 'GET /user-course-streams/:streamId/user-homework/:statusId'
  expect((await pupil.client.call(call, one)).statements).toBe(2)
  const list = 'GET /user-course-streams/:streamId/user-homework'
  for (const client of [await app.signIn(), await app.signIn({ role: 'expert' })])
    expect((await client.call(list, one)).status).toBe(404)
  expect((await app.visitor.call(list, one)).status).toBe(401)
})
