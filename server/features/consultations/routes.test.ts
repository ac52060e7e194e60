import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditOf, type ChatPeople, eventsOf, newKey, post, startChat } from '#server/app/testing/chat-people.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { insertUserStreams, upsertCohort } from '#server/features/streams/cohort-queries.ts'

let app: TestApp
let people: ChatPeople
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-12-10T10:00:00Z')
  people = await startChat(app)
  await update('update courses set consultation_limit = 3 where id = $1', people.course.id)
  await update('update user_streams set max_consultation_count = 2 where id = $1', people.streamId)
})

const now = Date.parse('2026-12-10T10:00:00Z') / 1000
const update = (text: string, ...values: unknown[]) => app.db.query({ text, values })
const all = (client = people.learner) => client.call('GET /chats/:id/consultations', { params: { id: people.chatId } })
const order = (client = people.learner, idempotencyKey = newKey()) =>
  client.call('POST /chats/:id/consultation-orders', { params: { id: people.chatId }, idempotencyKey })
const open = (body: object = {}, client = people.expert, idempotencyKey = newKey()) =>
  client.call('POST /studio/chats/:id/consultations', { params: { id: people.chatId }, body, idempotencyKey })
const close = (id: number, body: object = {}, client = people.expert, idempotencyKey = newKey()) =>
  client.call('POST /studio/consultations/:id/close', { params: { id }, body, idempotencyKey })
const cancel = (id: number, client = people.expert) =>
  client.call('POST /studio/consultations/:id/cancel', { params: { id } })
const reopen = (id: number, client = people.expert, idempotencyKey = newKey()) =>
  client.call('POST /studio/consultations/:id/reopen', { params: { id }, idempotencyKey })
const rate = (id: number, rating: number, client = people.learner) =>
  client.call('PUT /consultations/updateRating/:id', { params: { id }, body: { id, rating } })
const decide = (id: number, verb: 'approve' | 'decline', client = people.expert) =>
  verb === 'approve'
    ? client.call('POST /studio/consultation-orders/:id/approve', { params: { id } })
    : client.call('POST /studio/consultation-orders/:id/decline', { params: { id } })
const withdraw = (id: number, client = people.learner) =>
  client.call('POST /consultation-orders/:id/withdraw', { params: { id } })
const write = async (client: TestClient, text: string) => (await post(client, people.chatId, text)).data.id

test('a consultation covers from its start to its end, an open one all from its start onward [CNS-01]', async () => {
  const { expert, chatId } = people
  const ids = [await write(expert, 'Before')]
  const opened = (await open()).data
  expect(opened).toEqual({
    id: opened.id,
    chat_channel_id: chatId,
    status: 'open',
    start_message_id: null,
    end_message_id: null,
    amount: 1,
    rating: null,
  })
  const covered = async () => {
    const { status, start_message_id: start, end_message_id: end } = (await all()).data.consultations[0]!
    return ids.map(id => start !== null && id >= start && (status === 'open' || (end !== null && id <= end)))
  }
  ids.push(await write(expert, 'Within'), await write(expert, 'Within too'))
  expect(await covered()).toEqual([false, true, true])
  const closed = (await close(opened.id)).data
  expect(closed).toMatchObject({ status: 'close', start_message_id: ids[1], end_message_id: ids[2] })
  ids.push(await write(expert, 'After'))
  expect(await covered()).toEqual([false, true, true, false])
  const back = (await open({ start_message_id: ids[3] })).data
  expect(back).toMatchObject({ start_message_id: ids[3], end_message_id: null })
  await close(back.id)
  const empty = (await open({ amount: 0 })).data
  expect((await close(empty.id)).data).toMatchObject({ start_message_id: null, end_message_id: null })
})

test('a consultation cannot begin with a message of another chat or one already covered [CNS-01]', async () => {
  const { expert } = people
  const first = await write(expert, 'First')
  const other = await startChat(app)
  const foreign = (await post(other.expert, other.chatId, 'Foreign')).data.id
  for (const start_message_id of [foreign, 987_654_321])
    expect((await open({ start_message_id })).data.errors).toHaveProperty('start_message_id')
  await close((await open({ start_message_id: first })).data.id)
  expect((await open({ start_message_id: first })).data.errors).toHaveProperty('start_message_id')
})

