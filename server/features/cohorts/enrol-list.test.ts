import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CourseFixture, insertCourse } from '#server/app/testing/course-fixture.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { paceOf } from '#server/platform/testing/pace.ts'
import { listedPeople, type ListedPerson } from '#shared/features/cohorts/people-list.ts'
import { parseCsv } from '#shared/platform/csv.ts'

let app: TestApp
let admin: TestClient
let course: CourseFixture
let id = 0

beforeAll(async () => {
  app = await startTestApp()
  app.clock.set('2026-12-10T10:00:00Z')
  admin = await app.signIn({ role: 'admin' })
  // The first letter of a server also makes the tables of its queue.
  await admin.call('POST /studio/users', { body: { first_name: 'New', email: 'new@example.com', role: 'learner' } })
})
afterAll(() => app.close())
beforeEach(async () => {
  course = await insertCourse(app.db, { stages: [{ days: [{}, {}] }] })
  const body = { course_id: course.id, starts_on: '2027-01-04' }
  id = (await admin.call('POST /studio/cohorts', { body })).data.id
})

const check = (people: ListedPerson[]) =>
  admin.call('POST /studio/cohorts/:id/people/check', { params: { id }, body: { people } })
const enrol = (people: ListedPerson[]) =>
  admin.call('POST /studio/cohorts/:id/people', { params: { id }, body: { people } })
const listOf = (text: string) => listedPeople(parseCsv(text))

async function counted() {
  const { rows } = await app.db.query({
    text: `select (select count(*)::int from users) as users, (select count(*)::int from user_streams) as places,
      (select count(*)::int from pgboss.job where name = 'send-invitation') as letters`,
  })
  return rows[0] as { users: number; places: number; letters: number }
}

test('each line of a list is judged before anything is written, and only good lines are [STF-04][STF-18]', async () => {
  await app.signIn({ email: 'Known@Example.com' })
  await app.signIn({ email: 'elsewhere@example.com', brandId: 'face' })
  const { userId: blocked } = await app.signIn({ email: 'blocked@example.com' })
  await app.db.query({ text: 'update users set blocked_at = now() where id = $1', values: [blocked] })
  const people = listOf(
    'name;email;phone\nAnna;anna@new.example.com;+79161234567\nBo;known@example.com;\nCleo;cleo@\n' +
      'Di;elsewhere@example.com;\nEd;ANNA@new.example.com;\nFay;blocked@example.com;',
  )
  const before = await counted()
  const { data } = await check(people)
  expect(data.lines.map(({ line, outcome, problem }) => [line, outcome, problem])).toEqual([
    [2, 'new', null],
    [3, 'known', null],
    [4, 'wrong', 'email_wrong'],
    [5, 'new', null],
    [6, 'wrong', 'twice'],
    [7, 'wrong', 'not_active'],
  ])
  expect(data.seats_left).toBeNull()
  expect(await counted()).toEqual(before)
  expect((await enrol(people)).data).toEqual({ enrolled: 3, invited_ids: [expect.any(Number), expect.any(Number)] })
  expect(await counted()).toEqual({
    users: before.users + 2,
    places: before.places + 3,
    letters: before.letters + 2,
  })
  const added = await app.db.query({
    text: `select first_name, phone, role, brand_id from users where email = 'anna@new.example.com'`,
  })
  expect(added.rows).toEqual([{ first_name: 'Anna', phone: '+79161234567', role: 'learner', brand_id: 'kurso' }])
})

test('a list that comes twice, also at once, enrols and invites everybody once', async () => {
  const people = listOf('Gil,gil@example.com\nHal,hal@example.com')
  const before = await counted()
  const answers = await Promise.all([enrol(people), enrol(people), enrol(people)])
  expect(answers.map(({ data }) => data.enrolled).toSorted((a, b) => a - b)).toEqual([0, 0, 2])
  expect((await check(people)).data.lines.map(({ outcome }) => outcome)).toEqual(['present', 'present'])
  const after = await counted()
  expect([after.users - before.users, after.places - before.places, after.letters - before.letters]).toEqual([2, 2, 2])
})

test('a list with more people than seats enrols and adds nobody', async () => {
  await app.db.query({ text: 'update streams set seats = 1 where id = $1', values: [id] })
  const people = listOf('Ida,ida@example.com\nJo,jo@example.com')
  expect((await check(people)).data.seats_left).toBe(1)
  const before = await counted()
  expect((await enrol(people)).data.code).toBe('no_seat')
  expect(await counted()).toEqual(before)
})

test('a list of 5,000 people is checked in two seconds at most and enrolled in five, and then listed in half a second', async () => {
  // In units of what the pace is told in, of which a second has about 140.
  const limits = { check: 280, enrol: 700, list: 70 }
  const people = Array.from({ length: 5000 }, (_, at) => ({
    line: at + 1,
    name: `Ученица ${at}`,
    email: `many-${at}@example.com`,
    phone: '+34600123456',
  }))
  const nobody = () =>
    app.db.query({ text: `set local statement_timeout = 0; delete from users where email like 'many-%'` })
  const checking = async () => expect((await check(people)).data.lines).toHaveLength(5000)
  const enrolling = async () => {
    const { data } = await enrol(people)
    expect([data.enrolled, data.invited_ids.length]).toEqual([5000, 5000])
  }
  const query = { sort: 'points', 'per-page': 100 } as const
  const listing = async () =>
    expect((await admin.call('GET /studio/cohorts/:id/learners', { params: { id }, query })).data).toHaveLength(100)
  expect(await paceOf(app.db, checking, undefined, 3)).toBeLessThan(limits.check)
  expect(await paceOf(app.db, enrolling, nobody, 3)).toBeLessThan(limits.enrol)
  expect(await paceOf(app.db, checking, undefined, 3)).toBeLessThan(limits.check)
  expect(await paceOf(app.db, listing, undefined, 3)).toBeLessThan(limits.list)
})
