import { afterAll, beforeAll, beforeEach, expect, test, describe } from 'vitest'
import {
  type ChatPeople,
  chatOf,
  post,
  read,
  startChat,
  view,
  auditOf,
  eventsOf,
  insertUpload,
} from '#server/app/testing/chat-people.ts'
import { enrol, freeze } from '#server/app/testing/course-fixture.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

describe('chats', () => {
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
  const list = (client = people.learner) => client.call('GET /chats')
  const one = (id = people.chatId, client = people.learner) => client.call('GET /chats/:id', { params: { id } })

  test('a chat comes with its course, its stream and its last message, in the learner’s language [CHT-01, CHT-02]', async () => {
    const { learner, expert, course, streamId, chatId } = people
    const empty = (await one()).data
    expect(empty).toEqual({
      id: chatId,
      title: 'Course',
      stream_id: streamId,
      course_id: course.id,
      picture: null,
      stream_status: 'open',
      is_expert_message_enable: true,
      closed_reason: null,
      message_expires_date: null,
      message_delay: 15,
      message_delay_left: 0,
      unread_count: 0,
      message_count: 0,
      last_message: null,
      live_seq: 0,
    })
    await post(expert, chatId, 'Welcome')
    const own = (await post(learner, chatId, 'Thanks')).data
    const { data } = await learner.call('GET /chats', { language: 'ru' })
    expect(data).toEqual([
      {
        ...empty,
        title: 'Course по-русски',
        message_delay_left: 15,
        unread_count: 1,
        message_count: 2,
        last_message: { id: own.id, message: 'Thanks', is_own: true, kind: 'message', files_count: 0, created_at: now },
        live_seq: 2,
      },
    ])
  })

  test('chats of open streams come first, then not started, frozen, stopped, ended [CHT-05]', async () => {
    const { learner, course } = people
    const place = (startsOn: string, terms = {}) => enrol(app.db, course, learner.userId, { startsOn, ...terms })
    const ended = await place('2026-10-01', { endsOn: '2026-10-20' })
    const frozen = await place('2026-12-02')
    await freeze(app.db, frozen, '2026-12-09', '2026-12-11')
    const stopped = await place('2026-12-03', { isOptionalPurchase: true })
    const later = await place('2026-12-20')
    const quiet = await place('2026-12-04')
    await post(people.expert, await chatOf(app, ended), 'Goodbye')
    await post(people.expert, people.chatId, 'Hello')
    expect((await list()).data.map(chat => [chat.stream_id, chat.stream_status])).toEqual([
      [people.streamId, 'open'],
      [quiet, 'open'],
      [later, 'not_started'],
      [frozen, 'freeze'],
      [stopped, 'stopped'],
      [ended, 'ended'],
    ])
  })

  test('a demo course decides whether there is a chat, and whether its learners write [CHT-05, CHT-11]', async () => {
    const demo = await startChat(app, { isDemo: true })
    const { learner, expert, course, chatId } = demo
    const flags = (expertMessages: boolean, userMessages: boolean) =>
      update(
        'update courses set is_demo_expert_message_enabled = $2, is_demo_user_message_enabled = $3 where id = $1',
        course.id,
        expertMessages,
        userMessages,
      )
    await post(expert, chatId, 'Hello')
    await flags(true, false)
    expect((await one(chatId, learner)).data.closed_reason).toBe('demo')
    const refused = await learner.call('POST /chats/:id/messages', {
      params: { id: chatId },
      body: { message: 'Hi' },
      language: 'es',
    })
    expect([refused.status, refused.data.code]).toEqual([403, 'chat_closed'])
    expect(refused.data.message).toBe('Ya no se puede escribir en este chat, pero puedes leerlo')
    expect((await read(learner, chatId)).data).toHaveLength(1)
    await flags(false, true)
    expect((await list(learner)).data).toEqual([])
    const [message] = (await read(expert, chatId)).data
    const hidden = [
      await one(chatId, learner),
      await read(learner, chatId),
      await post(learner, chatId, 'Hi'),
      await view(learner, chatId, message?.id ?? 0),
    ]
    expect(hidden.map(answer => answer.status)).toEqual([404, 404, 404, 404])
    await update('update user_streams set course_full_access = true where id = $1', demo.streamId)
    expect((await list(learner)).data).toHaveLength(1)
    expect((await post(learner, chatId, 'Hi')).status).toBe(200)
  })

  test('writing ends with the agreed date while reading goes on; what was sent before stays sent [CHT-12]', async () => {
    const { learner, expert, streamId, chatId } = people
    await update('update user_streams set message_expires_at = to_timestamp($2) where id = $1', streamId, now + 60)
    const sent = await post(learner, chatId, 'In time', 'in-time')
    expect((await one()).data).toMatchObject({ closed_reason: null, message_expires_date: now + 60 })
    app.clock.set((now + 60) * 1000)
    expect((await one()).data.closed_reason).toBe('expired')
    expect([
      (await post(learner, chatId, 'Late')).data.code,
      (await post(learner, chatId, 'x', 'in-time')).data.id,
    ]).toEqual(['chat_closed', sent.data.id])
    const edit = { params: { id: chatId, messageId: sent.data.id }, body: { message: 'Changed' } }
    expect((await learner.call('PUT /chats/:id/messages/:messageId', edit)).data.code).toBe('chat_closed')
    expect((await post(expert, chatId, 'Goodbye')).status).toBe(200)
    expect((await read(learner, chatId)).data.map(({ message }) => message)).toEqual(['Goodbye', 'In time'])
  })

  test('a stream that ended closes its chat for writing where no date was agreed [CHT-12]', async () => {
    await update(`update user_streams set ends_on = '2026-12-09' where id = $1`, people.streamId)
    expect((await one()).data).toMatchObject({ stream_status: 'ended', closed_reason: 'stream' })
    expect((await post(people.learner, people.chatId, 'Hello')).data.code).toBe('chat_closed')
  })

  test('the number of statements is the same for one chat and fifty, one message and a hundred [PRF-02]', async () => {
    const { learner, expert, course, chatId } = people
    await list()
    const first = (await post(expert, chatId, 'First')).data
    expect((await list()).statements).toBe(2)
    for (let day = 1; day < 50; day++)
      await enrol(app.db, course, learner.userId, {
        startsOn: new Date(Date.UTC(2026, 8, day)).toISOString().slice(0, 10),
      })
    const fifty = await list()
    expect([fifty.data.length, fifty.statements]).toEqual([50, 2])
    expect((await one()).statements).toBe(2)
    expect((await read(learner, chatId)).statements).toBe(2)
    for (let number = 2; number <= 100; number++) await post(expert, chatId, `${number}`)
    const hundred = await read(learner, chatId, { 'per-page': 100 })
    expect([hundred.data.length, hundred.statements]).toEqual([100, 2])
    expect((await post(learner, chatId, 'Mine')).statements).toBe(3)
    expect((await post(expert, chatId, 'Ours')).statements).toBeLessThanOrEqual(4)
    expect((await view(learner, chatId, first.id)).statements).toBe(3)
    const params = { id: chatId, messageId: first.id }
    const rated = await learner.call('PUT /chats/:id/messages/:messageId/rating', { params, body: { rating: 5 } })
    expect(rated.statements).toBe(3)
    const edited = await expert.call('PUT /chats/:id/messages/:messageId', { params, body: { message: 'Changed' } })
    expect([edited.status, edited.statements]).toEqual([200, 4])
  })
})

describe('a message is changed, rated or viewed', () => {
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

  test('one’s own message is edited, and both sides see that it was [CHT-03]', async () => {
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

  test('other people’s and homework messages cannot be edited, and none can be emptied [CHT-03, CHT-08]', async () => {
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

  test('a viewed mark covers all of the other side’s messages up to it, once; both counts follow [CHT-03]', async () => {
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

  test('whatever is posted and seen at once, the counts match the unseen messages', async () => {
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

  test('the learner rates an expert’s answer and may change the rating; nothing else can be rated [CHT-13]', async () => {
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
})
