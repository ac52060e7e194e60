import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  auditOf,
  type ChatPeople,
  chatOf,
  eventsOf,
  insertUpload,
  newKey,
  post,
  read,
  startChat,
} from '#server/app/testing/chat-people.ts'
import { enrol } from '#server/app/testing/course-fixture.ts'
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

const now = Date.parse('2026-12-10T10:00:00Z') / 1000
const update = (text: string, ...values: unknown[]) => app.db.query({ text, values })
const teachOnly = (courseId: number, userId: number) =>
  update('insert into course_experts (course_id, user_id) values ($1, $2)', courseId, userId)
const inbox = (query: Record<string, unknown> = {}, client = people.expert) =>
  client.call('GET /studio/chats', { query: { course_id: people.course.id, ...query } })
const idsOf = async (query: Record<string, unknown> = {}, client = people.expert) =>
  (await inbox(query, client)).data.map(chat => chat.id)
const own = (chatId: number, userId: number | null, client = people.expert) =>
  client.call('PUT /studio/chats/:id/owner', { params: { id: chatId }, body: { user_id: userId } })
const detail = (chatId = people.chatId, client = people.expert) =>
  client.call('GET /studio/chats/:id', { params: { id: chatId } })

async function anotherLearner(name: string) {
  const learner = await app.signIn({ email: `${name}-${people.chatId}@example.com` })
  const chatId = await chatOf(app, await enrol(app.db, people.course, learner.userId))
  return { learner, chatId }
}

test('the inbox has the chats of the courses one teaches, longest waiting first [STF-06]', async () => {
  const { learner, expert, course, streamId, chatId } = people
  const quiet = await anotherLearner('quiet')
  const second = await anotherLearner('second')
  await post(learner, chatId, 'First')
  app.clock.set('2026-12-10T10:05:00Z')
  await post(second.learner, second.chatId, 'Second')
  app.clock.set('2026-12-10T10:06:00Z')
  await post(learner, chatId, 'Still waiting')
  const { data, headers } = await inbox()
  expect(data.map(chat => chat.id)).toEqual([chatId, second.chatId, quiet.chatId])
  expect(Number(headers['x-pagination-total-count'])).toBe(3)
  expect(data[0]).toMatchObject({
    learner: { id: learner.userId, timezone: 'UTC', language: 'en' },
    course_id: course.id,
    course_title: 'Course',
    stream_id: streamId,
    stream_status: 'open',
    unread_count: 2,
    message_count: 2,
    waiting_since: now,
    owner: null,
    last_message: { message: 'Still waiting', is_expert: false, files_count: 0, created_at: now + 360 },
    has_open_consultation: false,
    live_seq: 2,
  })
  await post(expert, chatId, 'Answer')
  expect((await inbox()).data.map(chat => [chat.id, chat.waiting_since])).toEqual([
    [second.chatId, now + 300],
    [chatId, null],
    [quiet.chatId, null],
  ])
  await teachOnly(course.id, (await app.signIn({ role: 'expert' })).userId)
  expect(await idsOf()).toEqual([])
  expect((await detail()).status).toBe(404)
  expect(await idsOf({}, await app.signIn({ role: 'admin' }))).toHaveLength(3)
  expect((await inbox({}, learner)).status).toBe(403)
})

test('filters, search and pages of the inbox [STF-06]', async () => {
  const { learner, expert, chatId } = people
  const second = await anotherLearner('under_score')
  const third = await anotherLearner('percent%')
  await post(learner, chatId, 'Waits')
  await post(expert, second.chatId, 'Mine')
  await post(await app.signIn({ role: 'expert' }), third.chatId, 'Another’s')
  const found = async (query: Record<string, unknown>) => (await idsOf(query)).sort((a, b) => a - b)
  expect(await found({ show: 'waiting' })).toEqual([chatId])
  expect(await found({ show: 'unread' })).toEqual([chatId])
  expect(await found({ show: 'mine' })).toEqual([second.chatId])
  expect(await found({ show: 'free' })).toEqual([chatId])
  expect(await found({ show: 'all' })).toEqual([chatId, second.chatId, third.chatId])
  expect(await found({ search: 'UNDER_' })).toEqual([second.chatId])
  expect(await found({ search: '%' })).toEqual([third.chatId])
  expect(await found({ search: `'; drop table chats; --` })).toEqual([])
  expect(await found({ search: ' test person ' })).toEqual([chatId, second.chatId, third.chatId])
  expect((await inbox({ search: 'a\0b' })).status).toBe(422)
  const page = await inbox({ page: 2, 'per-page': 2 })
  expect([page.data.length, Number(page.headers['x-pagination-page-count'])]).toEqual([1, 2])
  const past = await inbox({ page: 9 })
  expect([past.data, Number(past.headers['x-pagination-total-count'])]).toEqual([[], 3])
  expect([(await inbox()).statements, (await detail()).statements]).toEqual([2, 2])
})

