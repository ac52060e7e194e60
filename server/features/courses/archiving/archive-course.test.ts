import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enrol, insertCourse } from '#server/app/testing/course-fixture.ts'
import { newServiceBody } from '#server/app/testing/shop-writes.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let app: TestApp
let admin: TestClient
let course: number

beforeAll(async () => {
  app = await startTestApp()
  app.clock.set('2026-12-02T10:00:00Z')
  admin = await app.signIn({ role: 'admin' })
})
afterAll(() => app.close())
beforeEach(async () => {
  course = (await insertCourse(app.db, { stages: [{ days: [{}] }] })).id
})

const put = (state: 'current' | 'archived', by = admin, id = course) =>
  by.call('PUT /studio/courses/:id/state', { params: { id }, body: { state } })
const effects = async (id = course) =>
  (await admin.call('GET /studio/courses/:id/archive-effects', { params: { id } })).data
const open = (startsOn: string) =>
  admin.call('POST /studio/cohorts', { body: { course_id: course, starts_on: startsOn } })
const codeOf = async (cohortId: number) =>
  (await admin.call('POST /studio/cohorts/:id/codes', { params: { id: cohortId }, body: {} })).data
async function product(is_extension = false) {
  const body = { ...newServiceBody, course_id: course, access_days: is_extension ? 7 : null, is_extension }
  return (await admin.call('POST /studio/services', { body })).data.id
}
const show = (id: number, state: 'shown' | 'hidden' = 'shown') =>
  admin.call('PUT /studio/services/:id/state', { params: { id }, body: { state } })
const logged = async () =>
  (
    await app.db.query<{ action: string }>({
      text: `select action from audit_log where target_type = 'course' and target_id = $1 order by id`,
      values: [course],
    })
  ).rows.map(({ action }) => action)

test('what archiving a course means is said first, and nothing is changed by asking [STF-24]', async () => {
  expect(await effects()).toEqual({
    uses: [],
    learners: 0,
    cohorts_open: 0,
    cohorts_coming: 0,
    codes: 0,
    orders_waiting: 0,
  })
  const learner = await app.signIn()
  await enrol(app.db, { id: course }, learner.userId, { startsOn: '2026-12-01' })
  const coming = (await open('2026-12-20')).data.id
  await codeOf(coming)
  expect(await effects()).toMatchObject({ learners: 1, cohorts_open: 1, cohorts_coming: 1, codes: 1 })
  expect((await admin.call('GET /studio/courses')).data.find(({ id }) => id === course)?.is_archived).toBe(false)
})

test('learners keep an archived course, and nobody new gets it until it is brought back [STF-24]', async () => {
  const learner = await app.signIn()
  await enrol(app.db, { id: course }, learner.userId, { startsOn: '2026-12-01' })
  const cohort = (await open('2026-12-20')).data.id
  const { code } = await codeOf(cohort)
  const newcomer = await app.signIn()
  expect((await put('archived')).data).toEqual({ state: 'archived' })
  expect((await put('archived')).data).toEqual({ state: 'archived' })
  expect(await logged()).toEqual(['course.archive'])
  const own = async () => (await learner.call('GET /courses')).data.map(({ id }) => id)
  expect(await own()).toContain(course)
  const enrolled = () =>
    admin.call('POST /studio/cohorts/:id/learners', { params: { id: cohort }, body: { user_ids: [newcomer.userId] } })
  const listed = () => {
    const people = [{ line: 1, name: 'Ann', email: 'ann@example.com', phone: '' }]
    return admin.call('POST /studio/cohorts/:id/people', { params: { id: cohort }, body: { people } })
  }
  const join = () => newcomer.call('POST /enrolment', { body: { code } })
  const newCode = () => admin.call('POST /studio/cohorts/:id/codes', { params: { id: cohort }, body: {} })
  for (const write of [() => open('2026-12-25'), enrolled, listed, newCode])
    expect((await write()).data).toMatchObject({ code: 'course_archived' })
  expect((await open('2026-12-25')).data.errors).toEqual({ course_id: [expect.any(String)] })
  expect((await join()).data).toMatchObject({ code: 'code_withdrawn' })
  expect((await admin.call('GET /studio/cohorts/:id', { params: { id: cohort } })).data.is_course_archived).toBe(true)
  const { data } = await admin.call('GET /studio/courses/:id/versions', { params: { id: course } })
  expect(data.is_archived).toBe(true)
  expect((await put('current')).status).toBe(200)
  expect(await logged()).toEqual(['course.archive', 'course.restore'])
  expect((await join()).status).toBe(200)
  expect((await open('2026-12-25')).status).toBe(200)
})

