import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailedApp, type MailedApp } from '#server/app/testing/mailed-app.ts'
import { auditOf } from '#server/app/testing/chat-people.ts'
import { at, bookAt, kindOf, newKey, videoSchool, workFrom } from '#server/app/testing/video-people.ts'

let app: MailedApp
beforeAll(async () => {
  app = await startMailedApp()
})
afterAll(() => app.close())

const ten = '2026-12-08T10:00:00Z'
const noon = '2026-12-08T12:00:00Z'

async function withBalance(userId: number, amount: number) {
  await app.db.query({
    text: `insert into user_scores (user_id, amount, type, source) values ($1, $2, 'gift', 'start')`,
    values: [userId, amount],
  })
}
const balanceOf = async (client: { call: MailedApp['visitor']['call'] }) =>
  (await client.call('GET /user-score/amount')).data.amount

test('staff confirm, decline, complete and say who did not come; the learner hears, and all is logged [CNS-16]', async () => {
  const school = await videoSchool(app, { needs_confirmation: true })
  const learner = await school.addLearner()
  const stranger = await app.signIn({ role: 'expert' })
  const booked = await bookAt(learner, school.kindId, ten)
  expect(booked.data).toMatchObject({ status: 'pending', state: 'waiting' })
  const params = { id: booked.data.id }
  expect((await school.admin.call('GET /studio/video-consultations/waiting')).data.map(({ id }) => id)).toContain(
    params.id,
  )
  expect((await stranger.call('POST /studio/video-consultations/:id/confirm', { params })).status).toBe(403)
  expect((await stranger.call('GET /studio/video-consultations/:id', { params })).status).toBe(403)
  const confirmed = await school.expert.call('POST /studio/video-consultations/:id/confirm', { params })
  expect(confirmed.data).toMatchObject({
    status: 'confirmed',
    is_managed: true,
    learner: { id: learner.client.userId },
  })
  expect((await school.expert.call('POST /studio/video-consultations/:id/confirm', { params })).status).toBe(200)
  const late = await school.expert.call('POST /studio/video-consultations/:id/decline', {
    params,
    body: { reason: 'No' },
  })
  expect(late.data.code).toBe('not_now')
  expect((await school.expert.call('POST /studio/video-consultations/:id/complete', { params })).data.code).toBe(
    'not_now',
  )
  app.clock.set('2026-12-08T11:05:00Z')
  expect((await school.expert.call('POST /studio/video-consultations/:id/complete', { params })).data.state).toBe(
    'complete',
  )
  const rating = (value: number) =>
    learner.client.call('POST /online-consultation/:id/rating', { params, body: { rating: value, comment: 'Good' } })
  const rated = await rating(5)
  expect(rated.data).toMatchObject({ status: 'rated', rating: 5, rating_comment: 'Good' })
  expect((await rating(5)).data).toEqual(rated.data)
  expect((await rating(1)).data.code).toBe('rated_already')
  const history = await learner.client.call('GET /online-consultation', { query: { show: 'history' } })
  expect(history.data.map(({ id }) => id)).toEqual([params.id])
  const actions = (await auditOf(app, 'consultation', params.id)).map(({ action }) => action)
  expect(actions).toEqual(['consultation.confirm', 'consultation.complete'])
})

test('points pay once, and come back when staff cancel or the expert does not come [CNS-16]', async () => {
  const school = await videoSchool(app, { points: 50 })
  const learner = await school.addLearner()
  await withBalance(learner.client.userId, 70)
  const unpaid = await bookAt(learner, school.kindId, ten)
  expect(unpaid.data).toMatchObject({ code: 'way_unknown', errors: { pay_by: [expect.any(String)] } })
  const booked = await bookAt(learner, school.kindId, ten, { pay_by: 'points' })
  expect(booked.data).toMatchObject({ status: 'confirmed', pay_by: 'points' })
  expect(await balanceOf(learner.client)).toBe(20)
  expect((await bookAt(learner, school.kindId, noon, { pay_by: 'points' })).data.code).toBe('points_short')
  const cancel = (reason: string) =>
    school.admin.call('POST /studio/video-consultations/:id/cancel', {
      params: { id: booked.data.id },
      body: { reason },
    })
  expect((await cancel(' ')).data.code).toBe('reason_needed')
  expect((await cancel('The expert is ill')).data).toMatchObject({
    state: 'cancelled',
    cancel_reason: 'The expert is ill',
  })
  await cancel('Again')
  expect(await balanceOf(learner.client)).toBe(70)
  const again = await bookAt(learner, school.kindId, ten, { pay_by: 'points' })
  app.clock.set('2026-12-08T10:20:00Z')
  const params = { id: again.data.id }
  await school.expert.call('POST /studio/video-consultations/:id/missed', { params, body: { by: 'expert' } })
  expect(await balanceOf(learner.client)).toBe(70)
})

