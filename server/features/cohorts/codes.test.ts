import { afterAll, beforeAll, expect, test } from 'vitest'
import { newKey } from '#server/app/testing/chat-people.ts'
import { type CourseFixture, insertCourse } from '#server/app/testing/course-fixture.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let app: TestApp
let admin: TestClient
let course: CourseFixture
let starts = 0
beforeAll(async () => {
  app = await startTestApp()
  app.clock.set('2026-12-02T10:00:00Z')
  admin = await app.signIn({ role: 'admin' })
  course = await insertCourse(app.db, { stages: [{ days: [{}, {}] }] })
})
afterAll(() => app.close())

/** A cohort of its own, with so many seats. */
async function openCohort(seats: number | null = null) {
  const starts_on = `2026-12-${String(++starts + 2).padStart(2, '0')}`
  const { data } = await admin.call('POST /studio/cohorts', { body: { course_id: course.id, starts_on, seats } })
  return { params: { id: data.id } }
}
type Cohort = Awaited<ReturnType<typeof openCohort>>
type Limits = { name?: string; seats?: number; ends_on?: string; is_demo?: boolean }
const codeOf = async (cohort: Cohort, body: Limits = {}) =>
  (await admin.call('POST /studio/cohorts/:id/codes', { ...cohort, body, idempotencyKey: newKey() })).data
const join = (by: TestClient, code: string) => by.call('POST /enrolment', { body: { code } })
const check = (by: TestClient, code: string) => by.call('POST /enrolment/check', { body: { code } })
const refusals = async (by: TestClient, code: string, appId = 'kurso') => [
  (await by.call('POST /enrolment/check', { body: { code }, appId })).data.code,
  (await by.call('POST /enrolment', { body: { code }, appId })).data.code,
]
const countOf = async (cohort: Cohort) => (await admin.call('GET /studio/cohorts/:id', cohort)).data.learners_count

test('a learner sees what a code lets them join, joins once, and staff see who joined by it [STF-18]', async () => {
  const cohort = await openCohort()
  const made = await codeOf(cohort, { name: ' Spring class ', seats: 3, ends_on: '2026-12-20' })
  expect(made.code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/)
  expect(made).toMatchObject({ name: 'Spring class', seats: 3, ends_on: '2026-12-20', used: 0, withdrawn_at: null })
  const learner = await app.signIn()
  const typed = made.code.toLowerCase().replace('-', ' ')
  expect((await check(learner, typed)).data).toMatchObject({
    course_title: 'Course',
    state: 'not_started',
    is_demo: false,
    stream_id: null,
  })
  expect(await countOf(cohort), 'to look writes nothing').toBe(0)
  const joined = await join(learner, typed)
  expect(joined.status).toBe(200)
  const { data: streams } = await learner.call('GET /user-course-streams')
  expect(streams.map(({ id }) => id)).toEqual([joined.data.stream_id])
  expect((await join(learner, made.code)).data).toEqual(joined.data)
  expect((await check(learner, made.code)).data.stream_id).toBe(joined.data.stream_id)
  const { data: codes } = await admin.call('GET /studio/cohorts/:id/codes', cohort)
  expect(codes).toMatchObject([{ id: made.id, code: made.code, used: 1, author: { id: admin.userId } }])
  const by = { params: { ...cohort.params, codeId: made.id } }
  expect((await admin.call('GET /studio/cohorts/:id/codes/:codeId/learners', by)).data).toMatchObject([
    { id: learner.userId },
  ])
})

test('a code says that its cohort is open from the first day on, by the calendar of who asks', async () => {
  const cohort = await openCohort()
  const { code } = await codeOf(cohort)
  const { starts_on } = (await admin.call('GET /studio/cohorts/:id', cohort)).data
  const eastern = await app.signIn()
  const text = `update users set timezone = 'Pacific/Auckland' where id = $1`
  await app.db.query({ text, values: [eastern.userId] })
  app.clock.set(Date.parse(`${starts_on}T00:00:00Z`) - 1)
  const states = async () => [(await check(learner, code)).data.state, (await check(eastern, code)).data.state]
  const learner = await app.signIn()
  expect(await states()).toEqual(['not_started', 'open'])
  app.clock.set(`${starts_on}T00:00:00Z`)
  expect(await states()).toEqual(['open', 'open'])
  app.clock.set('2026-12-02T10:00:00Z')
})

