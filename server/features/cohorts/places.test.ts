import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditOf } from '#server/app/testing/chat-people.ts'
import { type CourseFixture, type Enrolment, enrol } from '#server/app/testing/course-fixture.ts'
import { addPupil, handIn, homeworkOf, insertHomeworkCourse } from '#server/app/testing/homework-people.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let app: TestApp
let admin: TestClient
let course: CourseFixture
let cohortId = 0
let anna: TestClient
let bo: TestClient
let places: number[]

const dates = { startsOn: '2026-12-08', endsOn: '2026-12-31' }

beforeAll(async () => {
  app = await startTestApp()
  app.clock.set('2026-12-10T10:00:00Z')
  admin = await app.signIn({ role: 'admin' })
})
afterAll(() => app.close())
beforeEach(async () => {
  course = await insertHomeworkCourse(app)
  ;[anna, bo] = [await app.signIn(), await app.signIn()]
  places = [await enrol(app.db, course, anna.userId, dates), await enrol(app.db, course, bo.userId, dates)]
  cohortId = await cohortOf(places[0] ?? 0)
})

async function cohortOf(place: number): Promise<number> {
  const text = 'select stream_id as id from user_streams where id = $1'
  return (await app.db.query<{ id: number }>({ text, values: [place] })).rows[0]?.id ?? 0
}

type Body = { action: string; place_ids?: number[] } & Record<string, unknown>
const params = () => ({ id: cohortId })
const show = (body: Body) =>
  admin.call('POST /studio/cohorts/:id/learners/effects', {
    params: params(),
    body: { place_ids: places, ...body } as never,
  })
const act = (body: Body, seal: string) =>
  admin.call('POST /studio/cohorts/:id/learners/actions', {
    params: params(),
    body: { place_ids: places, ...body, seal } as never,
  })
/** Shows the effects, does it, and answers both. */
async function showAndAct(body: Body) {
  const { data: effects } = await show(body)
  const { data } = await act(body, effects.seal)
  return { effects: effects.places, changed: data.changed, code: data.code }
}
const streamsOf = async (client: TestClient) => (await client.call('GET /user-course-streams')).data
const statusOf = async (client: TestClient) => (await streamsOf(client)).map(({ status }) => status)
const secondCohort = async (terms: Enrolment) => {
  const somebody = await app.signIn()
  return cohortOf(await enrol(app.db, course, somebody.userId, terms))
}

test('learners move to another cohort of the course with its dates; who is there already stays [STF-18]', async () => {
  const later = { startsOn: '2026-12-20', endsOn: '2027-01-20' }
  const target = await secondCohort(later)
  await enrol(app.db, course, bo.userId, later)
  const { effects, changed } = await showAndAct({ action: 'move', cohort_id: target })
  expect(effects.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['changed', null],
    ['refused', 'already_there'],
  ])
  expect(effects[0]?.after).toMatchObject({ status: 'not_started', open_days: 0, ends_on: '2027-01-20' })
  expect(changed).toBe(1)
  expect(await streamsOf(anna)).toMatchObject([{ id: places[0], starts_on: '2026-12-20', status: 'not_started' }])
  expect((await auditOf(app, 'user', anna.userId)).map(({ action }) => action)).toEqual(['learner.move'])
})

test('nobody moves to a cohort of another course or without a seat', async () => {
  const other = await insertHomeworkCourse(app)
  const foreign = await cohortOf(await enrol(app.db, other, anna.userId, dates))
  expect((await show({ action: 'move', cohort_id: foreign })).data.code).toBe('no_cohort')
  const target = await secondCohort({ startsOn: '2026-12-20', endsOn: '2027-01-20' })
  await app.db.query({ text: 'update streams set seats = 2 where id = $1', values: [target] })
  expect((await show({ action: 'move', cohort_id: target })).data.code).toBe('no_seat')
})

test('staff pause by the rules of the learners themselves, and end the pause [STF-04][STF-18]', async () => {
  const pause = { action: 'freeze', start_date: '2026-12-11', end_date: '2026-12-14' }
  const create = 'POST /user-course-streams/:streamId/freeze/create' as const
  const body = { start_date: '2026-12-20', end_date: '2026-12-21' }
  await bo.call(create, { params: { streamId: places[1] ?? 0 }, body })
  const { effects, changed } = await showAndAct(pause)
  expect(effects.map(({ outcome, reason, after }) => [outcome, reason, after?.ends_on])).toEqual([
    ['changed', null, '2027-01-04'],
    ['refused', 'freeze_exists', undefined],
  ])
  expect(changed).toBe(1)
  expect((await streamsOf(anna))[0]?.ends_on).toBe('2027-01-04')
  const tooLong = { action: 'freeze', start_date: '2026-12-11', end_date: '2027-03-14' }
  await showAndAct({ action: 'unfreeze' })
  expect((await streamsOf(anna))[0]?.ends_on).toBe('2026-12-31')
  expect((await show(tooLong)).data.places.map(({ reason }) => reason)).toEqual(['freeze_too_long', 'freeze_too_long'])
  expect((await auditOf(app, 'user', anna.userId)).map(({ action }) => action)).toEqual([
    'learner.freeze',
    'learner.unfreeze',
  ])
})