test('the consultations of the stream are taken by chat and video alike, never more than there are [CNS-16]', async () => {
  const school = await videoSchool(app, { takes_quota: true })
  await app.db.query({ text: 'update courses set consultation_limit = 1 where id = $1', values: [school.course.id] })
  const learner = await school.addLearner()
  await app.db.query({
    text: 'update user_streams set max_consultation_count = 1 where id = $1',
    values: [learner.streamId],
  })
  const left = async () => (await learner.client.call('GET /course/online-consultations')).data[0]?.left
  expect(await left()).toBe(1)
  const booked = await bookAt(learner, school.kindId, ten)
  expect(booked.data).toMatchObject({ status: 'confirmed', pay_by: 'quota' })
  expect(await left()).toBe(0)
  expect((await bookAt(learner, school.kindId, noon)).data.code).toBe('none_left')
  const { rows } = await app.db.query<{ id: number }>({
    text: 'select id from chats where user_stream_id = $1',
    values: [learner.streamId],
  })
  const inChat = await learner.client.call('GET /chats/:id/consultations', { params: { id: rows[0]?.id ?? 0 } })
  expect(inChat.data).toMatchObject({ max_consultation_count: 1, used: 1 })
  await school.admin.call('POST /studio/video-consultations/:id/cancel', {
    params: { id: booked.data.id },
    body: { reason: 'Ill' },
  })
  expect(await left()).toBe(1)
})

test('a learner asks to move or cancel, and staff do it with one press [CNS-10]', async () => {
  const school = await videoSchool(app)
  const learner = await school.addLearner()
  const booked = await bookAt(learner, school.kindId, ten)
  const params = { id: booked.data.id }
  const ask = (body: Record<string, unknown>) =>
    learner.client.call('POST /online-consultation/:id/request', { params, body })
  expect((await ask({ kind: 'move' })).data.code).toBe('time_needed')
  expect((await ask({ kind: 'move', start_date_time: at('2026-12-08T20:00:00Z') })).data.code).toBe('slot_taken')
  const asked = await ask({ kind: 'move', start_date_time: at(noon), reason: 'Work' })
  expect(asked.data.request).toMatchObject({
    kind: 'move',
    asked_by: 'learner',
    start_date_time: at(noon),
    reason: 'Work',
  })
  expect((await ask({ kind: 'cancel' })).data.code).toBe('request_waiting')
  const request = { id: asked.data.request?.id ?? 0 }
  const waiting = await school.admin.call('GET /studio/video-consultations/waiting')
  expect(waiting.data.find(({ id }) => id === params.id)?.request).toMatchObject({ kind: 'move' })
  const support = await app.signIn({ role: 'support' })
  const approved = await support.call('POST /studio/video-requests/:id/approve', { params: request })
  expect(approved.data).toMatchObject({ start_date_time: at(noon), status: 'confirmed', request: null })
  expect((await support.call('POST /studio/video-requests/:id/approve', { params: request })).data.code).toBe(
    'request_decided',
  )
  const withdrawn = async () => {
    await ask({ kind: 'cancel' })
    return learner.client.call('POST /online-consultation/:id/request/withdraw', { params })
  }
  expect((await withdrawn()).data.request).toBeNull()
  expect((await learner.client.call('POST /online-consultation/:id/request/withdraw', { params })).status).toBe(200)
  const last = await ask({ kind: 'cancel', reason: 'No time' })
  const declined = { params: { id: last.data.request?.id ?? 0 }, body: { reason: 'Too late' } }
  expect((await support.call('POST /studio/video-requests/:id/decline', declined)).data.status).toBe('confirmed')
  const again = await ask({ kind: 'cancel', reason: 'Please' })
  const cancelled = await support.call('POST /studio/video-requests/:id/approve', {
    params: { id: again.data.request?.id ?? 0 },
  })
  expect(cancelled.data).toMatchObject({ state: 'cancelled', request: null })
  expect((await ask({ kind: 'cancel' })).data.code).toBe('not_now')
})

