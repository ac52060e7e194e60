import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { outboxFolder } from '#server/app/messengers.ts'
import { openClubSchool } from '#server/app/testing/club-people.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { lettersIn } from '../testing/letters.ts'
import { type PushService, startPushService } from '../testing/push-receiver.ts'
import { alertStaff } from './alert-staff.ts'

let service: PushService
let school: Awaited<ReturnType<typeof openClubSchool>>
let rude: TestClient
let members: TestClient[]
const start = Date.parse('2026-12-10T10:00:00Z')
const minute = 60_000

beforeAll(async () => {
  service = await startPushService()
  school = await openClubSchool({ notifications: { keys: undefined, allowPrivate: true } })
  school.app.clock.set(start - 60 * minute)
  rude = await school.join('Rex')
  members = [await school.join('Ann'), await school.join('Bob'), await school.join('Zoe')]
  await settle(school.admin)
  await school.admin.call('POST /push-subscriptions', { body: service.subscribe('phone') })
})
beforeEach(async () => {
  school.app.clock.set(start)
  await school.app.db.query({ text: 'delete from club_messages' })
  await school.app.db.query({ text: `delete from notices` })
  const text = 'update staff_alerts set told_until = to_timestamp($1), told_at = null'
  await school.app.db.query({ text, values: [start / 1000] })
  service.clear()
})
afterAll(async () => {
  await school.shop.close()
  await service.close()
})

async function settle(client: TestClient, change: object = {}) {
  const { data } = await client.call('GET /studio/alert-settings')
  const body = { ...data, by_letter: false, from_time: '00:00', until_time: '00:00', ...change }
  expect((await client.call('PUT /studio/alert-settings', { body })).status).toBe(200)
}
/** Goes to so many minutes after the start, and sweeps there. */
async function at(minutes: number) {
  school.app.clock.set(start + minutes * minute)
  await school.app.notices.sweep()
}
/** A message that so many members report. */
async function reported(minutes: number, by: number): Promise<number> {
  school.app.clock.set(start + minutes * minute)
  const { id } = (await school.post(rude, { message: `Rubbish ${minutes}` })).data
  await Promise.all(members.slice(0, by).map(member => school.report(member, id)))
  return id
}
const shown = () => service.arrived.map(one => [one.shown.title, one.shown.body])

test('reported messages come to the devices of administrators once a burst, however many report each [CLB-08, STF-21]', async () => {
  const first = await reported(1, 2)
  await reported(1.5, 3)
  await at(1.9)
  expect(shown()).toEqual([])
  await at(3)
  await at(4)
  const burst = ['Messages in a club were reported', 'Reported messages: 2']
  expect(shown()).toEqual([burst])
  expect(service.arrived[0]?.shown).toMatchObject({ url: '/admin/today', tag: 'alert-reports' })
  school.app.clock.set(start + 20 * minute)
  await school.report(members[2] as TestClient, first, 'I saw it, too')
  await reported(21, 1)
  await at(25)
  await at(40)
  expect(shown(), 'another half an hour later; the known one is not told again').toEqual([
    burst,
    [burst[0], 'Reported messages: 1'],
  ])
})

test('what was decided before anybody is told is not told; what is reported again after it is [CLB-08]', async () => {
  const id = await reported(1, 1)
  school.app.clock.set(start + 1.5 * minute)
  await school.hide(id, false)
  await at(3)
  expect(shown()).toEqual([])
  service.answers.push({ status: 500 })
  await school.report(members[0] as TestClient, id)
  await at(6)
  expect([service.asked.length, shown()]).toEqual([1, []])
  await school.hide(id, true)
  await at(10)
  expect(shown()).toEqual([])
})

test('experts, staff of other schools and who has reported it themselves hear nothing of it', async () => {
  const [expert, lead] = [await school.app.signIn({ role: 'expert' }), await school.app.signIn({ role: 'admin' })]
  const foreign = await school.app.signIn({ role: 'admin', brandId: 'mind' })
  for (const one of [expert, lead, foreign]) {
    const text = `insert into staff_alerts (user_id, told_until, from_time, until_time) values ($1, to_timestamp($2), '00:00', '00:00')`
    await school.app.db.query({ text, values: [one.userId, start / 1000] })
  }
  school.app.clock.set(start + minute)
  const { id } = (await school.post(rude, { message: 'Rubbish' })).data
  expect((await school.report(lead, id)).status).toBe(200)
  await at(3)
  const { rows } = await school.app.db.query<{ id: number }>({
    text: `select user_id as id from notices where kind = 'alert'`,
  })
  expect(rows.map(one => one.id)).toEqual([school.admin.userId])
  const ids = [expert, lead, foreign].map(({ userId }) => userId)
  await school.app.db.query({ text: 'update users set blocked_at = now() where id = any($1)', values: [ids] })
})

test('nodes that look at once tell of a burst once; outside of the working hours it waits [CLB-08]', async () => {
  await settle(school.admin, { from_time: '12:00', until_time: '20:00' })
  await reported(1, 3)
  await at(3)
  expect(shown()).toEqual([])
  await settle(school.admin)
  const counts = await Promise.all([1, 2, 3].map(() => alertStaff(school.app.db, school.app.clock.now)))
  expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 1])
  await school.app.notices.sweep()
  expect(shown()).toEqual([['Messages in a club were reported', 'Reported messages: 1']])
})

test('by e-mail it is said in the person’s language, and leads to what waits [CLB-08]', async () => {
  const email = 'lead@example.com'
  const lead = await school.app.signIn({ role: 'admin', email, language: 'ru' })
  await settle(lead, { by_push: false, by_letter: true })
  await reported(1, 2)
  await at(3)
  const [letter, ...more] = (await lettersIn(outboxFolder(school.app.dataDir))).filter(({ to }) => to === email)
  expect([letter?.subject, more]).toEqual(['Жалобы на сообщения в клубе', []])
  expect(letter?.text).toContain('Сообщения с жалобами: 1')
  expect(letter?.text).toMatch(/\/admin\/today/)
})