test('a code that is withdrawn, over, full, of another school or unknown says so; who is in is led in all the same [STF-18]', async () => {
  const cohort = await openCohort()
  const [open, withdrawn, short, narrow] = [
    await codeOf(cohort),
    await codeOf(cohort),
    await codeOf(cohort, { ends_on: '2026-12-02' }),
    await codeOf(cohort, { seats: 1 }),
  ]
  const first = await app.signIn()
  const place = (await join(first, narrow.code)).data.stream_id
  const params = { ...cohort.params, codeId: withdrawn.id }
  const withdraw = () => admin.call('POST /studio/cohorts/:id/codes/:codeId/withdraw', { params })
  const [once, twice] = [await withdraw(), await withdraw()]
  expect(once.data.withdrawn_at).toBeGreaterThan(0)
  expect(twice.data).toEqual(once.data)
  app.clock.set('2026-12-03T10:00:00Z')
  const learner = await app.signIn()
  const both = (code: string) => [code, code]
  expect(await refusals(learner, withdrawn.code)).toEqual(both('code_withdrawn'))
  expect(await refusals(learner, short.code)).toEqual(both('code_over'))
  expect(await refusals(learner, narrow.code)).toEqual(both('code_full'))
  expect(await refusals(learner, 'AAAA-AAAA')).toEqual(both('code_unknown'))
  const trial = await app.signIn()
  await app.db.query({ text: 'update users set is_trial = true where id = $1', values: [trial.userId] })
  expect(await refusals(trial, open.code)).toEqual(both('code_unknown'))
  const elsewhere = await app.signIn({ brandId: 'face' })
  expect(await refusals(elsewhere, narrow.code, 'face')).toEqual(both('code_unknown'))
  for (const { code } of [withdrawn, short, narrow])
    expect((await join(first, code)).data).toEqual({ stream_id: place })
  const early = await admin.call('POST /studio/cohorts/:id/codes', { ...cohort, body: { ends_on: '2026-12-01' } })
  expect([early.status, early.data.code, Object.keys(early.data.errors ?? {})]).toEqual([
    422,
    'code_ends_early',
    ['ends_on'],
  ])
  app.clock.set('2027-02-20T10:00:00Z')
  expect(await refusals(await app.signIn(), open.code)).toEqual(both('cohort_ended'))
  app.clock.set('2026-12-02T10:00:00Z')
})

test('seats of a code and of a cohort are never given twice, however many join at once [STF-18]', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => app.signIn()))
  const roomy = await openCohort()
  const three = await codeOf(roomy, { seats: 3 })
  const byCode = await Promise.all(people.map(one => join(one, three.code)))
  expect(byCode.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(await countOf(roomy)).toBe(3)
  const tight = await openCohort(2)
  const [one, another] = [await codeOf(tight), await codeOf(tight)]
  const byCohort = await Promise.all(people.map((who, at) => join(who, (at % 2 ? one : another).code)))
  expect(byCohort.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(new Set(byCohort.flatMap(({ status, data }) => (status === 200 ? [] : [data.code])))).toEqual(
    new Set(['cohort_full']),
  )
  expect(await countOf(tight)).toBe(2)
})

test('two devices at once get one place; a demo code gives the demo; who was taken out asks the school', async () => {
  const cohort = await openCohort()
  const demo = await codeOf(cohort, { is_demo: true })
  const learner = await app.signIn()
  const [here, there] = await Promise.all([join(learner, demo.code), join(learner, demo.code)])
  expect(there.data).toEqual(here.data)
  expect((await learner.call('GET /user-course-streams')).data).toMatchObject([{ is_demo: true }])
  const { rows } = await app.db.query({ text: 'select from enrolments_by_code where code_id = $1', values: [demo.id] })
  expect(rows).toHaveLength(1)
  const asked = { ...cohort, body: { place_ids: [here.data.stream_id], action: 'take_out' } as const }
  const { data } = await admin.call('POST /studio/cohorts/:id/learners/effects', asked)
  const done = { ...asked, body: { ...asked.body, seal: data.seal } }
  expect((await admin.call('POST /studio/cohorts/:id/learners/actions', done)).status).toBe(200)
  expect(await refusals(learner, demo.code)).toEqual(['taken_out', 'taken_out'])
})

