import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ChatPeople, insertUpload, newKey, post, read, startChat, view } from '#server/app/testing/chat-people.ts'
import type { TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { heardAfter, startUnsweptApp } from '#server/app/testing/unswept-app.ts'
import { publishMediaChange } from './message.ts'

let app: TestApp
let people: ChatPeople
beforeAll(async () => {
  app = await startUnsweptApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-12-10T10:00:00Z')
  people = await startChat(app)
})

const poll = (client: TestClient, rooms: Record<string, number | null>) =>
  client.call('POST /live/poll', { body: { rooms, wait_seconds: 0 } })
const room = () => `chat:${people.chatId}`
const heard = (client: TestClient, seq: number, act: () => Promise<unknown>) =>
  heardAfter(app, client, [room(), seq], act)

test('messages, edits, ratings and marks arrive while the chat is open [CHT-09]', async () => {
  const { learner, expert, chatId } = people
  const posted = await heard(learner, 0, () => post(expert, chatId, 'Hello'))
  const [answer] = (await read(learner, chatId)).data
  const params = { id: chatId, messageId: answer?.id ?? 0 }
  expect(posted).toEqual([
    { room: room(), seq: 1, type: 'message', data: { message: answer, learner_unread: 1, staff_unread: 0 } },
  ])
  expect(await heard(expert, 1, () => view(learner, chatId, params.messageId))).toEqual([
    {
      room: room(),
      seq: 2,
      type: 'viewed',
      data: { by: 'learner', up_to: 1, learner_unread: 0, staff_unread: 0 },
    },
  ])
  const edited = await heard(learner, 2, () =>
    expert.call('PUT /chats/:id/messages/:messageId', { params, body: { message: 'Hello!' } }),
  )
  expect(edited).toMatchObject([{ seq: 3, type: 'message', data: { message: { message: 'Hello!' } } }])
  const rated = await heard(expert, 3, () =>
    learner.call('PUT /chats/:id/messages/:messageId/rating', { params, body: { rating: 5 } }),
  )
  const [now] = (await read(expert, chatId)).data
  expect(now).toMatchObject({ message: 'Hello!', rating: 5, is_viewed: true })
  expect(rated).toMatchObject([{ seq: 4, type: 'message', data: { message: now } }])
})

test('the author hears their own message with its key, the other side without it [CHT-08, CHT-09]', async () => {
  const { learner, expert, chatId } = people
  const key = newKey()
  await post(learner, chatId, 'Mine', key)
  const heardBy = async (client: TestClient) => (await poll(client, { [room()]: 0 })).data.events[0]?.data
  expect(await heardBy(learner)).toMatchObject({ message: { message: 'Mine', client_key: key } })
  expect(await heardBy(expert)).toMatchObject({ message: { message: 'Mine', client_key: null } })
})

test('a client that was away catches up from its last known number and misses nothing [CHT-09]', async () => {
  const { learner, expert, chatId } = people
  for (let number = 1; number <= 30; number++) await post(expert, chatId, `Message ${number}`)
  const { live_seq } = (await learner.call('GET /chats/:id', { params: { id: chatId } })).data
  expect(live_seq).toBe(30)
  const { events } = (await poll(learner, { [room()]: 12 })).data
  expect(events.map(({ seq, data }) => [seq, (data as { message: { number: number } }).message.number])).toEqual(
    Array.from({ length: 18 }, (_, index) => [index + 13, index + 13]),
  )
})

test('the room of a chat is its learner’s and their experts’; the desk is the staff’s own [SEC-02]', async () => {
  const { learner, expert, course } = people
  const values = [course.id, expert.userId]
  await app.db.query({ text: 'insert into course_experts (course_id, user_id) values ($1, $2)', values })
  const refusedTo = async (client: TestClient, name: string) =>
    (await poll(client, { [name]: null })).data.refused.includes(name)
  const strangers = [await app.signIn(), await app.signIn({ role: 'expert' }), await app.signIn({ role: 'support' })]
  for (const client of strangers) expect(await refusedTo(client, room())).toBe(true)
  for (const client of [learner, expert, await app.signIn({ role: 'admin' })])
    expect(await refusedTo(client, room())).toBe(false)
  expect([await refusedTo(learner, 'desk:kurso'), await refusedTo(expert, 'desk:kurso')]).toEqual([true, false])
  expect(await refusedTo(expert, 'desk:face')).toBe(true)
  expect(await refusedTo(expert, 'chat:nonsense')).toBe(true)
  expect(await refusedTo(expert, 'chat:99999999999999999999')).toBe(true)
  const silent = await startChat(app, { isDemo: true })
  await app.db.query({
    text: 'update courses set is_demo_expert_message_enabled = false where id = $1',
    values: [silent.course.id],
  })
  expect(await refusedTo(silent.learner, `chat:${silent.chatId}`)).toBe(true)
})

test('a message is published again when its file is converted [CHT-09]', async () => {
  const { learner, expert, chatId } = people
  const file = await insertUpload(app, learner.userId, { status: 'UPLOADED' })
  const body = { file_ids: [file] }
  await learner.call('POST /chats/:id/messages', { params: { id: chatId }, body, idempotencyKey: newKey() })
  await app.db.query({ text: `update media set status = 'DONE' where id = $1`, values: [file] })
  expect(await publishMediaChange(app.db, file)).toEqual([chatId])
  expect(await publishMediaChange(app.db, 987_654_321)).toEqual([])
  const { events } = (await poll(expert, { [room()]: 1 })).data
  expect(events).toHaveLength(1)
  expect(events[0]?.data).toMatchObject({ message: { files: [{ id: file, status: 'DONE' }] } })
})
