import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditOf } from '#server/app/testing/chat-people.ts'
import { type CourseFixture, enrol, insertCourse } from '#server/app/testing/course-fixture.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let app: TestApp
let admin: TestClient
let author: TestClient
let course: CourseFixture

beforeAll(async () => {
  app = await startTestApp()
  app.clock.set('2026-12-10T10:00:00Z')
  admin = await app.signIn({ role: 'admin' })
  author = await app.signIn({ role: 'author' })
})
afterAll(() => app.close())
beforeEach(async () => {
  course = await insertCourse(app.db, { stages: [{ days: [{}, { isRest: true }, {}] }] })
})

const open = (body: object, by = author) =>
  by.call('POST /studio/cohorts', {
    body: { course_id: course.id, starts_on: '2027-01-04', ...body },
    ...(by === author ? {} : { appId: 'face' }),
  })
const read = async (id: number, by = author) => (await by.call('GET /studio/cohorts/:id', { params: { id } })).data

test('an author opens a cohort, which ends a month after the last day opens, and sees its days with their dates, its seats and who teaches in it [STF-04][STF-18]', async () => {
  const { data: made } = await open({ seats: 30 })
  const expert = await app.signIn({ role: 'expert' })
  await app.db.query({ text: 'insert into course_experts values ($1, $2)', values: [course.id, expert.userId] })
  const { days, ...cohort } = await read(made.id)
  expect(cohort).toEqual({
    id: made.id,
    course_id: course.id,
    course_title: 'Course',
    starts_on: '2027-01-04',
    ends_on: '2027-02-05',
    state: 'not_started',
    seats: 30,
    learners_count: 0,
    is_course_archived: false,
    experts: [{ id: expert.userId, name: expect.stringContaining('Person') as string }],
  })
  expect(days.map(day => [day.day_number, day.opens_on, day.day_of_rest])).toEqual([
    [1, '2027-01-04', false],
    [2, '2027-01-05', true],
    [3, '2027-01-06', false],
  ])
  const { data: all } = await author.call('GET /studio/cohorts')
  expect(all.find(({ id }) => id === made.id)).toEqual({ ...cohort, experts: undefined, is_course_archived: undefined })
  expect((await auditOf(app, 'cohort', made.id)).map(({ action }) => action)).toEqual(['cohort.open'])
})

test('a course that has never been published has no cohorts', async () => {
  await app.db.query({ text: 'update courses set version = 0 where id = $1', values: [course.id] })
  const { status, data } = await open({})
  expect([status, data.code, Object.keys(data.errors ?? {})]).toEqual([422, 'no_course', ['course_id']])
})

test.each([
  [{ starts_on: '2027-02-30' }, 'invalid_input', 'starts_on'],
  [{ starts_on: '2057-02-03' }, 'cohort_far', 'starts_on'],
  [{ starts_on: '2026-10-01', ends_on: '2026-12-09' }, 'cohort_over', 'ends_on'],
  [{ ends_on: '2027-01-05' }, 'cohort_short', 'ends_on'],
  [{ course_id: 987_654 }, 'no_course', 'course_id'],
])('a cohort with %j is refused: %s', async (wrong, code, field) => {
  const answer = await open(wrong)
  expect([answer.status, answer.data.code, Object.keys(answer.data.errors ?? {})]).toEqual([422, code, [field]])
})

test('a second cohort on the same day, or of another school’s course, is refused', async () => {
  await open({})
  expect((await open({})).data.code).toBe('cohort_exists')
  const elsewhere = await app.signIn({ role: 'author', brandId: 'face' })
  expect((await open({}, elsewhere)).data.code).toBe('no_course')
  const [mine] = (await author.call('GET /studio/cohorts')).data
  const params = { id: mine?.id ?? 0 }
  expect((await elsewhere.call('GET /studio/cohorts/:id', { params, appId: 'face' })).status).toBe(404)
  expect((await elsewhere.call('GET /studio/cohorts', { appId: 'face' })).data).toEqual([])
})

test('other dates move the places of all learners, with the effects shown first, and once [STF-04]', async () => {
  const anna = await app.signIn()
  const bo = await app.signIn()
  const first = await enrol(app.db, course, anna.userId, { startsOn: '2026-12-09', endsOn: '2026-12-31' })
  await enrol(app.db, course, bo.userId, { startsOn: '2026-12-09', endsOn: '2026-12-31' })
  await app.db.query({
    text: `update user_streams set ends_on = '2027-01-05' where user_id = $1`,
    values: [bo.userId],
  })
  const { rows } = await app.db.query<{ id: number }>({
    text: 'select stream_id as id from user_streams where id = $1',
    values: [first],
  })
  const params = { id: rows[0]?.id ?? 0 }
  const body = { starts_on: '2026-12-12', ends_on: '2027-01-03', seats: 5 }
  const { data: effects } = await admin.call('POST /studio/cohorts/:id/effects', { params, body })
  expect(effects.places.map(({ before, after }) => [before.open_days, after?.open_days, after?.ends_on])).toEqual([
    [1, 0, '2027-01-03'],
    [1, 0, '2027-01-08'],
  ])
  const ends = async () => (await anna.call('GET /user-course-streams/:id', { params: { id: first } })).data.ends_on
  expect(await ends()).toBe('2026-12-31')
  const put = (seal: string) => admin.call('PUT /studio/cohorts/:id', { params, body: { ...body, seal } })
  expect((await put('')).data.code).toBe('place_effects_changed')
  expect((await put(effects.seal)).data).toEqual({ changed: 2 })
  expect((await put(effects.seal)).data).toEqual({ changed: 0 })
  expect(await ends()).toBe('2027-01-03')
  expect(await read(params.id)).toMatchObject({ starts_on: '2026-12-12', seats: 5 })
  expect((await auditOf(app, 'cohort', params.id)).map(({ action }) => action)).toEqual(['cohort.change'])
  const { data: other } = await open({})
  const taken = { starts_on: '2026-12-12', ends_on: '2027-02-05', seats: null }
  const shown = await admin.call('POST /studio/cohorts/:id/effects', { params: { id: other.id }, body: taken })
  const twin = { ...taken, seal: shown.data.seal }
  const refused = await admin.call('PUT /studio/cohorts/:id', { params: { id: other.id }, body: twin })
  expect([refused.status, refused.data.code]).toEqual([409, 'cohort_exists'])
})

