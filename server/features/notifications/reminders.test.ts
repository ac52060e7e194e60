import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import type { ReminderInputWire } from '#shared/features/notifications/contract.ts'

let app: TestApp
let learner: TestClient
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  // A Wednesday.
  app.clock.set('2026-12-02T10:00:00Z')
  learner = await app.signIn({ timezone: 'Europe/Madrid' })
})

let keys = 0
const plan = (changes: Partial<ReminderInputWire> = {}): ReminderInputWire => ({
  weekdays: [3],
  time: '12:30',
  is_enabled: true,
  text: '',
  ...changes,
})
const add = (changes: Partial<ReminderInputWire> = {}, idempotencyKey = `add-${++keys}`, client = learner) =>
  client.call('POST /user-reminders', { body: plan(changes), idempotencyKey })
const list = async (client = learner) => (await client.call('GET /user-reminders')).data
const change = (id: number, body: ReminderInputWire, client = learner) =>
  client.call('PUT /user-reminders/:id', { params: { id }, body })
const seconds = (at: string) => Date.parse(at) / 1000
const move = (timezone: string) =>
  app.db.query({ text: 'update users set timezone = $2 where id = $1', values: [learner.userId, timezone] })

test('a reminder’s next time follows the person’s time zone [PRO-10]', async () => {
  const made = await add({ weekdays: [7, 3], time: '12:30', text: ' Stretch ' })
  expect(made).toMatchObject({
    status: 200,
    data: {
      weekdays: [3, 7],
      time: '12:30',
      is_enabled: true,
      text: 'Stretch',
      next_at: seconds('2026-12-02T11:30:00Z'),
    },
  })
  expect(made.statements).toBeLessThanOrEqual(4)
  await add({ weekdays: [3], time: '10:59' })
  const read = await learner.call('GET /user-reminders')
  expect(read.statements).toBeLessThanOrEqual(2)
  expect(read.data.map(({ time, next_at: nextAt }) => [time, nextAt])).toEqual([
    ['10:59', seconds('2026-12-09T09:59:00Z')],
    ['12:30', seconds('2026-12-02T11:30:00Z')],
  ])
})

test('a reminder sent twice with its key stays one, also at once [PRO-10]', async () => {
  const [one, other] = await Promise.all([add({}, 'same'), add({}, 'same')])
  const third = await add({ text: 'Again' }, 'same')
  expect([one.status, other.status, third.status]).toEqual([200, 200, 200])
  expect([other.data.id, third.data.id]).toEqual([one.data.id, one.data.id])
  expect(await list()).toHaveLength(1)
})

test('a reminder is changed, turned off and deleted, once [PRO-10]', async () => {
  const { id } = (await add()).data
  const changed = await change(id, plan({ time: '20:15', weekdays: [1], text: 'Read' }))
  expect(changed.data).toMatchObject({ id, time: '20:15', text: 'Read', next_at: seconds('2026-12-07T19:15:00Z') })
  expect(changed.statements).toBeLessThanOrEqual(4)
  expect((await change(id, plan({ is_enabled: false }))).data.next_at).toBeNull()
  const one = await learner.call('GET /user-reminders/:id', { params: { id } })
  expect(one.data).toMatchObject({ is_enabled: false, next_at: null })
  const remove = () => learner.call('DELETE /user-reminders/:id', { params: { id } })
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 404])
  expect(await list()).toEqual([])
  expect((await change(id, plan())).status).toBe(404)
})

test('nobody reads, changes or deletes another’s reminder [PRO-10, SEC-02]', async () => {
  const { id } = (await add()).data
  const stranger = await app.signIn()
  expect((await stranger.call('GET /user-reminders/:id', { params: { id } })).status).toBe(404)
  expect((await change(id, plan({ text: 'Mine' }), stranger)).status).toBe(404)
  expect((await stranger.call('DELETE /user-reminders/:id', { params: { id } })).status).toBe(404)
  expect(await list(stranger)).toEqual([])
  expect(await list()).toMatchObject([{ id, text: '' }])
  const key = 'shared-key'
  const own = await add({}, key)
  const others = await add({}, key, stranger)
  expect(others.data.id).not.toBe(own.data.id)
})

test('a person has at most 20 reminders [PRO-10]', async () => {
  for (let count = 0; count < 20; count++) expect((await add()).status).toBe(200)
  expect(await add()).toMatchObject({ status: 409, data: { code: 'too_many_reminders' } })
})

test('of two added at once the twenty-first is refused [PRO-10]', async () => {
  for (let count = 0; count < 19; count++) await add()
  const answers = await Promise.all(Array.from({ length: 6 }, () => add()))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409])
  expect(await list()).toHaveLength(20)
})

test.each([
  ['weekdays', { weekdays: [] }],
  ['weekdays', { weekdays: [0] }],
  ['weekdays', { weekdays: [8] }],
  ['weekdays', { weekdays: [1, 1] }],
  ['time', { time: '24:00' }],
  ['time', { time: '9:00' }],
  ['text', { text: 'x'.repeat(201) }],
])('a reminder with wrong %s is refused by its field: %o [SEC-07]', async (field, changes) => {
  const answer = await add(changes)
  expect(answer.status).toBe(422)
  expect(Object.keys(answer.data.errors ?? {}).some(key => key.startsWith(field))).toBe(true)
})

test('after a change of time zone reminders follow the new one [PRO-10]', async () => {
  await add({ weekdays: [3], time: '12:30' })
  await move('America/New_York')
  const before = (await list())[0]?.next_at
  await app.notices.sweep()
  expect([before, (await list())[0]?.next_at]).toEqual([
    seconds('2026-12-02T17:30:00Z'),
    seconds('2026-12-02T17:30:00Z'),
  ])
  const { rows } = await app.db.query({
    text: 'select unix(next_at) as at, has_moved from reminders where user_id = $1',
    values: [learner.userId],
  })
  expect(rows).toEqual([{ at: seconds('2026-12-02T17:30:00Z'), has_moved: false }])
})