test('the learner rates a finished consultation, once [CNS-02]', async () => {
  const { learner, expert } = people
  const { id } = (await open()).data
  expect((await rate(id, 5)).data.code).toBe('consultation_not_closed')
  await close(id)
  expect((await rate(id, 5, expert)).status).toBe(404)
  expect((await rate(id, 5, await app.signIn())).status).toBe(404)
  const mismatch = { params: { id }, body: { id: id + 1, rating: 5 } }
  expect((await learner.call('PUT /consultations/updateRating/:id', mismatch)).data.errors).toHaveProperty('id')
  const missing = await learner.call('PUT /consultations/updateRating/:id', { params: { id }, body: { rating: 5 } })
  expect(missing.data.errors).toHaveProperty('id')
  const [closed] = (await all()).data.consultations
  const whole = { params: { id }, body: { ...closed, rating: 4 } }
  const rated = await learner.call('PUT /consultations/updateRating/:id', whole)
  expect(rated.data).toEqual({ ...closed, status: 'rated', rating: 4 })
  expect((await rate(id, 4)).data).toEqual(rated.data)
  expect((await rate(id, 1)).data.code).toBe('consultation_not_closed')
})

test('the rest counts ended consultations by amount; a course without a limit never runs out [CNS-03]', async () => {
  expect((await all()).data).toMatchObject({ consultation_limit: 3, max_consultation_count: 2, used: 0 })
  await close((await open()).data.id)
  expect((await all()).data.used).toBe(1)
  expect((await open({ amount: 2 })).data.code).toBe('consultations_over')
  const second = (await open()).data
  await close(second.id, { amount: 3 })
  expect((await all()).data.used).toBe(4)
  expect([(await open()).data.code, (await order()).data.code]).toEqual(['consultations_over', 'consultations_over'])
  await close((await open({ amount: 0 })).data.id)
  await update('update courses set consultation_limit = null where id = $1', people.course.id)
  expect((await order()).status).toBe(200)
})

test('an open consultation has used nothing; cancelled it never does, ended it can be continued until it is rated [CNS-03, STF-06, STF-13]', async () => {
  const { learner, expert, chatId } = people
  const mistaken = (await open()).data.id
  expect((await all()).data.used).toBe(0)
  for (const client of [learner, await app.signIn({ role: 'expert', brandId: 'face' })])
    expect([(await cancel(mistaken, client)).status, (await reopen(mistaken, client)).status]).not.toContain(200)
  expect((await cancel(mistaken)).status).toBe(200)
  expect((await all()).data).toMatchObject({ used: 0, consultations: [] })
  expect((await cancel(mistaken)).status).toBe(404)

  const { id } = (await open()).data
  await write(expert, 'Within')
  await close(id)
  expect((await cancel(id)).data.code).toBe('consultation_not_open')
  expect((await all()).data.used).toBe(1)
  expect((await reopen(id)).data).toMatchObject({ id, status: 'open', end_message_id: null })
  expect((await all()).data.used).toBe(0)
  await close(id)
  const asked = (await order()).data
  expect((await reopen(id)).data.code).toBe('consultation_not_reopened')
  await decide(asked.id, 'decline')
  await rate(id, 5)
  expect((await reopen(id)).data.code).toBe('consultation_not_reopened')
  const log = [...(await auditOf(app, 'consultation', mistaken)), ...(await auditOf(app, 'consultation', id))]
  expect(log.map(({ action }) => action.replace('consultation.', ''))).toEqual([
    'open',
    'cancel',
    'open',
    'close',
    'reopen',
    'close',
  ])
  expect(await eventsOf(app, chatId)).toHaveLength(10)
})

test('an ending or a resumption that is repeated late does not undo what came after it [REL-02]', async () => {
  const { expert, chatId } = people
  const { id } = (await open()).data
  const ended = (await close(id, {}, expert, 'end')).data
  expect((await close(id)).data).toEqual(ended)
  expect((await close(id, { amount: 2 })).data.code).toBe('consultation_not_open')
  const resumed = (await reopen(id, expert, 'resume')).data
  expect((await reopen(id)).data).toEqual(resumed)
  expect((await close(id, {}, expert, 'end')).data).toEqual(resumed)
  expect((await all()).data.used).toBe(0)
  const again = (await close(id, { amount: 2 })).data
  expect((await reopen(id, expert, 'resume')).data).toEqual(again)
  expect((await all()).data.used).toBe(2)
  const log = await auditOf(app, 'consultation', id)
  expect(log.map(({ action }) => action.replace('consultation.', ''))).toEqual(['open', 'close', 'reopen', 'close'])
  expect(await eventsOf(app, chatId)).toHaveLength(4)
})

test('of simultaneous cancellations and endings one succeeds [CNS-04, REL-02]', async () => {
  const { id } = (await open()).data
  await Promise.all(Array.from({ length: 10 }, (_, at) => (at % 2 ? cancel(id) : close(id))))
  const [left] = (await all()).data.consultations
  expect((await all()).data.used).toBe(left ? 1 : 0)
  const log = await auditOf(app, 'consultation', id)
  expect(log.map(({ action }) => action)).toEqual(['consultation.open', `consultation.${left ? 'close' : 'cancel'}`])
})

