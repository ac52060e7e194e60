import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { outboxFolder } from '#server/app/messengers.ts'
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
import { lettersIn } from '../testing/letters.ts'
import { type PushService, startPushService } from '../testing/push-receiver.ts'
import { alertStaff } from './alert-staff.ts'

let app: TestApp
let service: PushService
let course: CourseFixture
let ann: TestClient
const start = Date.parse('2026-12-02T10:00:00Z')
const hour = 3_600_000

beforeAll(async () => {
  service = await startPushService()
  app = await startTestApp({ given: { notifications: { keys: undefined, allowPrivate: true } } })
})
afterAll(async () => {
  await app.close()
  await service.close()
})
beforeEach(async () => {
  await app.db.query({ text: `update users set blocked_at = now()` })
  await app.db.query({ text: 'update courses set brand_id = $1', values: ['gone'] })
  app.clock.set(start)
  course = await insertHomeworkCourse(app)
  ann = await app.signIn({ role: 'expert' })
  await settle(ann, { by_letter: false, from_time: '00:00', until_time: '00:00' })
  await ann.call('POST /push-subscriptions', { body: service.subscribe(`phone-${ann.userId}`) })
  service.clear()
})

async function settle(client: TestClient, change: object) {
  const { data } = await client.call('GET /studio/alert-settings')
  const { status } = await client.call('PUT /studio/alert-settings', { body: { ...data, ...change } })
  expect(status).toBe(200)
}
/** Goes to so many hours after the start, and sweeps there. */
async function at(hours: number) {
  app.clock.set(start + hours * hour)
  await app.notices.sweep()
}
const shown = () => service.arrived.map(one => one.shown.body)
async function submission(hours: number): Promise<number> {
  const pupil = await addPupil(app, course)
  app.clock.set(start + hours * hour)
  expect((await handIn(pupil, homeworkOf(course, 'required'))).status).toBe(200)
  return reviewOf(pupil, homeworkOf(course, 'required'))
}
async function leader() {
  const lead = await app.signIn({ role: 'admin' })
  await settle(lead, { by_letter: false, from_time: '00:00', until_time: '00:00' })
  await lead.call('POST /push-subscriptions', { body: service.subscribe(`phone-${lead.userId}`) })
  return lead
}

test('an expert hears of new homework within a minute or so, and again after 12, 20 and 24 hours, each once [STF-21]', async () => {
  await submission(1)
  await at(1.01)
  expect(shown()).toEqual([])
  await at(1.02)
  await at(1.03)
  await at(2)
  expect(shown()).toEqual(['New: 1'])
  for (const hours of [12.9, 13.1, 14, 20.9, 21.1, 24.9, 25.1, 30, 50]) await at(hours)
  expect(shown()).toEqual(['New: 1', 'Waiting for 12 hours: 1', 'Waiting for 20 hours: 1', 'Overdue: 1'])
  expect(service.arrived[0]?.shown).toMatchObject({ url: '/admin/reviews', tag: 'alert' })
})

test('what comes together is told together, the most urgent first, and nobody is told more often than half-hourly', async () => {
  for (const hours of [0, 0.1, 11.9]) await submission(hours)
  await at(12.2)
  expect(shown()).toEqual(['Waiting for 12 hours: 2 · New: 1'])
  await submission(12.3)
  await at(12.5)
  expect(shown()).toHaveLength(1)
  await submission(12.6)
  await at(12.8)
  expect(shown().slice(1)).toEqual(['New: 2'])
})

test('nothing is told of what somebody has taken or answered meanwhile, not even if it was to be told already [STF-21]', async () => {
  const other = await app.signIn({ role: 'expert' })
  const [taken, answered] = [await submission(0.01), await submission(0.01)]
  service.answers.push({ status: 500 })
  await at(0.1)
  expect([service.asked.length, shown()]).toEqual([1, []])
  await other.call('POST /studio/reviews/:id/claim', { params: { id: taken } })
  await judge(other, answered, { verdict: 'DONE' })
  await at(0.2)
  expect(shown()).toEqual([])
  await at(12.1)
  expect(shown()).toEqual(['Waiting for 12 hours: 1'])
})

test('outside of the working hours all waits, and is told as one when they begin [STF-21]', async () => {
  await app.db.query({ text: 'update users set timezone = $2 where id = $1', values: [ann.userId, 'Europe/Madrid'] })
  await settle(ann, { from_time: '09:00', until_time: '20:00', weekdays: [1, 2, 3, 4] })
  await submission(9)
  await submission(9.5)
  await at(9.9)
  await at(21.9)
  expect(shown()).toEqual([])
  await at(22)
  expect(shown()).toEqual(['Waiting for 12 hours: 2'])
})

