import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { outboxFolder } from '#server/app/messengers.ts'
import { type ChatPeople, post, startChat } from '#server/app/testing/chat-people.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import { insertConsultation } from '#server/features/videocalls/testing/insert-consultation.ts'
import { notify } from '../notify.ts'
import { lettersIn } from '../testing/letters.ts'
import { type PushService, startPushService } from '../testing/push-receiver.ts'

let app: TestApp
let service: PushService
let people: ChatPeople
let email = ''
let number = 0
beforeAll(async () => {
  service = await startPushService()
  app = await startTestApp({ given: { notifications: { keys: undefined, allowPrivate: true } } })
})
afterAll(async () => {
  await app.close()
  await service.close()
})
beforeEach(async () => {
  service.clear()
  await app.db.query({ text: 'delete from notices' })
  await app.db.query({
    text: 'update told_messages set last_message_id = (select coalesce(max(id), 0) from chat_messages)',
  })
  email = `sleeping-${++number}@example.com`
  // Half past ten in the evening in Madrid.
  app.clock.set('2026-12-10T21:30:00Z')
  people = await startChat(app)
  await app.db.query({
    text: `update users set email = $2, is_email_validated = true, timezone = 'Europe/Madrid' where id = $1`,
    values: [people.learner.userId, email],
  })
  await people.learner.call('POST /push-subscriptions', { body: service.subscribe(`phone-${number}`) })
})

const at = async (time: string) => {
  app.clock.set(time)
  await app.notices.sweep()
}
const answer = async (text: string) => {
  await post(people.expert, people.chatId, text)
  app.clock.set(app.clock.now + 60_000)
  await app.notices.sweep()
}
const setHours = (from_time: string, until_time: string, is_on = true) =>
  people.learner.call('PUT /user-quiet-hours', { body: { is_on, from_time, until_time } })
const choose = (way: 'push' | 'letter', kind: 'message' | 'day' = 'message') =>
  people.learner.call('PUT /user-notice-choices', { body: { kind, way } })
const shown = () => service.arrived.map(({ shown: { body } }) => body)
const letters = async () => (await lettersIn(outboxFolder(app.dataDir))).filter(({ to }) => to === email)

test('what happens in the usual quiet hours is listed at once, and sent when they end, however often it was looked at [PRO-17]', async () => {
  const usual = { is_on: true, from_time: '22:00', until_time: '08:00' }
  expect((await people.learner.call('GET /user-quiet-hours')).data).toEqual(usual)
  await answer('Good night')
  expect((await people.learner.call('GET /user-notices', { query: { page: 1 } })).data).toMatchObject([
    { text: 'Good night' },
  ])
  for (let minute = 0; minute < 8; minute++) await at(`2026-12-11T0${minute}:59:59Z`.replace('07:', '06:'))
  expect(service.asked).toEqual([])
  await at('2026-12-11T07:00:00Z')
  await at('2026-12-11T07:00:05Z')
  expect(shown()).toEqual(['Good night'])
})

test('e-mails wait, too; what failed and would be tried again in the night waits as well [PRO-17]', async () => {
  await choose('letter')
  await answer('By e-mail')
  expect(await letters()).toEqual([])
  await at('2026-12-11T07:00:00Z')
  expect(await letters()).toHaveLength(1)
  await choose('push')
  app.clock.set('2026-12-11T20:58:00Z')
  service.answers.push({ status: 503 })
  await answer('Late')
  expect([service.asked.length, shown()]).toEqual([1, []])
  await at('2026-12-11T21:00:00Z')
  expect(service.asked).toHaveLength(1)
  await at('2026-12-12T07:00:00Z')
  expect(shown()).toEqual(['Late'])
})

test('hours of one’s own hold from then on, for what waits already as well; without any nothing waits [PRO-17]', async () => {
  await answer('First')
  expect(shown()).toEqual([])
  const own = { is_on: true, from_time: '23:00', until_time: '06:30' }
  expect((await setHours('23:00', '06:30')).data).toEqual(own)
  expect((await setHours('23:00', '06:30')).data).toEqual(own)
  await app.notices.sweep()
  expect(shown()).toEqual(['First'])
  app.clock.set('2026-12-10T22:10:00Z')
  await answer('Second')
  expect(shown()).toEqual(['First'])
  await setHours('23:00', '06:30', false)
  expect((await people.learner.call('GET /user-quiet-hours')).data).toEqual({ ...own, is_on: false })
  await app.notices.sweep()
  expect(shown()).toEqual(['First', 'Second'])
  expect((await people.expert.call('GET /user-quiet-hours')).data).toMatchObject({ until_time: '08:00' })
})