test('staff who move a confirmed one ask the learner first [CNS-10]', async () => {
  const school = await videoSchool(app)
  const learner = await school.addLearner()
  const other = await school.addLearner()
  const booked = await bookAt(learner, school.kindId, ten)
  await bookAt(other, school.kindId, '2026-12-08T11:00:00Z')
  const params = { id: booked.data.id }
  const move = (body: Record<string, unknown>) =>
    school.expert.call('POST /studio/video-consultations/:id/move', { params, body })
  const proposed = await move({ start_date_time: at(noon), reason: 'I am away' })
  expect(proposed.data).toMatchObject({
    start_date_time: at(ten),
    request: { asked_by: 'staff', start_date_time: at(noon) },
  })
  expect((await move({ start_date_time: at(noon) })).data.code).toBe('request_waiting')
  const agree = (is_agreed: boolean) =>
    learner.client.call('POST /online-consultation/:id/request/answer', { params, body: { is_agreed } })
  expect((await agree(true)).data).toMatchObject({ start_date_time: at(noon), request: null })
  expect((await agree(false)).data.code).toBe('request_decided')
  expect((await move({ start_date_time: at('2026-12-08T11:00:00Z'), is_agreed: true })).data.code).toBe('slot_taken')
  expect((await move({ start_date_time: at('2026-12-08T09:00:00Z'), is_agreed: true })).data.start_date_time).toBe(
    at('2026-12-08T09:00:00Z'),
  )
  expect((await move({ start_date_time: at(noon), expert_id: learner.client.userId })).data.code).toBe('unknown_expert')
})

test('a consultation is handed over to an expert who is free, and takes place where its expert says [CNS-16]', async () => {
  const school = await videoSchool(app)
  const second = await app.signIn({ role: 'expert' })
  await workFrom(second, '09:00', '13:00')
  const kind = await school.admin.call('POST /studio/video-kinds', {
    body: kindOf([second.userId]),
    idempotencyKey: newKey(),
  })
  const [learner, other] = [await school.addLearner(), await school.addLearner()]
  const booked = await bookAt(learner, school.kindId, ten)
  const busy = await bookAt(other, kind.data.id, ten)
  const params = { id: booked.data.id }
  const handOver = () =>
    school.expert.call('POST /studio/video-consultations/:id/hand-over', { params, body: { expert_id: second.userId } })
  const third = await app.signIn({ role: 'expert' })
  const colleagues = async () => {
    const { data } = await school.expert.call('GET /studio/video-consultations/:id/experts', { params })
    return data.filter(one => [school.expert, second, third].some(({ userId }) => userId === one.expert.id))
  }
  const freeIds = async () => (await colleagues()).flatMap(one => (one.is_free ? [one.expert.id] : []))
  expect((await colleagues()).map(one => one.expert.id)).toEqual([second.userId, third.userId])
  expect(await freeIds()).toEqual([])
  expect((await handOver()).data.code).toBe('slot_taken')
  await school.admin.call('POST /studio/video-consultations/:id/cancel', {
    params: { id: busy.data.id },
    body: { reason: 'Ill' },
  })
  expect(await freeIds()).toEqual([second.userId])
  expect((await handOver()).data).toMatchObject({ expert: { id: second.userId }, is_managed: false })
  const closed = await school.expert.call('GET /studio/video-consultations/:id/experts', { params })
  expect(closed.data.code).toBe('not_allowed')
  const place = (body: Record<string, string>) =>
    second.call('PUT /studio/video-consultations/:id/place', {
      params,
      body: { expert_note: '', expert_phone: '', ...body },
    })
  expect((await place({ expert_phone: 'x' })).data.code).toBe('phone_unfit')
  await place({ expert_note: 'https://meet.example/1', expert_phone: '+34 600 000 000' })
  const read = await learner.client.call('GET /online-consultation/:id', { params })
  expect(read.data).toMatchObject({ expert_note: 'https://meet.example/1', expert_phone: '+34 600 000 000' })
})