test('people are enrolled as long as there are seats, once, and what was refused enrols nobody [STF-04]', async () => {
  const { data: made } = await open({ seats: 2 })
  const params = { id: made.id }
  const people = await Promise.all([app.signIn(), app.signIn(), app.signIn()])
  const ids = people.map(({ userId }) => userId)
  const enrolling = (userIds: number[]) =>
    admin.call('POST /studio/cohorts/:id/learners', { params, body: { user_ids: userIds } })
  expect((await enrolling(ids)).data.code).toBe('no_seat')
  const elsewhere = await app.signIn({ brandId: 'face' })
  expect((await enrolling([elsewhere.userId])).data.code).toBe('no_person')
  expect((await read(made.id)).learners_count).toBe(0)
  const both = ids.slice(0, 2)
  const answers = await Promise.all([enrolling(both), enrolling(both)])
  expect(answers.map(({ data }) => data.enrolled).toSorted((a, b) => a - b)).toEqual([0, 2])
  expect((await people[0]?.call('GET /user-course-streams'))?.data).toMatchObject([
    { course_id: course.id, status: 'not_started', starts_on: '2027-01-04' },
  ])
  expect((await auditOf(app, 'user', both[0] ?? 0)).map(({ action }) => action)).toEqual(['learner.enrol'])
})

test('whoever is enrolled in a demo has the demo part alone, until staff open the whole course to them [STF-04]', async () => {
  const { data: made } = await open({ starts_on: '2026-12-09' })
  const learner = await app.signIn()
  const body = { user_ids: [learner.userId], is_demo: true }
  await admin.call('POST /studio/cohorts/:id/learners', { params: { id: made.id }, body })
  const place = async () => (await learner.call('GET /user-course-streams')).data[0]
  const stateOf = async () => {
    const params = { id: (await place())?.id ?? 0 }
    const { data } = await learner.call('GET /user-course-streams/:id/status', { params, expand: ['days'] })
    return data.days?.[0]?.lock_reason
  }
  expect(await place()).toMatchObject({ is_demo: true, course_full_access: false })
  expect(await stateOf()).toBe('demo')
  const asked = {
    params: { id: made.id },
    body: { action: 'full_access' as const, place_ids: [(await place())?.id ?? 0] },
  }
  const { seal } = (await admin.call('POST /studio/cohorts/:id/learners/effects', asked)).data
  await admin.call('POST /studio/cohorts/:id/learners/actions', { ...asked, body: { ...asked.body, seal } })
  expect(await place()).toMatchObject({ is_demo: true, course_full_access: true })
  expect(await stateOf()).toBeNull()
})

test('of many who are enrolled at once only as many come in as there are seats', async () => {
  const { data: made } = await open({ seats: 2 })
  const people = await Promise.all(Array.from({ length: 6 }, () => app.signIn()))
  const answers = await Promise.all(
    people.map(({ userId }) =>
      admin.call('POST /studio/cohorts/:id/learners', { params: { id: made.id }, body: { user_ids: [userId] } }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 409, 409, 409, 409])
  expect(await read(made.id)).toMatchObject({ learners_count: 2 })
})

test('a cohort opened by mistake is deleted with its codes; one that somebody was in, or that a product leads to, stays', async () => {
  const del = (id: number, appId = 'kurso', by = admin) =>
    by.call('DELETE /studio/cohorts/:id', { params: { id }, appId })
  const { data: mistaken } = await open({})
  const params = { id: mistaken.id }
  expect((await admin.call('POST /studio/cohorts/:id/codes', { params, body: {} })).status).toBe(200)
  const stranger = await app.signIn({ role: 'admin', brandId: 'face' })
  expect((await del(mistaken.id, 'face', stranger)).status).toBe(404)
  expect((await del(mistaken.id)).status).toBe(200)
  expect((await del(mistaken.id)).status).toBe(404)
  expect((await author.call('GET /studio/cohorts/:id', { params })).status).toBe(404)
  expect((await auditOf(app, 'cohort', mistaken.id)).map(({ action }) => action)).toContain('cohort.delete')
  const learner = await app.signIn()
  const { data: used } = await open({})
  const enrolled = { params: { id: used.id }, body: { user_ids: [learner.userId] } }
  expect((await admin.call('POST /studio/cohorts/:id/learners', enrolled)).data.enrolled).toBe(1)
  await app.db.query({ text: 'update user_streams set taken_out_at = now() where stream_id = $1', values: [used.id] })
  expect((await del(used.id)).data.code).toBe('cohort_in_use')
  const { data: sold } = await open({ starts_on: '2027-02-01' })
  await app.db.query({
    text: `insert into services (brand_id, type, texts, course_id, stream_id) values ('kurso', 'course_buy', '{}', $1, $2)`,
    values: [course.id, sold.id],
  })
  expect((await del(sold.id)).data.code).toBe('cohort_in_use')
})
