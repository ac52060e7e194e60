import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CourseFixture, enrol, type Enrolment, freeze, insertCourse } from '#server/app/testing/course-fixture.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let app: TestApp
let course: CourseFixture
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-12-01T12:00:00Z')
  course = await insertCourse(app.db, { stages: [{ days: [{}, { isDemoAccessible: true }, { isRest: true }, {}] }] })
})

const at = async (time: string) => {
  app.clock.set(time)
  await app.notices.sweep()
}
const days = async (client: TestClient, language: 'en' | 'ru' | 'es' = 'en') =>
  (await client.call('GET /user-notices', { query: { page: 1 }, language })).data.filter(({ kind }) => kind === 'day')
const titles = async (client: TestClient) => (await days(client)).map(({ title }) => title)
const learnerIn = async (timezone: string, terms: Enrolment = {}) => {
  const learner = await app.signIn({ timezone })
  const streamId = await enrol(app.db, course, learner.userId, {
    startsOn: '2026-12-01',
    endsOn: '2026-12-31',
    ...terms,
  })
  await app.notices.sweep()
  return { learner, streamId }
}
const sent = async ({ userId }: TestClient) =>
  (
    await app.db.query({
      text: 'select from notice_deliveries d join notices n on n.id = d.notice_id where n.user_id = $1',
      values: [userId],
    })
  ).rows.length

test('a day is listed once it has opened on the learner’s own date, with its place, in their language, and sent nowhere [PRO-14]', async () => {
  const { learner: early, streamId } = await learnerIn('Pacific/Auckland')
  const { learner: late } = await learnerIn('America/Los_Angeles')
  // The day that was open already when they joined is not listed.
  expect([await days(early), await days(late)]).toEqual([[], []])
  await at('2026-12-02T07:59:59Z')
  expect(await titles(late)).toEqual([])
  await at('2026-12-02T08:00:00Z')
  expect(await titles(late)).toEqual(['Day 2 is open'])
  // The third day, of rest, has begun.
  await at('2026-12-02T11:00:00Z')
  expect(await titles(early)).toEqual([])
  await at('2026-12-03T10:59:59Z')
  expect(await titles(early)).toEqual([])
  await at('2026-12-03T11:00:00Z')
  expect(await titles(early)).toEqual(['Day 4 is open'])
  await at('2026-12-03T12:00:00Z')
  const [told, ...more] = await days(early)
  expect(more).toEqual([])
  expect(told).toMatchObject({ text: 'Day 4 · Course', path: `/course/${streamId}/calendar/4`, is_read: false })
  expect((await days(early, 'ru'))[0]).toMatchObject({
    title: 'Открылся день 4',
    text: 'Day 4 по-русски · Course по-русски',
  })
  expect(await sent(early)).toBe(0)
})

test('whatever breaks, and however many nodes look, each day is told once [PRO-14]', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => learnerIn('UTC')))
  app.clock.set('2026-12-02T00:00:00Z')
  await app.db.query({
    text: `create function break_notices() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
      create trigger break_notices before insert on notices for each row execute function break_notices()`,
  })
  await expect(app.notices.sweep()).rejects.toThrow('broken')
  await app.db.query({ text: 'drop trigger break_notices on notices; drop function break_notices' })
  await Promise.all([app.notices.sweep(), app.notices.sweep(), app.notices.sweep()])
  await app.notices.sweep()
  for (const { learner } of people) expect(await titles(learner)).toEqual(['Day 2 is open'])
})

test('an outage of days is made up for, and a move to another time zone neither skips nor repeats a day [PRO-14]', async () => {
  const { learner } = await learnerIn('Europe/Madrid')
  const move = (timezone: string) =>
    app.db.query({ text: 'update users set timezone = $2 where id = $1', values: [learner.userId, timezone] })
  await at('2026-12-02T10:30:00Z')
  expect(await titles(learner)).toEqual(['Day 2 is open'])
  await move('America/Los_Angeles')
  await at('2026-12-02T11:00:00Z')
  expect(await titles(learner)).toEqual(['Day 2 is open'])
  await at('2026-12-02T23:30:00Z')
  await move('Pacific/Auckland')
  await at('2026-12-03T11:30:00Z')
  expect(await titles(learner)).toEqual(['Day 4 is open', 'Day 2 is open'])
  await move('UTC')
  await at('2026-12-04T00:00:00Z')
  expect(await titles(learner)).toHaveLength(2)

  const { learner: other } = await learnerIn('UTC', { startsOn: '2026-12-04' })
  await at('2026-12-08T09:00:00Z')
  expect(await titles(other)).toEqual(['Day 4 is open', 'Day 2 is open'])
})

test('no day is told of a demo, nor of a stream that is frozen, stopped, ended or left [PRO-14]', async () => {
  const { learner: demo } = await learnerIn('UTC', { isDemo: true })
  const whole = await learnerIn('UTC', { isDemo: true, courseFullAccess: true })
  const frozen = await learnerIn('UTC')
  await freeze(app.db, frozen.streamId, '2026-12-02', '2026-12-02')
  const { learner: ended } = await learnerIn('UTC', { endsOn: '2026-12-01' })
  const stopped = await learnerIn('UTC')
  const left = await learnerIn('UTC')
  const set = (column: 'stopped_at' | 'taken_out_at', id: number) =>
    app.db.query({ text: `update user_streams set ${column} = now() where id = $1`, values: [id] })
  await set('stopped_at', stopped.streamId)
  await set('taken_out_at', left.streamId)
  await at('2026-12-02T09:00:00Z')
  for (const client of [demo, frozen.learner, ended, stopped.learner, left.learner])
    expect(await titles(client)).toEqual([])
  expect(await titles(whole.learner)).toEqual(['Day 2 is open'])
  // The freeze has moved the second day.
  await at('2026-12-03T09:00:00Z')
  expect(await titles(frozen.learner)).toEqual(['Day 2 is open'])
  await set('taken_out_at', frozen.streamId)
  expect(await titles(frozen.learner)).toEqual([])
})

test('a day that waits for something else is not told, nor one that is done; one that was begun counts as read [PRO-14]', async () => {
  course = await insertCourse(app.db, {
    stages: [{ days: [{ isRequired: true }, {}], homeworks: [{ isRequired: true }] }, { days: [{}, {}] }],
  })
  const { learner: behind } = await learnerIn('UTC')
  const { learner, streamId } = await learnerIn('UTC')
  const mark = (index: number, columns: string) =>
    app.db.query({
      text: `insert into day_statuses (user_stream_id, day_id, ${columns}) select $1, $2, ${columns.replaceAll(/\w+/g, 'now()')}`,
      values: [streamId, course.days[index]?.id],
    })
  await mark(0, 'started_at, finished_at')
  await at('2026-12-02T09:00:00Z')
  expect([await titles(behind), await titles(learner)]).toEqual([[], ['Day 2 is open']])
  expect((await learner.call('GET /user-notices/unread')).data.unread_count).toBe(1)
  await mark(1, 'started_at')
  expect((await days(learner))[0]?.is_read).toBe(true)
  expect((await learner.call('GET /user-notices/unread')).data.unread_count).toBe(0)
  // The second stage waits for homework.
  await at('2026-12-03T09:00:00Z')
  expect(await titles(learner)).toEqual(['Day 2 is open'])
  await app.db.query({
    text: `update user_homeworks set status = 'DONE' where user_stream_id = $1`,
    values: [streamId],
  })
  await mark(3, 'started_at, finished_at')
  await at('2026-12-04T09:00:00Z')
  expect(await titles(learner)).toEqual(['Day 2 is open'])
})