test('a course that is sold or is the demo cannot be archived, and it is said where it is used [STF-24]', async () => {
  const sold = await product()
  const extension = await product(true)
  await show(extension)
  expect((await show(sold)).status).toBe(200)
  expect((await effects()).uses).toEqual([{ kind: 'product', id: sold, title: 'A course' }])
  expect((await put('archived')).data).toMatchObject({ code: 'course_in_use' })
  expect((await effects()).uses).toHaveLength(1)
  await show(sold, 'hidden')
  expect((await put('archived')).status).toBe(200)
  expect((await show(sold)).data).toMatchObject({ code: 'course_archived' })
  await show(extension, 'hidden')
  expect((await show(extension)).status, 'what learners have can be made longer').toBe(200)
  await put('current')
  await app.db.query({ text: `update courses set key = 'morning-practice' where id = $1`, values: [course] })
  expect((await effects()).uses).toEqual([{ kind: 'demo', id: null, title: '' }])
  expect((await put('archived')).data).toMatchObject({ code: 'course_in_use' })
})

test('an archived course and a product of it that are changed at the same time exclude each other [STF-24]', async () => {
  for (let round = 0; round < 5; round++) {
    course = (await insertCourse(app.db, { stages: [{ days: [{}] }] })).id
    const sold = await product()
    const [archived, shown] = await Promise.all([put('archived'), show(sold)])
    expect(new Set([archived.status, shown.status])).toEqual(new Set([200, 409]))
  }
})

test('whoever is enrolled, and what is made, while a course is being archived waits, and is refused [STF-24]', async () => {
  const cohort = (await open('2026-12-20')).data.id
  const params = { id: cohort }
  const { code } = await codeOf(cohort)
  const newcomer = await app.signIn()
  const people = [{ line: 1, name: 'Ann', email: 'late@example.com', phone: '' }]
  const writes: [() => Promise<{ data: unknown }>, refusal: string][] = [
    [
      () => admin.call('POST /studio/cohorts/:id/learners', { params, body: { user_ids: [newcomer.userId] } }),
      'course_archived',
    ],
    [() => admin.call('POST /studio/cohorts/:id/people', { params, body: { people } }), 'course_archived'],
    [() => admin.call('POST /studio/cohorts/:id/codes', { params, body: {} }), 'course_archived'],
    [() => newcomer.call('POST /enrolment', { body: { code } }), 'code_withdrawn'],
    [() => open('2026-12-25'), 'course_archived'],
  ]
  const begun: Promise<{ data: unknown }>[] = []
  await app.db.inTransaction(async tx => {
    await tx.query({ text: 'update courses set archived_at = now() where id = $1', values: [course] })
    begun.push(...writes.map(([write]) => write()))
    // Long enough for each of them to have been answered without waiting.
    await new Promise(resolve => setTimeout(resolve, 500))
  })
  const answers = await Promise.all(begun)
  expect(answers.map(({ data }) => (data as { code?: string }).code)).toEqual(writes.map(([, refusal]) => refusal))
  const { rows } = await app.db.query({
    text: `select count(*)::int as places, (select count(*)::int from users where email = 'late@example.com') as people,
        (select count(*)::int from enrolment_codes where stream_id = $1) as codes from user_streams where stream_id = $1`,
    values: [cohort],
  })
  expect(rows).toEqual([{ places: 0, people: 0, codes: 1 }])
})

test('what was done before its course was archived is answered again as it was [STF-24]', async () => {
  const cohort = (await open('2026-12-20')).data.id
  const params = { id: cohort }
  const newcomer = await app.signIn()
  const body = { ends_on: '2026-12-02' }
  const code = () => admin.call('POST /studio/cohorts/:id/codes', { params, body, idempotencyKey: 'sent twice' })
  const enrolled = () =>
    admin.call('POST /studio/cohorts/:id/learners', { params, body: { user_ids: [newcomer.userId] } })
  const people = [{ line: 1, name: 'Ann', email: 'once@example.com', phone: '' }]
  const listed = () => admin.call('POST /studio/cohorts/:id/people', { params, body: { people } })
  const made = await code()
  expect([(await enrolled()).data.enrolled, (await listed()).data.enrolled]).toEqual([1, 1])
  await put('archived')
  app.clock.now += 36 * 3_600_000
  try {
    expect((await code()).data).toEqual(made.data)
    expect([(await enrolled()).data.enrolled, (await listed()).data.enrolled]).toEqual([0, 0])
    const other = { params, body, idempotencyKey: 'another' }
    expect((await admin.call('POST /studio/cohorts/:id/codes', other)).data).toMatchObject({ code: 'course_archived' })
  } finally {
    app.clock.now -= 36 * 3_600_000
  }
})

test('only administrators archive courses, those of their school that are published [STF-24]', async () => {
  expect((await put('archived', await app.signIn({ role: 'author' }))).status).toBe(403)
  const elsewhere = (await insertCourse(app.db, { brandId: 'face', stages: [{ days: [{}] }] })).id
  expect((await put('archived', admin, elsewhere)).status).toBe(404)
  const id = '11111111-1111-4111-8111-111111111112'
  const draft = (await admin.call('POST /studio/courses', { body: { id, title: 'Tea', language: 'en' } })).data.id
  expect((await put('archived', admin, draft)).status).toBe(404)
})