test('an order waits, is approved into an open consultation, and is debited when that is closed [CNS-04, STF-06, STF-13]', async () => {
  const { expert, chatId } = people
  const asked = (await order(people.learner, 'the-order')).data
  expect(asked).toEqual({ id: asked.id, chat_channel_id: chatId, status: 'waiting', created_at: now })
  expect((await order(people.learner, 'the-order')).data).toEqual(asked)
  expect((await order()).data.code).toBe('consultation_waiting')
  expect((await open()).data.code).toBe('consultation_waiting')
  const inInbox = (await expert.call('GET /studio/chats/:id', { params: { id: chatId } })).data.chat
  expect([inInbox.has_consultation_order, inInbox.has_open_consultation]).toEqual([true, false])
  const opened = (await decide(asked.id, 'approve')).data
  expect(opened).toMatchObject({ status: 'open', amount: 1 })
  const open_ = (await all()).data
  expect([open_.orders, open_.consultations]).toEqual([[{ ...asked, status: 'approved' }], [opened]])
  expect((await decide(asked.id, 'approve')).data).toEqual(opened)
  expect((await decide(asked.id, 'decline')).data.code).toBe('order_decided')
  expect((await order()).data.code).toBe('consultation_waiting')
  expect((await close(opened.id)).data.status).toBe('close')
  const second = (await order()).data
  expect((await decide(second.id, 'decline')).data.status).toBe('declined')
  expect((await decide(second.id, 'decline')).data).toEqual({ ...second, status: 'declined' })
  expect((await decide(second.id, 'approve')).data.code).toBe('order_decided')
  expect((await all()).data).toMatchObject({ used: 1, orders: [{ status: 'approved' }, { status: 'declined' }] })
  const log = [
    ...(await auditOf(app, 'consultation_order', asked.id)),
    ...(await auditOf(app, 'consultation', opened.id)),
  ]
  expect(log.map(({ actor_id, action }) => [actor_id, action])).toEqual([
    [expert.userId, 'consultation_order.approve'],
    [expert.userId, 'consultation.close'],
  ])
  expect((await eventsOf(app, chatId)).map(({ type }) => type)).toEqual(
    Array.from({ length: 5 }, () => 'consultations'),
  )
})

test('twenty equal approvals, declines or closings at once have one effect and one answer; of twenty orders one is taken [CNS-04, REL-02]', async () => {
  const { expert, chatId } = people
  const twenty = <Reply extends { status: number; data: unknown }>(send: () => Promise<Reply>) =>
    Promise.all(Array.from({ length: 20 }, send))
  const ordered = async () => {
    const orders = await twenty(() => order())
    expect(orders.filter(({ status }) => status === 409)).toHaveLength(19)
    return orders.find(({ status }) => status === 200)?.data.id ?? 0
  }
  const sameOf = async (send: () => Promise<{ status: number; data: { id: number; status: string } }>) => {
    const answers = await twenty(send)
    for (const { status, data } of answers) expect([status, data]).toEqual([200, answers[0]?.data])
    return answers[0]?.data ?? { id: 0, status: '' }
  }
  const id = await ordered()
  const opened = await sameOf(() => decide(id, 'approve'))
  expect((await sameOf(() => close(opened.id))).status).toBe('close')
  const declined = await ordered()
  await sameOf(() => decide(declined, 'decline'))
  expect((await sameOf(() => rate(opened.id, 5))).status).toBe('rated')
  await sameOf(() => open({}, expert, 'same'))
  expect((await all()).data.consultations).toHaveLength(2)
  expect(await eventsOf(app, chatId)).toHaveLength(7)
  const log = [...(await auditOf(app, 'consultation', opened.id)), ...(await auditOf(app, 'consultation_order', id))]
  expect(log.map(({ action }) => action)).toEqual(['consultation.close', 'consultation_order.approve'])
})

test('an order and a consultation at once cannot exceed what the learner has left [CNS-03, CNS-04]', async () => {
  await update('update user_streams set max_consultation_count = 1 where id = $1', people.streamId)
  const asked = (await order()).data
  // Like an expert who read the chat before the order existed.
  const { rows } = await app.db.query<{ id: number }>({
    text: 'insert into consultations (chat_id, start_number) values ($1, 1) returning id',
    values: [people.chatId],
  })
  await close(rows[0]?.id ?? 0)
  expect((await decide(asked.id, 'approve')).data.code).toBe('consultations_over')
  expect((await all()).data).toMatchObject({ used: 1, orders: [{ status: 'waiting' }] })
  expect((await decide(asked.id, 'decline')).status).toBe(200)
})

