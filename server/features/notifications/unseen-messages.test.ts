import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ChatPeople, post, startChat, view } from '#server/app/testing/chat-people.ts'
import {
  addPupil,
  handIn,
  homeworkOf,
  insertHomeworkCourse,
  judge,
  reviewOf,
} from '#server/app/testing/homework-people.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import { tellUnseen } from './notify.ts'
import { type PushService, startPushService } from './testing/push-receiver.ts'

let app: TestApp
let service: PushService
let people: ChatPeople
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
  app.clock.set('2026-12-10T10:00:00Z')
  people = await startChat(app)
  await app.db.query({
    text: `update told_messages set last_message_id = (select coalesce(max(id), 0) from chat_messages)`,
  })
  await people.learner.call('POST /push-subscriptions', { body: service.subscribe('phone') })
})

const wait = async (seconds: number) => {
  app.clock.set(app.clock.now + seconds * 1000)
  await app.notices.sweep()
}
const shown = () => service.arrived.map(one => one.shown)

test('an expert’s message that nobody has seen for a minute reaches the phone, once', async () => {
  const { expert, chatId } = people
  await post(expert, chatId, 'Well  done,\nkeep going')
  await wait(59)
  expect(shown()).toEqual([])
  await wait(1)
  await wait(60)
  expect(shown()).toEqual([
    {
      title: expect.stringContaining('Test Person'),
      body: 'Well done, keep going',
      url: `/chat/${chatId}`,
      tag: `chat-${chatId}`,
    },
  ])
  expect(service.arrived[0]?.headers).toMatchObject({ urgency: 'normal', topic: `chat-${chatId}` })
})

test('messages the learner has seen or written cause no notice', async () => {
  const { expert, learner, chatId } = people
  const seen = (await post(expert, chatId, 'Hello')).data.id
  await post(learner, chatId, 'Hi')
  await view(learner, chatId, seen)
  await wait(120)
  expect(service.asked).toEqual([])
})

test('a message seen between two attempts is no longer notified', async () => {
  const { expert, learner, chatId } = people
  const { id } = (await post(expert, chatId, 'Hello')).data
  service.answers.push({ status: 503 })
  await wait(60)
  expect(service.asked).toHaveLength(1)
  await view(learner, chatId, id)
  await wait(600)
  expect(service.asked).toHaveLength(1)
})

test('a newer message does not delay the notice of an older one, and gets its own in time', async () => {
  const { expert, chatId } = people
  await post(expert, chatId, 'First')
  app.clock.set(app.clock.now + 30_000)
  await post(expert, chatId, 'Second')
  await wait(30)
  expect(shown().map(({ body }) => body)).toEqual(['First'])
  await wait(30)
  expect(shown().map(({ body }) => body)).toEqual(['First', 'Second'])
})

test('nodes that sweep at once notify once, and hostile text stays text', async () => {
  const { expert, chatId } = people
  const text = `<img src=x onerror=alert(1)> ${'ж'.repeat(3000)}`
  await post(expert, chatId, text)
  app.clock.set(app.clock.now + 60_000)
  await Promise.all([app.notices.sweep(), app.notices.sweep(), app.notices.sweep()])
  await app.notices.sweep()
  expect(shown()).toHaveLength(1)
  expect(shown()[0]?.body).toMatch(/^<img src=x onerror=alert\(1\)> ж+…$/)
  expect([...(shown()[0]?.body ?? '')]).toHaveLength(160)
})

test('without a device a message is listed and nothing is sent', async () => {
  const { expert, learner, chatId } = people
  await learner.call('DELETE /push-subscriptions')
  await post(expert, chatId, 'Hello')
  await wait(60)
  const { rows } = await app.db.query({
    text: `select count(*)::int as listed, count(d.id)::int as sent
      from notices n left join notice_deliveries d on d.notice_id = n.id where n.user_id = $1`,
    values: [learner.userId],
  })
  expect(rows).toEqual([{ listed: 1, sent: 0 }])
})

test.each(['DONE', 'FAIL'] as const)('a verdict that nobody has seen leads to its homework: %s', async verdict => {
  const course = await insertHomeworkCourse(app)
  const pupil = await addPupil(app, course)
  const homeworkId = homeworkOf(course, 'required')
  await pupil.client.call('POST /push-subscriptions', { body: service.subscribe(`phone-${verdict}`) })
  await handIn(pupil, homeworkId)
  await judge(people.expert, await reviewOf(pupil, homeworkId), { verdict, message: 'Look at this' })
  await wait(60)
  expect(shown()).toEqual([
    {
      title: 'Your homework has been reviewed',
      body: expect.stringContaining(verdict === 'DONE' ? 'approved' : 'sent it back'),
      url: `/homework/${pupil.streamId}/${homeworkId}`,
      tag: `homework-${homeworkId}`,
    },
  ])
})

test('however many messages nobody has looked at, no more are read at a time than are told', async () => {
  const { db, clock } = app
  await db.query({
    text: `insert into chat_messages (chat_id, number, author_id, is_expert, text, client_key, created_at)
      select $1, n, $2, false, 'Tea', 'old ' || n, to_timestamp($3) - interval '1 day' from generate_series(1, 20000) n`,
    values: [people.chatId, people.learner.userId, clock.now / 1000],
  })
  await db.query({ text: 'analyze chat_messages' })
  const read = await db.inTransaction(async tx => {
    const isMore = await tellUnseen(tx, clock.now)
    expect(isMore).toBe(true)
    const { rows } = await tx.query<{ read: number }>({
      text: `select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'chat_messages'`,
    })
    return rows[0]?.read
  })
  // A batch, and little of what other tests have left.
  expect(read).toBeGreaterThanOrEqual(500)
  expect(read).toBeLessThan(1000)
})