test('the first answer takes an unassigned chat; it can be reassigned to somebody who teaches the course [STF-06, STF-13]', async () => {
  const { learner, expert, course, chatId } = people
  const colleague = await app.signIn({ role: 'expert' })
  await post(learner, chatId, 'Question')
  await post(expert, chatId, 'Answer')
  await post(colleague, chatId, 'More')
  expect((await detail()).data.chat.owner?.id).toBe(expert.userId)
  expect((await own(chatId, colleague.userId)).data.owner?.id).toBe(colleague.userId)
  expect((await own(chatId, colleague.userId)).status).toBe(200)
  expect((await own(chatId, null, colleague)).data.owner).toBeNull()
  await teachOnly(course.id, expert.userId)
  const strangers = [
    learner,
    await app.signIn({ role: 'support' }),
    colleague,
    await app.signIn({ brandId: 'face', role: 'admin' }),
  ]
  for (const { userId } of strangers) {
    const refused = await own(chatId, userId)
    expect([refused.status, refused.data.code, Object.keys(refused.data.errors ?? {})]).toEqual([
      422,
      'unknown_owner',
      ['user_id'],
    ])
  }
  expect((await own(chatId, 987_654_321)).data.code).toBe('unknown_owner')
  expect((await own(chatId, colleague.userId, colleague)).status).toBe(404)
  const staff = (await detail()).data.staff.map(({ id }) => id)
  expect(staff).toContain(expert.userId)
  expect(staff).not.toContain(colleague.userId)
  const log = await auditOf(app, 'chat', chatId)
  expect(log.map(({ actor_id, action, detail }) => [actor_id, action, detail['user_id']])).toEqual([
    [expert.userId, 'chat.owner', expert.userId],
    [expert.userId, 'chat.owner', colleague.userId],
    [colleague.userId, 'chat.owner', null],
  ])
})

test('a chat is answered with photos and films, alone or with words, and its learner sees them in their order [STF-06]', async () => {
  const { learner, expert, chatId } = people
  const film = await insertUpload(app, expert.userId, { type: 1 })
  const photo = await insertUpload(app, expert.userId)
  await post(learner, chatId, 'Like this?')
  for (const message of ['', 'So it is right']) {
    const body = { message, file_ids: message ? [film, photo] : [await insertUpload(app, expert.userId)] }
    const sent = await expert.call('POST /chats/:id/messages', {
      params: { id: chatId },
      body,
      idempotencyKey: newKey(),
    })
    expect(sent.status).toBe(200)
  }
  const seen = (await read(learner, chatId)).data.filter(({ employee }) => employee !== null)
  expect(seen.map(({ message }) => message).toSorted()).toEqual(['', 'So it is right'])
  expect(seen.find(({ message }) => message)?.files.map(({ id, urls }) => [id, urls !== undefined])).toEqual([
    [film, true],
    [photo, true],
  ])
  expect((await inbox()).data).toMatchObject([{ id: chatId, owner: { id: expert.userId }, waiting_since: null }])
})

test('a chat handed over waits, unread, for the colleague until they answer or take it [STF-06]', async () => {
  const { learner, expert, chatId } = people
  const colleague = await app.signIn({ role: 'expert' })
  await post(learner, chatId, 'Question')
  await post(expert, chatId, 'Answer')
  const { data } = await expert.call('GET /chats/:id/messages', { params: { id: chatId } })
  const params = { id: chatId, messageId: data.at(-1)?.id ?? 0 }
  await expert.call('PUT /chats/:id/messages/:messageId/viewed', { params, body: { is_viewed: 1 } })
  const shown = async (client: TestClient) => [
    await idsOf({ show: 'waiting' }, client),
    await idsOf({ show: 'unread' }, client),
  ]
  expect((await own(chatId, colleague.userId)).data.handed_at).toBe(now)
  expect([await shown(colleague), await shown(expert)]).toEqual([
    [[chatId], [chatId]],
    [[], []],
  ])
  app.clock.set('2026-12-10T10:10:00Z')
  expect((await own(chatId, colleague.userId)).data.handed_at).toBe(now)
  expect((await own(chatId, colleague.userId, colleague)).data.handed_at).toBeNull()
  expect(await shown(colleague)).toEqual([[], []])

  await own(chatId, expert.userId, colleague)
  expect(await shown(expert)).toEqual([[chatId], [chatId]])
  await post(colleague, chatId, 'A last word of mine')
  expect(await shown(expert)).toEqual([[chatId], [chatId]])
  await post(expert, chatId, 'Here I am')
  expect(await shown(expert)).toEqual([[], []])
  await own(chatId, colleague.userId)
  expect((await own(chatId, null)).data.handed_at).toBeNull()
})

