import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  auditOf,
  type ChatPeople,
  eventsOf,
  insertUpload,
  post,
  read,
  startChat,
  view,
} from '#server/app/testing/chat-people.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let app: TestApp
let people: ChatPeople
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-12-10T10:00:00Z')
  people = await startChat(app)
})

const edit = (client: TestClient, messageId: number, message: string) =>
  client.call('PUT /chats/:id/messages/:messageId', { params: { id: people.chatId, messageId }, body: { message } })
const rate = (client: TestClient, messageId: number, rating: number) =>
  client.call('PUT /chats/:id/messages/:messageId/rating', {
    params: { id: people.chatId, messageId },
    body: { rating },
  })
const unread = async () => {
  const { learner, expert, chatId } = people
  const seen = (await learner.call('GET /chats/:id', { params: { id: chatId } })).data.unread_count
  const staff = (await expert.call('GET /studio/chats/:id', { params: { id: chatId } })).data.chat.unread_count
  return { learner: seen, staff }
}

test('one’s own message is changed, and both see that it was [CHT-03]', async () => {
  const { learner, expert, chatId } = people
  const { data: message } = await post(learner, chatId, 'Befor')
  app.clock.set('2026-12-10T10:01:00Z')
  const changed = await edit(learner, message.id, ' Before ')
  const at = Date.parse('2026-12-10T10:01:00Z') / 1000
  expect(changed.data).toEqual({ ...message, message: 'Before', edited_at: at, updated_at: at })
  expect((await read(expert, chatId)).data).toEqual([{ ...changed.data, client_key: null }])
  expect(await eventsOf(app, chatId)).toEqual([
    { seq: 1, type: 'message', data: { message_id: message.id } },
    { seq: 2, type: 'message', data: { message_id: message.id } },
  ])
  expect((await edit(learner, message.id, 'Before')).status).toBe(200)
  expect(await eventsOf(app, chatId)).toHaveLength(2)
})

test('messages of others and of homework are not changed, and none is emptied [CHT-03, CHT-08]', async () => {
  const { learner, expert, chatId } = people
  const { data: asked } = await post(learner, chatId, 'Question')
  const { data: answer } = await post(expert, chatId, 'Answer')
  expect((await edit(learner, answer.id, 'x')).data.code).toBe('message_not_editable')
  expect((await edit(expert, asked.id, 'x')).data.code).toBe('message_not_editable')
  expect((await edit(learner, asked.id, '  ')).data.errors).toHaveProperty('message')
  expect((await edit(learner, 987_654_321, 'x')).status).toBe(404)
  await app.db.query({ text: `update chat_messages set kind = 'submission' where id = $1`, values: [asked.id] })
  expect((await edit(learner, asked.id, 'x')).data.code).toBe('message_not_editable')
  const file = await insertUpload(app, expert.userId)
  const photo = await expert.call('POST /chats/:id/messages', {
    params: { id: chatId },
    body: { message: 'Look', file_ids: [file] },
  })
  expect((await edit(expert, photo.data.id, '')).data).toMatchObject({ message: '', files: [{ id: file }] })
  expect(await auditOf(app, 'message', photo.data.id)).toEqual([
    { actor_id: expert.userId, action: 'message.edit', detail: { chat_id: chatId } },
  ])
})

test('a mark covers all of the other side up to it, once; both counts follow [CHT-03]', async () => {
  const { learner, expert, chatId } = people
  const answers = [await post(expert, chatId, '1'), await post(expert, chatId, '2')]
  await post(learner, chatId, '3')
  answers.push(await post(expert, chatId, '4'))
  const ids = answers.map(({ data }) => data.id)
  expect(await unread()).toEqual({ learner: 3, staff: 1 })
  const events = (await eventsOf(app, chatId)).length
  expect((await view(learner, chatId, ids[1] ?? 0)).data).toEqual({ id: ids[1], is_viewed: true, unread_count: 1 })
  expect(await unread()).toEqual({ learner: 1, staff: 1 })
  const marks = await Promise.all(Array.from({ length: 20 }, () => view(learner, chatId, ids[2] ?? 0)))
  expect(marks.every(({ data }) => data.unread_count === 0)).toBe(true)
  await view(learner, chatId, ids[0] ?? 0)
  expect((await eventsOf(app, chatId)).slice(events)).toEqual([
    { seq: events + 1, type: 'viewed', data: { chat_id: chatId, by_expert: 0, up_to: 2 } },
    { seq: events + 2, type: 'viewed', data: { chat_id: chatId, by_expert: 0, up_to: 4 } },
  ])
  expect((await read(learner, chatId)).data.map(({ number, is_viewed }) => [number, is_viewed])).toEqual([
    [4, true],
    [3, false],
    [2, true],
    [1, true],
  ])
  expect((await view(expert, chatId, ids[2] ?? 0)).data.unread_count).toBe(0)
  expect(await unread()).toEqual({ learner: 0, staff: 0 })
})

test('whatever is posted and seen at once, the counts are those of the messages not seen', async () => {
  const { learner, expert, chatId } = people
  const ids: number[] = []
  for (let round = 0; round < 10; round++) {
    const posts = await Promise.all([
      ...Array.from({ length: 5 }, (_, n) => post(expert, chatId, `${round} ${n}`)),
      ...ids.slice(-2).map(id => view(learner, chatId, id)),
    ])
    ids.push(...posts.slice(0, 5).map(({ data }) => data.id))
  }
  const { rows } = await app.db.query<{ unseen: number }>({
    text: `select count(*)::int as unseen from chat_messages m join chats k on k.id = m.chat_id
      where k.id = $1 and m.is_expert and m.number > k.learner_seen`,
    values: [chatId],
  })
  expect((await unread()).learner).toBe(rows[0]?.unseen)
})

test('the learner rates an expert’s answer, and may think again; nothing else is rated [CHT-13]', async () => {
  const { learner, expert, chatId } = people
  const { data: asked } = await post(learner, chatId, 'Question')
  const { data: answer } = await post(expert, chatId, 'Answer')
  expect((await rate(learner, answer.id, 5)).data).toMatchObject({ id: answer.id, rating: 5 })
  for (const again of [3, 3]) expect((await rate(learner, answer.id, again)).data.rating).toBe(again)
  expect((await read(expert, chatId)).data[0]?.rating).toBe(3)
  expect((await eventsOf(app, chatId)).map(({ data }) => data['message_id'])).toEqual([
    asked.id,
    answer.id,
    answer.id,
    answer.id,
  ])
  expect([(await rate(learner, asked.id, 5)).data.code, (await rate(expert, answer.id, 5)).status]).toEqual([
    'not_an_answer',
    403,
  ])
  for (const rating of [0, 6, 2.5]) expect((await rate(learner, answer.id, rating)).status).toBe(422)
})