test('in the hours that somebody works nothing waits for the end of their quiet hours [STF-21, PRO-17]', async () => {
  await submission(13)
  await at(13.1)
  expect(shown()).toEqual(['New: 1'])
})

test('administrators hear only of what is overdue, even when somebody has it open [STF-21]', async () => {
  await leader()
  const id = await submission(0.01)
  await at(0.1)
  await at(12.1)
  await at(20.1)
  service.clear()
  app.clock.set(start + 24.005 * hour)
  await ann.call('POST /studio/reviews/:id/claim', { params: { id } })
  await at(24.1)
  expect(shown()).toEqual(['Overdue: 1'])
})

test('an expert hears of no course that is closed to them or of another school, and of nothing of their own', async () => {
  const other = await app.signIn({ role: 'expert' })
  const pupil = await addPupil(app, course)
  await app.db.query({ text: `update users set role = 'expert' where id = $1`, values: [pupil.client.userId] })
  await app.db.query({
    text: 'insert into course_experts (course_id, user_id) values ($1, $2), ($1, $3)',
    values: [course.id, other.userId, pupil.client.userId],
  })
  await at(-0.1)
  await submission(0.01)
  await at(0.1)
  expect(shown()).toEqual([])
  const { rows } = await app.db.query<{ id: number }>({
    text: `select user_id as id from notices where kind = 'alert' and user_id >= $1 order by 1`,
    values: [ann.userId],
  })
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([other.userId, pupil.client.userId]))
})

test('each way can be switched off; with all of them off nothing is kept for later [STF-21]', async () => {
  await settle(ann, { by_push: false, by_badge: false })
  await submission(0.01)
  await at(0.1)
  expect(service.asked).toEqual([])
  await settle(ann, { by_push: true })
  await at(1)
  expect(service.asked).toEqual([])
  await at(12.1)
  expect(shown()).toEqual(['Waiting for 12 hours: 1'])
})

test('an e-mail says the same in the person’s language and leads to the reviews [STF-21]', async () => {
  const email = `vera-${Date.now()}@example.com`
  const vera = await app.signIn({ role: 'expert', email, language: 'ru' })
  await settle(vera, { by_push: false, from_time: '00:00', until_time: '00:00' })
  await submission(0.01)
  await at(0.1)
  const letters = async () => (await lettersIn(outboxFolder(app.dataDir))).filter(({ to }) => to === email)
  const [letter, ...others] = await letters()
  expect([letter?.subject, others]).toEqual(['Работы ждут проверки', []])
  expect(letter?.text).toContain('Новые: 1')
  expect(letter?.text).toMatch(/\/admin\/reviews/)
  await settle(vera, { by_letter: false, by_badge: true })
  await at(12.1)
  expect(shown(), 'colleagues are told').toContain('Waiting for 12 hours: 1')
  expect(await letters()).toHaveLength(1)
})

test('nodes that look at once tell once; a node that dies before its commit tells nothing, the next one does', async () => {
  await submission(0.01)
  app.clock.set(start + 0.1 * hour)
  const broken = app.db.inTransaction(async tx => {
    await alertStaff({ ...app.db, inTransaction: work => work(tx) }, app.clock.now)
    throw new Error('The node dies')
  })
  await expect(broken).rejects.toThrow('The node dies')
  const counts = await Promise.all(Array.from({ length: 5 }, () => alertStaff(app.db, app.clock.now)))
  expect(counts.reduce((sum, count) => sum + count)).toBe(1)
  await app.notices.sweep()
  expect(shown()).toEqual(['New: 1'])
})

test('settings that no calendar or clock has are refused with their field, and nothing is changed', async () => {
  const { data: before } = await ann.call('GET /studio/alert-settings')
  for (const wrong of [{ weekdays: [] }, { weekdays: [8] }, { from_time: '25:00' }, { until_time: '9' }]) {
    const { status, data } = await ann.call('PUT /studio/alert-settings', { body: { ...before, ...wrong } })
    expect([status, Object.keys(data.errors ?? {}).map(field => field.split('.')[0])]).toEqual([
      422,
      Object.keys(wrong),
    ])
  }
  expect((await ann.call('GET /studio/alert-settings')).data).toEqual(before)
})