test('consultations are the learner’s and their experts’ [SEC-02]', async () => {
  const { learner, expert } = people
  const { id } = (await open()).data
  const stranger = await app.signIn()
  await update('insert into course_experts (course_id, user_id) values ($1, $2)', people.course.id, expert.userId)
  const notTeaching = await app.signIn({ role: 'expert' })
  for (const client of [stranger, notTeaching]) {
    expect((await all(client)).status).toBe(404)
    expect((await order(client)).status).toBe(404)
  }
  expect((await all(expert)).data).toEqual((await all()).data)
  expect((await order(expert)).status).toBe(404)
  expect([(await open({}, notTeaching)).status, (await close(id, {}, notTeaching)).status]).toEqual([404, 404])
  expect([(await open({}, learner)).status, (await close(id, {}, learner)).status]).toEqual([403, 403])
  expect((await close(987_654_321)).status).toBe(404)
  expect((await decide(987_654_321, 'approve')).status).toBe(404)
})

test('statements stay few [PRF-02]', async () => {
  expect((await all()).statements).toBe(2)
  const asked = await order()
  expect(asked.statements).toBe(3)
  const opened = await decide(asked.data.id, 'approve')
  expect(opened.statements).toBe(4)
  expect((await close(opened.data.id)).statements).toBe(4)
  expect((await rate(opened.data.id, 5)).statements).toBe(3)
})

test('a stream’s status includes its chat’s unread count and consultations; a demo without a chat has none [STR-04, CNS-01]', async () => {
  const { learner, expert, streamId, chatId, course } = people
  const expand = ['consultations', 'chatChannelMeta']
  const status = async () =>
    (await learner.call('GET /user-course-streams/:id/status', { params: { id: streamId }, expand })).data
  expect(await status()).toMatchObject({ consultations: [], chatChannelMeta: { id: chatId, unread: 0 } })
  const { id } = (await open()).data
  const first = await write(expert, 'Hello')
  await write(expert, 'How are you?')
  expect(await status()).toMatchObject({
    consultations: [{ id, chat_channel_id: chatId, status: 'open', start_message_id: first, end_message_id: null }],
    chatChannelMeta: { id: chatId, unread: 2 },
  })
  await update('update user_streams set is_demo = true where id = $1', streamId)
  await update('update courses set is_demo_expert_message_enabled = false where id = $1', course.id)
  expect((await status()).chatChannelMeta).toBeNull()
})

test('a place in a stream comes with as many consultations as its course gives [CNS-03]', async () => {
  const { course, learner } = people
  const cohort = await upsertCohort(app.db, course.id, '2027-01-01', '2027-02-01', 'keep-end')
  const place = { userId: learner.userId, courseId: course.id, streamId: cohort?.id, startsOn: '2027-01-01' }
  const [made] = await insertUserStreams(app.db, JSON.stringify([{ ...place, endsOn: '2027-02-01' }]))
  const { data } = await learner.call('GET /user-course-streams/:id', { params: { id: made?.id ?? 0 } })
  expect(data.max_consultation_count).toBe(3)
})

test('an order is taken back until it is decided, twice at once as well, and nothing is used by it', async () => {
  const asked = (await order()).data
  const stranger = await app.signIn()
  expect((await withdraw(asked.id, stranger)).status).toBe(404)
  expect((await withdraw(asked.id, people.expert)).status).toBe(404)
  const answers = await Promise.all([withdraw(asked.id), withdraw(asked.id)])
  expect(answers.map(({ data }) => data.status)).toEqual(['withdrawn', 'withdrawn'])
  expect((await all()).data).toMatchObject({ used: 0, orders: [{ id: asked.id, status: 'withdrawn' }] })
  expect((await decide(asked.id, 'approve')).data.code).toBe('order_decided')
  expect((await decide(asked.id, 'decline')).data.code).toBe('order_decided')
  const told = await eventsOf(app, people.chatId)
  expect(told.filter(({ type }) => type === 'consultations')).toHaveLength(2)
})

test('an order that was decided cannot be taken back; who is faster wins', async () => {
  const asked = (await order()).data
  const [taken, back] = await Promise.all([decide(asked.id, 'approve'), withdraw(asked.id)])
  const { data } = await all()
  expect(new Set([taken.status, back.status])).toEqual(new Set([200, 409]))
  expect(data.orders[0]?.status).toBe(taken.status === 200 ? 'approved' : 'withdrawn')
  expect(data.consultations).toHaveLength(taken.status === 200 ? 1 : 0)
  if (taken.status === 200) expect(back.data.code).toBe('order_decided')
})
