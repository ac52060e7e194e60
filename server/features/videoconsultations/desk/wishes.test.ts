import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailedApp, type MailedApp } from '#server/app/testing/mailed-app.ts'
import { at, bookAt, videoSchool, workFrom } from '#server/app/testing/video-people.ts'

let app: MailedApp
beforeAll(async () => {
  app = await startMailedApp()
})
afterAll(() => app.close())

const ten = '2026-12-08T10:00:00Z'
const noon = '2026-12-08T12:00:00Z'
let number = 0

/** A learner with a confirmed consultation, and what they are told of it from here on. */
async function booked() {
  const school = await videoSchool(app)
  const email = `wishes-${++number}@example.com`
  const learner = await school.addLearner({ email })
  const { data } = await bookAt(learner, school.kindId, ten)
  const toldUntil = async (count: number) => {
    const subjects = () =>
      app.mail.arrived.flatMap(({ envelopeTo, subject }) => (envelopeTo[0] === email ? [subject] : []))
    await expect.poll(() => subjects().length, { timeout: 15_000 }).toBe(count)
    return subjects().at(-1)
  }
  expect(await toldUntil(1)).toMatch(/confirmed/)
  return { school, learner, toldUntil, params: { id: data.id } }
}

test('a learner is told that staff propose another time, with the time and without an event [CNS-10]', async () => {
  const { school, params, toldUntil } = await booked()
  const body = { start_date_time: at(noon), reason: 'I am away' }
  await school.expert.call('POST /studio/video-consultations/:id/move', { params, body })
  expect(await toldUntil(2)).toMatch(/^Another time is proposed for your consultation: .*12:00/)
  const letter = app.mail.arrived.at(-1)
  expect(letter?.text).toContain('I am away')
  expect(letter?.raw).not.toContain('text/calendar')
})

test('each time that staff leave it as it is the learner is told, also on their devices [CNS-10]', async () => {
  const { school, learner, params, toldUntil } = await booked()
  await app.db.query({
    text: `insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
           select user_id, id, 'https://push.example/1', '', '', now() from sessions where user_id = $1`,
    values: [learner.client.userId],
  })
  for (const count of [2, 3]) {
    const asked = await learner.client.call('POST /online-consultation/:id/request', {
      params,
      body: { kind: 'cancel' },
    })
    await school.admin.call('POST /studio/video-requests/:id/decline', {
      params: { id: asked.data.request?.id ?? 0 },
      body: { reason: 'Too late' },
    })
    expect(await toldUntil(count)).toMatch(/stays as it is/)
  }
  const { rows } = await app.db.query({
    text: `select from notices where user_id = $1 and data->>'what' = 'refused'`,
    values: [learner.client.userId],
  })
  expect(rows).toHaveLength(2)
})

test('a proposed time that has passed meanwhile is not agreed to any more [CNS-10, CNS-13]', async () => {
  const { school, learner, params } = await booked()
  const move = { start_date_time: at('2026-12-07T12:00:00Z') }
  await school.expert.call('POST /studio/video-consultations/:id/move', { params, body: move })
  app.clock.set('2026-12-07T12:30:00Z')
  const answered = await learner.client.call('POST /online-consultation/:id/request/answer', {
    params,
    body: { is_agreed: true },
  })
  expect([answered.status, answered.data.code]).toEqual([409, 'slot_taken'])
  const read = await learner.client.call('GET /online-consultation/:id', { params })
  expect(read.data.start_date_time).toBe(at(ten))
})

test('where one expert would have met the learner is not said of the next one [CNS-18]', async () => {
  const { school, learner, params } = await booked()
  const place = { expert_note: 'https://meet.example/mine', expert_phone: '+34 600 000 000' }
  await school.expert.call('PUT /studio/video-consultations/:id/place', { params, body: place })
  const later = { start_date_time: at(noon), is_agreed: true }
  await school.expert.call('POST /studio/video-consultations/:id/move', { params, body: later })
  const read = async () => (await learner.client.call('GET /online-consultation/:id', { params })).data
  expect(await read()).toMatchObject(place)
  const second = await app.signIn({ role: 'expert' })
  await workFrom(second, '09:00', '13:00')
  const body = { expert_id: second.userId }
  await school.expert.call('POST /studio/video-consultations/:id/hand-over', { params, body })
  expect(await read()).toMatchObject({ expert: { id: second.userId }, expert_note: '', expert_phone: '' })
})

test.each([{}, { start_date_time: at(noon), is_agreed: true }])(
  'who takes a consultation over is told so, and who gives it away that another has it: %j',
  async moved => {
    const { school, params } = await booked()
    const second = await app.signIn({ role: 'expert', email: `taker-${++number}@example.com` })
    await workFrom(second, '09:00', '13:00')
    const before = app.mail.arrived.length
    const body = { expert_id: second.userId }
    await ('is_agreed' in moved
      ? school.admin.call('POST /studio/video-consultations/:id/move', { params, body: { ...body, ...moved } })
      : school.admin.call('POST /studio/video-consultations/:id/hand-over', { params, body }))
    const told = async () => {
      const letters = app.mail.arrived.slice(before)
      const { rows } = await app.db.query<{ role: string; email: string }>({
        text: 'select case when id = $1 then $2 else role end as role, email from users',
        values: [second.userId, 'second'],
      })
      return Object.fromEntries(
        letters.map(({ envelopeTo: [to], subject }) => [
          rows.find(({ email }) => email === to)?.role,
          subject?.split(':')[0],
        ]),
      )
    }
    await expect.poll(told, { timeout: 15_000 }).toEqual({
      learner: 'is_agreed' in moved ? 'Your consultation has been moved' : 'Your consultation is with another expert',
      expert: 'Your consultation is with another expert',
      second: 'A consultation has been given to you',
    })
  },
)

test('what is moved to an expert whose account is gone meanwhile is refused [CNS-10]', async () => {
  const { school, learner, params } = await booked()
  const asked = await learner.client.call('POST /online-consultation/:id/request', {
    params,
    body: { kind: 'move', start_date_time: at(noon) },
  })
  await app.db.query({ text: 'delete from users where id = $1', values: [school.expert.userId] })
  const request = { params: { id: asked.data.request?.id ?? 0 } }
  const approved = await school.admin.call('POST /studio/video-requests/:id/approve', request)
  expect([approved.status, approved.data.code]).toEqual([409, 'not_now'])
  const reason = { body: { reason: 'The expert has left' } }
  const cancelled = await school.admin.call('POST /studio/video-consultations/:id/cancel', { params, ...reason })
  expect(cancelled.data).toMatchObject({ status: 'cancelled', expert: null, request: null })
})
