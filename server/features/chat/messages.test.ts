import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type ChatPeople,
  eventsOf,
  insertUpload,
  newKey,
  post,
  read,
  startChat,
  view,
} from '#server/app/testing/chat-people.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'

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
const later = (seconds: number) => app.clock.set(app.clock.now + seconds * 1000)

test('a message is written, answered, and read by both, each with their own view [CHT-01, CHT-02, CHT-03]', async () => {
  const { learner, expert, chatId } = people
  const asked = await post(learner, chatId, '  Is this right?\n', 'first')
  expect(asked.status).toBe(200)
  expect(asked.data).toEqual({
    id: asked.data.id,
    dialog_id: chatId,
    number: 1,
    user_id: learner.userId,
    kind: 'message',
    message: 'Is this right?',
    client_key: 'first',
    is_viewed: false,
    created_at: now,
    updated_at: now,
    edited_at: null,
    employee: null,
    files: [],
    comments: [],
    rating: null,
    homework: null,
  })
  later(60)
  const answered = (await post(expert, chatId, 'Yes')).data
  expect(answered).toMatchObject({ number: 2, user_id: expert.userId, created_at: now + 60 })
  expect(answered.employee).toMatchObject({ id: expert.userId, isExpert: true, file: null })
  expect(answered.employee?.name).toMatch(/^Test Person \d+$/)
  const forLearner = await read(learner, chatId)
  expect(forLearner.data).toEqual([{ ...answered, client_key: null }, asked.data])
  expect((await read(expert, chatId)).data).toEqual([answered, { ...asked.data, client_key: null }])
})

test('pages of messages go back by number, in both orders, and stay stable [CHT-02, CHT-04]', async () => {
  const { learner, expert, chatId } = people
  for (let number = 1; number <= 25; number++) await post(expert, chatId, `Message ${number}`)
  const page = async (query: Record<string, unknown>) => {
    const { data, headers } = await read(learner, chatId, query)
    const figures = ['current-page', 'page-count', 'per-page', 'total-count'].map(
      name => headers[`x-pagination-${name}`],
    )
    return [data.map(message => message.number), figures.map(Number)]
  }
  expect(await page({})).toEqual([
    [25, 24, 23, 22, 21, 20, 19, 18, 17, 16],
    [1, 3, 10, 25],
  ])
  expect(await page({ page: 3 })).toEqual([
    [5, 4, 3, 2, 1],
    [3, 3, 10, 25],
  ])
  expect(await page({ page: 4 })).toEqual([[], [4, 3, 10, 25]])
  expect(await page({ sort: 'created_at', page: 2, 'per-page': 20 })).toEqual([
    [21, 22, 23, 24, 25],
    [2, 2, 20, 25],
  ])
  expect(await page({ before: 4 })).toEqual([
    [3, 2, 1],
    [1, 1, 10, 3],
  ])
  expect(await page({ before: 24, 'per-page': 2, page: 2 })).toEqual([
    [21, 20],
    [2, 12, 2, 23],
  ])
  expect(await page({ after: 22, sort: 'created_at' })).toEqual([
    [23, 24, 25],
    [1, 1, 10, 3],
  ])
  expect(await page({ after: 3, before: 6 })).toEqual([
    [5, 4],
    [1, 1, 10, 2],
  ])
  expect(await page({ after: 25 })).toEqual([[], [1, 0, 10, 0]])
  expect(await page({ before: Number.MAX_SAFE_INTEGER, page: 1_000_000, 'per-page': 100 })).toEqual([
    [],
    [1_000_000, 1, 100, 25],
  ])
  expect((await read(learner, chatId, { before: '1e300' })).status).toBe(422)
})

test('somebody else’s chat is not found, for reading or writing [SEC-02, CHT-03]', async () => {
  const { learner, expert, chatId } = people
  const message = (await post(learner, chatId, 'Private')).data
  const stranger = await app.signIn()
  const elsewhere = await app.signIn({ role: 'expert', brandId: 'face' })
  await app.db.query({
    text: 'insert into course_experts (course_id, user_id) values ($1, $2)',
    values: [people.course.id, expert.userId],
  })
  const notTeaching = await app.signIn({ role: 'expert' })
  for (const [client, appId] of [
    [stranger, 'kurso'],
    [elsewhere, 'face'],
    [notTeaching, 'kurso'],
    [await app.signIn({ role: 'support' }), 'kurso'],
  ] as const) {
    const messageParams = { id: chatId, messageId: message.id }
    const answers = await Promise.all([
      client.call('GET /chats/:id', { params: { id: chatId }, appId }),
      client.call('GET /chats/:id/messages', { params: { id: chatId }, appId }),
      client.call('POST /chats/:id/messages', { params: { id: chatId }, body: { message: 'x' }, appId }),
      client.call('PUT /chats/:id/messages/:messageId', { params: messageParams, body: { message: 'x' }, appId }),
      client.call('PUT /chats/:id/messages/:messageId/rating', { params: messageParams, body: { rating: 1 }, appId }),
      client.call('PUT /chats/:id/messages/:messageId/viewed', {
        params: messageParams,
        body: { is_viewed: 1 },
        appId,
      }),
    ])
    expect(answers.map(answer => answer.status)).toEqual([404, 404, 404, 404, 404, 404])
  }
  expect((await app.visitor.call('GET /chats')).status).toBe(401)
  expect((await read(await app.signIn({ role: 'admin' }), chatId)).status).toBe(200)
  const other = await startChat(app)
  expect((await view(other.learner, other.chatId, message.id)).status).toBe(404)
})