test('messages are found by their words, in the forms of three languages, by who teaches the course [STF-06]', async () => {
  const { learner, expert, course, chatId } = people
  const second = await anotherLearner('other')
  await post(learner, chatId, 'Сделала все упражнения, but my knees hurt')
  await post(expert, chatId, '¿Cuántas repeticiones haces?')
  await post(second.learner, second.chatId, 'Everything is fine')
  for (const search of ['упражнение', 'упраж', 'Knee', 'knees hurt', 'repetición', 'hurt сделала'])
    expect([search, await idsOf({ search })]).toEqual([search, [chatId]])
  for (const search of ['knee fine', 'nothing', '&', "knee' | 'fine", '%'])
    expect([search, await idsOf({ search })]).toEqual([search, []])
  expect(await idsOf({ search: 'fine' })).toEqual([second.chatId])
  await teachOnly(course.id, (await app.signIn({ role: 'expert' })).userId)
  expect(await idsOf({ search: 'knee' })).toEqual([])
})

test('of many simultaneous first answers one takes the chat, and the log says whose [STF-06, STF-13]', async () => {
  const { learner, chatId } = people
  await post(learner, chatId, 'Question')
  const experts: TestClient[] = []
  for (let index = 0; index < 8; index++) experts.push(await app.signIn({ role: 'expert' }))
  await Promise.all(experts.map(client => post(client, chatId, 'Answer')))
  const { owner } = (await detail()).data.chat
  expect((await auditOf(app, 'chat', chatId)).map(({ actor_id }) => actor_id)).toEqual([owner?.id])
})

test('notes are for staff only: they appear in no answer and no room of the learner [STF-06, STF-13]', async () => {
  const { learner, expert, chatId } = people
  await post(learner, chatId, 'Question')
  const secret = 'Be patient with her'
  const leave = (client: TestClient, text: string, idempotencyKey = newKey()) =>
    client.call('POST /studio/chats/:id/notes', { params: { id: chatId }, body: { text }, idempotencyKey })
  const note = await leave(expert, secret, 'one')
  expect(note.data).toMatchObject({ text: secret, created_at: now, author: { id: expert.userId } })
  expect((await leave(expert, secret, 'one')).data.id).toBe(note.data.id)
  expect((await detail()).data.notes).toEqual([note.data])
  expect((await leave(learner, 'x')).status).toBe(403)
  const { status, data } = await leave(expert, '  ')
  expect([status, data.code, Object.keys(data.errors ?? {})]).toEqual([422, 'invalid_input', ['text']])
  const elsewhere = await app.signIn({ role: 'expert', brandId: 'face' })
  const foreign = { params: { id: chatId }, body: { text: 'x' }, appId: 'face' }
  expect((await elsewhere.call('POST /studio/chats/:id/notes', foreign)).status).toBe(404)
  const seen = await Promise.all([
    learner.call('GET /chats'),
    learner.call('GET /chats/:id', { params: { id: chatId } }),
    read(learner, chatId),
  ])
  expect(JSON.stringify([seen.map(({ data }) => data), await eventsOf(app, chatId)])).not.toContain(secret)
  expect(await eventsOf(app, chatId)).toHaveLength(1)
  expect((await auditOf(app, 'chat', chatId)).map(({ action }) => action)).toEqual(['chat.note'])
})

test('saved phrases are one’s own [STF-06, STF-13]', async () => {
  const { expert, learner } = people
  const other = await app.signIn({ role: 'expert' })
  const body = { shortcut: 'hi', text: 'Hello, and welcome!' }
  const add = (idempotencyKey: string) => expert.call('POST /studio/phrases', { body, idempotencyKey })
  const phrase = (await add('p')).data
  expect(phrase).toEqual({ id: phrase.id, ...body, sort: 0 })
  expect((await add('p')).data.id).toBe(phrase.id)
  const params = { id: phrase.id }
  const changed = { shortcut: '', text: 'Hello!', sort: 3 }
  expect((await other.call('PUT /studio/phrases/:id', { params, body: changed })).status).toBe(404)
  expect((await other.call('DELETE /studio/phrases/:id', { params })).status).toBe(404)
  expect((await other.call('GET /studio/phrases')).data).toEqual([])
  expect((await learner.call('GET /studio/phrases')).status).toBe(403)
  await expert.call('PUT /studio/phrases/:id', { params, body: changed })
  await add('q')
  expect((await expert.call('GET /studio/phrases')).data.map(({ text, sort }) => [text, sort])).toEqual([
    ['Hello, and welcome!', 0],
    ['Hello!', 3],
  ])
  expect((await expert.call('DELETE /studio/phrases/:id', { params })).status).toBe(200)
  expect((await expert.call('DELETE /studio/phrases/:id', { params })).status).toBe(404)
  expect((await auditOf(app, 'phrase', phrase.id)).map(({ action }) => action)).toEqual([
    'phrase.add',
    'phrase.change',
    'phrase.remove',
  ])
})

test('an expert who learns in a course of their own writes there as a learner [STF-06]', async () => {
  const { expert, course } = people
  const chatId = await chatOf(app, await enrol(app.db, course, expert.userId))
  expect((await post(expert, chatId, 'My own question')).data.employee).toBeNull()
  expect(await idsOf({ show: 'waiting' })).toEqual([])
  expect((await detail(chatId)).status).toBe(404)
})