test('a code of the whole course makes a demo place in that cohort whole, once, also in the last seat', async () => {
  const cohort = await openCohort(1)
  const [demo, whole] = [await codeOf(cohort, { is_demo: true }), await codeOf(cohort, { seats: 1 })]
  const learner = await app.signIn()
  const { data: place } = await join(learner, demo.code)
  await app.db.query({ text: 'update user_streams set ends_on = starts_on where id = $1', values: [place.stream_id] })
  expect((await check(learner, whole.code)).data, 'it offers what they do not have').toMatchObject({
    stream_id: null,
    is_demo: false,
  })
  const [here, there] = await Promise.all([join(learner, whole.code), join(learner, whole.code)])
  expect([here.data, there.data]).toEqual([place, place])
  const { data: found } = await admin.call('GET /studio/cohorts/:id', cohort)
  expect((await learner.call('GET /user-course-streams')).data).toMatchObject([
    { id: place.stream_id, is_demo: false, ends_on: found.ends_on },
  ])
  const { data: codes } = await admin.call('GET /studio/cohorts/:id/codes', cohort)
  expect(codes.map(({ id, used }) => [id, used])).toEqual([
    [whole.id, 1],
    [demo.id, 1],
  ])
  expect((await join(learner, demo.code)).data, 'the demo’s code takes nothing back').toEqual(place)
  expect((await learner.call('GET /user-course-streams')).data).toMatchObject([{ is_demo: false }])
})

test('a demo that staff have opened wholly or stopped is left as it is by a code, which keeps its seat', async () => {
  for (const change of ['course_full_access = true', 'stopped_at = now()']) {
    const cohort = await openCohort()
    const [demo, whole] = [await codeOf(cohort, { is_demo: true }), await codeOf(cohort, { seats: 1 })]
    const learner = await app.signIn()
    const { data: place } = await join(learner, demo.code)
    await app.db.query({ text: `update user_streams set ${change} where id = $1`, values: [place.stream_id] })
    expect((await join(learner, whole.code)).data).toEqual(place)
    const { data: codes } = await admin.call('GET /studio/cohorts/:id/codes', cohort)
    expect(codes.find(({ id }) => id === whole.id)?.used, change).toBe(0)
  }
})

test('codes are an administrator’s, of their own school; what is done with them is logged', async () => {
  const cohort = await openCohort()
  const key = newKey()
  const make = () => admin.call('POST /studio/cohorts/:id/codes', { ...cohort, body: {}, idempotencyKey: key })
  const [one, again] = await Promise.all([make(), make()])
  expect(again.data).toEqual(one.data)
  const author = await app.signIn({ role: 'author' })
  expect((await author.call('GET /studio/cohorts/:id/codes', cohort)).status).toBe(403)
  const other = await app.signIn({ role: 'admin', brandId: 'face' })
  const appId = 'face'
  expect((await other.call('GET /studio/cohorts/:id/codes', { ...cohort, appId })).status).toBe(404)
  expect((await other.call('POST /studio/cohorts/:id/codes', { ...cohort, body: {}, appId })).status).toBe(404)
  const params = { ...cohort.params, codeId: one.data.id }
  expect((await other.call('POST /studio/cohorts/:id/codes/:codeId/withdraw', { params, appId })).status).toBe(404)
  expect((await other.call('GET /studio/cohorts/:id/codes/:codeId/learners', { params, appId })).status).toBe(404)
  await admin.call('POST /studio/cohorts/:id/codes/:codeId/withdraw', { params })
  const { rows } = await app.db.query({
    text: `select action from audit_log where target_type = 'cohort' and target_id = $1 order by id`,
    values: [cohort.params.id],
  })
  expect(rows.map(row => row)).toEqual([{ action: 'cohort.open' }, { action: 'code.add' }, { action: 'code.withdraw' }])
  expect((await app.visitor.call('POST /enrolment', { body: { code: 'x' } })).status).toBe(401)
})

test('codes come in pages, and are found by how they begin or by their name [STF-18]', async () => {
  const cohort = await openCohort()
  const made = []
  for (let at = 1; at <= 23; at++)
    made.push(await codeOf(cohort, { name: at === 3 ? 'Leaflet at the door' : `Class ${at}` }))
  const list = (query: { page?: number; search?: string }) =>
    admin.call('GET /studio/cohorts/:id/codes', { ...cohort, query })
  const first = await list({})
  expect(first.data.map(({ id }) => id)).toEqual(
    made
      .slice(3)
      .reverse()
      .map(({ id }) => id),
  )
  expect([first.headers['x-pagination-page-count'], first.headers['x-pagination-total-count']]).toEqual(['2', '23'])
  expect((await list({ page: 2 })).data.map(({ name }) => name)).toEqual(['Leaflet at the door', 'Class 2', 'Class 1'])
  const found = async (search: string) => (await list({ search })).data.map(({ id }) => id)
  const [one] = made
  expect(await found(one?.code.toLowerCase().slice(0, 7) ?? '')).toContain(one?.id)
  expect(await found(`https://school.example/join?code=${one?.code}`)).toEqual([one?.id])
  expect(await found(' DOOR ')).toEqual([made[2]?.id])
  expect(await found('%')).toEqual([])
  expect(await found('nobody')).toEqual([])
})