test('a message has text or files; blanks alone are nothing, and the refusal speaks the language [CHT-08]', async () => {
  const { learner, chatId } = people
  const send = (body: object, language: 'en' | 'ru' | 'es') =>
    learner.call('POST /chats/:id/messages', { params: { id: chatId }, body, language })
  for (const [body, language, text] of [
    [{}, 'en', 'Message required'],
    [{ message: ' \n\t\u3000' }, 'ru', 'Введите сообщение'],
    [{ message: '', file_ids: [] }, 'es', 'Escribe un mensaje'],
  ] as const) {
    const { status, data } = await send(body, language)
    expect([status, data.code, data.errors]).toEqual([422, 'message_required', { message: [text] }])
  }
  expect((await send({ message: 'x'.repeat(5001) }, 'en')).data.errors).toHaveProperty('message')
  expect((await send({ message: 'a\0b' }, 'en')).status).toBe(422)
  expect((await send({ message: 'a\ud800b' }, 'en')).status).toBe(422)
  expect((await read(learner, chatId)).data).toEqual([])
})

test('files are the author’s own photos and videos, received; each comes with its message in order [CHT-07, CHT-08]', async () => {
  const { learner, expert, chatId } = people
  const photo = await insertUpload(app, learner.userId)
  const video = await insertUpload(app, learner.userId, { type: 1, status: 'UPLOADED' })
  const send = (file_ids: number[]) =>
    learner.call('POST /chats/:id/messages', { params: { id: chatId }, body: { file_ids } })
  const refused = async (plan: Parameters<typeof insertUpload>[2], ownerId = learner.userId) => {
    const { status, data } = await send([photo, await insertUpload(app, ownerId, plan)])
    return [status, data.code, Object.keys(data.errors ?? {})]
  }
  expect(await refused({ status: 'NOT_UPLOADED' })).toEqual([409, 'files_uploading', ['file_ids']])
  expect(await refused({ status: 'FAIL' })).toEqual([422, 'file_unusable', ['file_ids']])
  expect(await refused({ type: 4 })).toEqual([422, 'file_unusable', ['file_ids']])
  expect(await refused({ isPrivate: false })).toEqual([422, 'file_unusable', ['file_ids']])
  expect(await refused({}, expert.userId)).toEqual([422, 'file_unusable', ['file_ids']])
  expect((await send([987_654_321])).data.code).toBe('file_unusable')
  expect((await send(Array.from({ length: 11 }, (_, index) => index + 1))).status).toBe(422)
  const sent = await send([video, photo])
  expect(sent.data.files.map(file => [file.id, file.status])).toEqual([
    [video, 'UPLOADED'],
    [photo, 'DONE'],
  ])
  expect(sent.data.files[1]?.urls?.large).toContain('l.jpg')
  const [kept] = (await read(expert, chatId)).data
  expect(kept?.files.map(file => file.id)).toEqual([video, photo])
})

test('a clock that is set back by an hour does not keep a learner from writing [CHT-06]', async () => {
  const { learner, chatId } = people
  await post(learner, chatId, 'One', 'one')
  later(-3600)
  expect((await learner.call('GET /chats/:id', { params: { id: chatId } })).data.message_delay_left).toBe(0)
  expect((await post(learner, chatId, 'Two', 'two')).status).toBe(200)
  expect((await post(learner, chatId, 'Three', 'three')).status).toBe(429)
})

test('two messages of a learner need the delay between them, and the refusal says how much is left [CHT-06, SEC-03]', async () => {
  const { learner, expert, chatId } = people
  await post(learner, chatId, 'One', 'one')
  later(3.5)
  const soon = await post(learner, chatId, 'Two', 'two')
  expect([soon.status, soon.data.code, soon.headers['retry-after']]).toEqual([429, 'message_too_soon', '12'])
  expect((await post(learner, chatId, 'One', 'one')).status).toBe(200)
  const chat = (await learner.call('GET /chats/:id', { params: { id: chatId } })).data
  expect([chat.message_delay, chat.message_delay_left]).toEqual([15, 12])
  expect((await post(expert, chatId, 'A')).status).toBe(200)
  expect((await post(expert, chatId, 'B')).status).toBe(200)
  later(11.499)
  expect((await post(learner, chatId, 'Two', 'two')).headers['retry-after']).toBe('1')
  later(0.001)
  expect((await post(learner, chatId, 'Two', 'two')).status).toBe(200)
  const other = await startChat(app)
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => post(other.learner, other.chatId, `${n}`)))
  expect(answers.filter(answer => answer.status === 200)).toHaveLength(1)
  expect(answers.filter(answer => answer.status === 429)).toHaveLength(19)
})