test('what is being sent just then is not sent twice by a change of the hours [PRO-17]', async () => {
  await setHours('22:00', '08:00', false)
  service.answers.push({ status: 503 })
  await answer('Once')
  const due = async () =>
    (await app.db.query<{ due: Date }>({ text: 'select due_at as due from notice_deliveries where attempts = 1' })).rows
  const before = await due()
  await setHours('13:00', '14:00', false)
  expect([before.length, await due()]).toEqual([1, before])
})

test('what waits comes in no way that was given up meanwhile, and by e-mail to no address that is not confirmed [PRO-16] [PRO-17]', async () => {
  await choose('letter')
  await answer('By e-mail')
  await choose('push')
  await at('2026-12-11T07:00:00Z')
  expect([await letters(), shown()]).toEqual([[], []])
  app.clock.set('2026-12-11T21:30:00Z')
  await answer('To the device')
  await choose('letter')
  await answer('To another address')
  const another = { text: 'update users set is_email_validated = false where id = $1', values: [people.learner.userId] }
  await app.db.query(another)
  await at('2026-12-12T07:00:00Z')
  expect([await letters(), shown()]).toEqual([[], []])
})

test('what waits is sent at once when its person moves to a time zone where it is day [PRO-17]', async () => {
  await answer('Good afternoon')
  expect(shown()).toEqual([])
  const text = `update users set timezone = 'America/Los_Angeles' where id = $1`
  await app.db.query({ text, values: [people.learner.userId] })
  await app.notices.sweep()
  expect(shown()).toEqual(['Good afternoon'])
})

test.each([
  ['from_time', { from_time: '24:00' }],
  ['until_time', { until_time: '8:00' }],
  ['until_time', { from_time: '08:00', until_time: '08:00' }],
])('hours with a wrong %s are refused by that field: %o [PRO-17, SEC-07]', async (field, wrong) => {
  const body = { is_on: true, from_time: '22:00', until_time: '08:00', ...wrong }
  const { status, data } = await people.learner.call('PUT /user-quiet-hours', { body })
  expect([status, Object.keys(data.errors ?? {})]).toEqual([422, [field]])
})

test('reminders come at their own hour, and a consultation that is near is told in the night; a later one waits [PRO-17]', async () => {
  const { learner, expert, streamId } = people
  const weekdays = [1, 2, 3, 4, 5, 6, 7]
  await learner.call('POST /user-reminders', {
    body: { weekdays, time: '22:45', is_enabled: true, text: 'Sleep well' },
  })
  await at('2026-12-10T21:45:00Z')
  expect(shown()).toEqual(['Sleep well'])
  const startsAt = (time: string) => Date.parse(time)
  const tell = async (
    kind: 'consultation' | 'consultation_day' | 'consultation_soon',
    what: 'moved' | 'recorded' | 'soon' | 'tomorrow',
    at: number,
  ) => {
    service.clear()
    const ids = { learnerId: learner.userId, expertId: expert.userId, streamId, startsAt: at }
    const consultationId = await insertConsultation(app.db, ids)
    const key = `${kind} ${what} ${at}`
    await notify(
      app.db,
      [{ kind, what, startsAt: at / 1000, userId: learner.userId, key, consultationId }],
      app.clock.now,
    )
    await app.notices.sweep()
    return service.arrived.length
  }
  expect(await tell('consultation_soon', 'soon', startsAt('2026-12-10T22:00:00Z'))).toBe(1)
  expect(await tell('consultation_day', 'tomorrow', startsAt('2026-12-11T21:45:00Z'))).toBe(1)
  expect(await tell('consultation', 'moved', startsAt('2026-12-11T07:59:00Z'))).toBe(1)
  expect(await tell('consultation', 'moved', startsAt('2026-12-11T08:30:00Z'))).toBe(0)
  expect(await tell('consultation', 'recorded', startsAt('2026-12-10T12:00:00Z'))).toBe(0)
  await at('2026-12-11T07:00:00Z')
  expect(service.arrived).toHaveLength(2)
})

test.each([
  [false, ['Day 2 · Course']],
  [true, []],
])(
  'a day that opens at midnight is sent in the morning, also without quiet hours, unless it was begun by then: %s [PRO-17]',
  async (isBegun, expected) => {
    const { learner, streamId, course } = people
    await choose('push', 'day')
    await setHours('22:00', '08:00', false)
    await app.db.query({ text: `update user_streams set starts_on = '2026-12-10' where id = $1`, values: [streamId] })
    await app.notices.sweep()
    await at('2026-12-11T06:59:00Z')
    expect(shown()).toEqual([])
    expect((await learner.call('GET /user-notices', { query: { page: 1 } })).data).toMatchObject([{ kind: 'day' }])
    if (isBegun)
      await app.db.query({
        text: 'insert into day_statuses (user_stream_id, day_id, started_at) values ($1, $2, now())',
        values: [streamId, course.days[1]?.id],
      })
    await at('2026-12-11T07:00:00Z')
    expect(shown()).toEqual(expected)
  },
)