test('learners get more days, are stopped and go on [STF-04][STF-18]', async () => {
  const extension = await showAndAct({ action: 'extend', days: 7 })
  expect(extension.effects[0]).toMatchObject({ before: { ends_on: '2026-12-31' }, after: { ends_on: '2027-01-07' } })
  expect((await streamsOf(bo))[0]?.ends_on).toBe('2027-01-07')
  const stop = await showAndAct({ action: 'stop', place_ids: places.slice(0, 1) })
  expect(stop.effects[0]).toMatchObject({
    before: { status: 'open', open_days: 3 },
    after: { status: 'stopped', open_days: 0 },
  })
  expect([await statusOf(anna), await statusOf(bo)]).toEqual([['stopped'], ['open']])
  const start = 'POST /user-course-streams/:streamId/user-day-status/:dayId/start' as const
  const day = { streamId: places[0] ?? 0, dayId: course.days[0]?.id ?? 0 }
  expect((await anna.call(start, { params: day, body: {} })).data.code).toBe('day_locked')
  const again = await showAndAct({ action: 'stop', place_ids: places.slice(0, 1) })
  expect([again.effects[0]?.outcome, again.changed]).toEqual(['same', 0])
  await showAndAct({ action: 'resume', place_ids: places })
  expect(await statusOf(anna)).toEqual(['open'])
})

test('a demo gets full access, a bought place has no end to move', async () => {
  const [demo, bought] = [await app.signIn(), await app.signIn()]
  const ids = [
    await enrol(app.db, course, demo.userId, { ...dates, isDemo: true }),
    await enrol(app.db, course, bought.userId, { ...dates, isOptionalPurchase: true }),
  ]
  const access = await showAndAct({ action: 'full_access', place_ids: ids })
  expect(access.effects.map(({ outcome }) => outcome)).toEqual(['changed', 'same'])
  expect((await show({ action: 'extend', days: 1, place_ids: ids })).data.places.map(({ reason }) => reason)).toEqual([
    null,
    'no_end',
  ])
})

test('who is taken out sees nothing of the course, and finds all of it when enrolled once more [STF-18]', async () => {
  const pupil = await addPupil(app, course, dates)
  expect((await handIn(pupil, homeworkOf(course, 'demo'))).status).toBe(200)
  const reads = () =>
    Promise.all([
      pupil.client.call('GET /user-course-streams/:id/status', { params: { id: pupil.streamId } }),
      pupil.client.call('GET /courses/:id', { params: { id: course.id } }),
      pupil.client.call('GET /chats/:id/messages', { params: { id: pupil.chatId } }),
      pupil.client.call('GET /user-course-streams/:streamId/user-homework', { params: { streamId: pupil.streamId } }),
    ])
  const statuses = async () => (await reads()).map(({ status }) => status)
  cohortId = await cohortOf(pupil.streamId)
  expect(await statuses()).toEqual([200, 200, 200, 200])
  const before = (await reads()).map(({ data }) => data)
  const { effects, changed } = await showAndAct({ action: 'take_out', place_ids: [pupil.streamId] })
  expect([effects[0]?.outcome, effects[0]?.after, changed]).toEqual(['changed', null, 1])
  expect(await statuses()).toEqual([404, 404, 404, 404])
  expect(await streamsOf(pupil.client)).toEqual([])
  const body = { user_ids: [pupil.client.userId] }
  expect((await admin.call('POST /studio/cohorts/:id/learners', { params: params(), body })).data.enrolled).toBe(1)
  expect((await reads()).map(({ data }) => data)).toEqual(before)
})

test('what was shown is what is done: other effects are refused, and a repeat changes nothing [STF-18]', async () => {
  const extend = { action: 'extend', days: 7 }
  const { data: effects } = await show(extend)
  expect((await act(extend, 'x')).data.code).toBe('place_effects_changed')
  expect((await act({ ...extend, days: 8 }, effects.seal)).data.code).toBe('place_effects_changed')
  const [one, two] = await Promise.all([act(extend, effects.seal), act(extend, effects.seal)])
  expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await streamsOf(anna))[0]?.ends_on).toBe('2027-01-07')
})

test('an action without its fields, or with a day that no calendar has, is refused with the field', async () => {
  const fields = async (body: Body) => {
    const { data } = await show(body)
    return [data.code, Object.keys(data.errors ?? {})]
  }
  expect(await fields({ action: 'move' })).toEqual(['invalid_input', ['cohort_id']])
  expect(await fields({ action: 'extend' })).toEqual(['invalid_input', ['days']])
  expect(await fields({ action: 'freeze', start_date: '2026-12-11' })).toEqual(['invalid_input', ['end_date']])
  expect(await fields({ action: 'freeze', start_date: '2026-02-30', end_date: '2026-12-11' })).toEqual([
    'invalid_input',
    ['start_date'],
  ])
})

test('the learners of a cohort are listed with how far they are, in any order [STF-04]', async () => {
  const pupil = await addPupil(app, course, dates)
  await handIn(pupil, homeworkOf(course, 'demo'))
  const start = 'POST /user-course-streams/:streamId/user-day-status/:dayId/start' as const
  await pupil.client.call(start, { params: { streamId: pupil.streamId, dayId: course.days[1]?.id ?? 0 }, body: {} })
  const list = (query: Record<string, unknown>) =>
    admin.call('GET /studio/cohorts/:id/learners', { params: params(), query })
  const { data } = await list({ sort: 'waiting', order: 'desc' })
  expect(data[0]).toMatchObject({ id: pupil.streamId, reached: 2, done: 0, waiting: 1, overdue: 0, status: 'open' })
  expect(data.slice(1).map(({ id }) => id)).toEqual(places)
  app.clock.set('2026-12-13T10:00:00Z')
  expect((await list({ sort: 'name' })).data.find(({ id }) => id === pupil.streamId)?.overdue).toBe(1)
  app.clock.set('2026-12-10T10:00:00Z')
  const second = await list({ sort: 'name', page: 2, 'per-page': 2 })
  expect(second.data).toHaveLength(1)
  for (const sort of ['name', 'reached', 'done', 'seen', 'waiting', 'points'])
    expect((await list({ sort })).data).toHaveLength(3)
})