test('a changed agreement about writing applies within a minute, even to somebody who has just written [CHT-12]', async () => {
  const { learner, chatId, streamId } = people
  expect((await post(learner, chatId, 'One')).status).toBe(200)
  const text = 'update user_streams set message_expires_at = to_timestamp($2) where id = $1'
  await app.db.query({ text, values: [streamId, now] })
  later(61)
  const refused = await post(learner, chatId, 'Two')
  expect([refused.status, refused.data.code]).toEqual([403, 'chat_closed'])
})

test('50 posts of one message at once are one message [CHT-08, REL-02]', async () => {
  const { learner, chatId } = people
  const answers = await Promise.all(Array.from({ length: 50 }, () => post(learner, chatId, 'Once', 'the-key')))
  expect(answers.map(answer => answer.status)).toEqual(Array.from({ length: 50 }, () => 200))
  expect(new Set(answers.map(answer => answer.data.id)).size).toBe(1)
  const { data } = await read(learner, chatId)
  expect(data.map(message => [message.number, message.message])).toEqual([[1, 'Once']])
  expect(await eventsOf(app, chatId)).toHaveLength(1)
})

test('1,000 posts, many equal and most of them retried, are each there once with numbers without gaps [CHT-08, REL-02]', {
  timeout: 120_000,
}, async () => {
  const { learner, expert, chatId } = people
  const texts = Array.from({ length: 1000 }, (_, index) => (index % 20 === 0 ? 'Equal' : `Text ${index}`))
  const sends = texts.flatMap((text, index) =>
    Array.from({ length: 1 + (index % 3) }, () => ({ text, key: `k${index}` })),
  )
  const shuffled = sends
    .map((send, index) => ({ send, at: (index * 7919) % sends.length }))
    .sort((a, b) => a.at - b.at)
    .map(({ send }) => send)
  const idByKey = new Map<string, Set<number>>()
  for (let from = 0; from < shuffled.length; from += 40) {
    const some = shuffled.slice(from, from + 40)
    const answers = await Promise.all(some.map(({ text, key }) => post(expert, chatId, text, key)))
    for (const [index, { data, status }] of answers.entries()) {
      expect(status).toBe(200)
      const key = some[index]?.key ?? ''
      idByKey.set(key, (idByKey.get(key) ?? new Set()).add(data.id))
    }
  }
  expect([...idByKey.values()].every(ids => ids.size === 1)).toBe(true)
  const { rows } = await app.db.query<{ number: number; text: string }>({
    text: 'select number, text from chat_messages where chat_id = $1 order by number',
    values: [chatId],
  })
  expect(rows.map(row => row.number)).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1))
  expect(rows.map(row => row.text).sort()).toEqual([...texts].sort())
  expect(Number((await read(learner, chatId)).headers['x-pagination-total-count'])).toBe(1000)
  const chat = (await learner.call('GET /chats/:id', { params: { id: chatId } })).data
  expect([chat.message_count, chat.unread_count, chat.live_seq]).toEqual([1000, 1000, 1000])
})

test('a message without a key is a new message each time', async () => {
  const { expert, chatId } = people
  const send = () => expert.call('POST /chats/:id/messages', { params: { id: chatId }, body: { message: 'Hello' } })
  expect((await send()).data.id).not.toBe((await send()).data.id)
  expect((await post(expert, chatId, 'x', newKey())).data.number).toBe(3)
})

test('a file removed while it is being posted: nothing is written, and a retry says why [CHT-07, SEC-07]', async () => {
  const { learner, chatId } = people
  const fileId = await insertUpload(app, learner.userId)
  const send = () =>
    learner.call('POST /chats/:id/messages', {
      params: { id: chatId },
      body: { file_ids: [fileId] },
      idempotencyKey: 'k',
    })
  const other = app.db.ownConnection()
  await other.connect()
  await other.query('begin')
  await other.query('delete from media where id = $1', [fileId])
  const posting = send()
  await expect
    .poll(
      async () =>
        (
          await other.query(
            `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          )
        ).rowCount,
    )
    .toBe(1)
  await other.query('commit')
  await other.end()
  const answer = await posting
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1'])
  expect((await send()).data.code).toBe('file_unusable')
  expect((await read(learner, chatId)).data).toEqual([])
})
