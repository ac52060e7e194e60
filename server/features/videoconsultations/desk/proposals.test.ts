import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailedApp, type MailedApp } from '#server/app/testing/mailed-app.ts'
import { at, bookAt, kindOf, newKey, videoSchool, workFrom } from '#server/app/testing/video-people.ts'

let app: MailedApp
beforeAll(async () => {
  app = await startMailedApp()
})
afterAll(() => app.close())

const ten = '2026-12-08T10:00:00Z'
const eleven = '2026-12-08T11:00:00Z'
const noon = '2026-12-08T12:00:00Z'

/** The subjects of the letters to somebody about proposals. */
const proposalsTo = (email: string) =>
  app.mail.arrived.filter(
    ({ envelopeTo, subject }) => envelopeTo[0] === email && subject?.startsWith('Another time is proposed'),
  ).length

test('staff propose another time for what waits to be confirmed; the learner who agrees has it confirmed', async () => {
  const school = await videoSchool(app, { needs_confirmation: true })
  const learner = await school.addLearner()
  const booked = await bookAt(learner, school.kindId, ten)
  const params = { id: booked.data.id }
  const propose = (time: string) =>
    school.expert.call('POST /studio/video-consultations/:id/move', {
      params,
      body: { start_date_time: at(time), is_agreed: false, reason: 'I am away' },
    })
  const answer = (is_agreed: boolean) =>
    learner.client.call('POST /online-consultation/:id/request/answer', { params, body: { is_agreed } })
  expect((await propose(noon)).data).toMatchObject({
    status: 'pending',
    start_date_time: at(ten),
    request: { asked_by: 'staff', start_date_time: at(noon), reason: 'I am away' },
  })
  expect((await answer(false)).data).toMatchObject({ status: 'pending', request: null })
  await propose(eleven)
  expect((await answer(true)).data).toMatchObject({ status: 'confirmed', start_date_time: at(eleven), request: null })
})

test('a proposal answers what the learner asked for, and each one is told by letter', async () => {
  const school = await videoSchool(app)
  const learner = await school.addLearner({ email: 'wanda@example.com' })
  const booked = await bookAt(learner, school.kindId, ten)
  const params = { id: booked.data.id }
  const ask = () =>
    learner.client.call('POST /online-consultation/:id/request', {
      params,
      body: { kind: 'move', start_date_time: at(eleven) },
    })
  await ask()
  const propose = () =>
    school.expert.call('POST /studio/video-consultations/:id/move', {
      params,
      body: { start_date_time: at(noon), reason: 'Only later' },
    })
  expect((await propose()).data.request).toMatchObject({ asked_by: 'staff', start_date_time: at(noon) })
  await expect.poll(() => proposalsTo('wanda@example.com')).toBe(1)
  await learner.client.call('POST /online-consultation/:id/request/answer', { params, body: { is_agreed: false } })
  await propose()
  await expect.poll(() => proposalsTo('wanda@example.com')).toBe(2)
})

test.each(['asked for', 'proposed'])('what is %s goes with a consultation to whom it is given', async by => {
  const school = await videoSchool(app)
  const second = await app.signIn({ role: 'expert' })
  await workFrom(second, '09:00', '13:00')
  const learner = await school.addLearner()
  const { data } = await bookAt(learner, school.kindId, ten)
  const params = { id: data.id }
  const time = { start_date_time: at(noon) }
  if (by === 'proposed') await school.admin.call('POST /studio/video-consultations/:id/move', { params, body: time })
  else await learner.client.call('POST /online-consultation/:id/request', { params, body: { kind: 'move', ...time } })
  const given = await school.admin.call('POST /studio/video-consultations/:id/hand-over', {
    params,
    body: { expert_id: second.userId },
  })
  const withSecond = { expert: { id: second.userId } }
  expect(given.data).toMatchObject({ ...withSecond, request: { ...time, ...withSecond } })
  const moved =
    by === 'proposed'
      ? await learner.client.call('POST /online-consultation/:id/request/answer', { params, body: { is_agreed: true } })
      : await school.admin.call('POST /studio/video-requests/:id/approve', {
          params: { id: given.data.request?.id ?? 0 },
        })
  expect(moved.data).toMatchObject({ ...time, ...withSecond, status: 'confirmed', request: null })
})

test('experts see only their own consultations, requests, hours and figures; administrators see all [CNS-20]', async () => {
  const school = await videoSchool(app, { needs_confirmation: true })
  const other = await app.signIn({ role: 'expert' })
  await workFrom(other, '09:00', '13:00')
  const kind = await school.admin.call('POST /studio/video-kinds', {
    body: kindOf([other.userId], { needs_confirmation: true }),
    idempotencyKey: newKey(),
  })
  const booked = await bookAt(await school.addLearner(), school.kindId, ten)
  const others = await bookAt(await school.addLearner(), kind.data.id, ten)
  const week = { from: '2026-12-07', days: 7 }
  const seenBy = async (client: typeof other) => {
    const waiting = await client.call('GET /studio/video-consultations/waiting')
    const calendar = await client.call('GET /studio/video-consultations', { query: week })
    const load = await client.call('GET /studio/video-consultations/load', {
      query: { from: '2026-12-07', until: '2026-12-13' },
    })
    return {
      waiting: waiting.data.map(({ id }) => id),
      calendar: calendar.data.experts.flatMap(({ consultations }) => consultations.map(({ id }) => id)),
      experts: load.data.map(({ expert }) => expert.id),
    }
  }
  expect(await seenBy(school.expert)).toEqual({
    waiting: [booked.data.id],
    calendar: [booked.data.id],
    experts: [school.expert.userId],
  })
  const all = await seenBy(school.admin)
  for (const seen of [all.waiting, all.calendar])
    expect(seen).toEqual(expect.arrayContaining([booked.data.id, others.data.id]))
  expect(all.experts).toEqual(expect.arrayContaining([school.expert.userId, other.userId]))
  const asked = await school.expert.call('GET /studio/video-consultations', {
    query: { ...week, expert_id: other.userId },
  })
  expect(asked.data.experts.map(({ expert }) => expert.id)).toEqual([school.expert.userId])
  const hours = (client: typeof other) =>
    client.call('GET /studio/video-hours/:expertId', { params: { expertId: other.userId } })
  expect([(await hours(school.expert)).status, (await hours(school.admin)).status]).toEqual([403, 200])
})

test('the learner hears of each step of staff at once [CNS-20]', async () => {
  const school = await videoSchool(app, { needs_confirmation: true })
  const second = await app.signIn({ role: 'expert' })
  const learner = await school.addLearner()
  const booked = await bookAt(learner, school.kindId, ten)
  const params = { id: booked.data.id }
  const heard = async () => {
    const { rows } = await app.db.query<{ count: number }>({
      text: `select count(*)::int as count from live_events where room = $1 and type = 'video_consultation'`,
      values: [`user:${learner.client.userId}`],
    })
    return rows[0]?.count ?? 0
  }
  let before = await heard()
  expect(before).toBeGreaterThan(0)
  const isHeard = async (step: Promise<{ status: number }>) => {
    const { status } = await step
    const now = await heard()
    expect([status, now - before]).toEqual([200, 1])
    before = now
  }
  const { admin } = school
  await isHeard(admin.call('POST /studio/video-consultations/:id/confirm', { params }))
  const body = { start_date_time: at(noon), is_agreed: true }
  await isHeard(admin.call('POST /studio/video-consultations/:id/move', { params, body }))
  const to = { expert_id: second.userId }
  await isHeard(admin.call('POST /studio/video-consultations/:id/hand-over', { params, body: to }))
  await isHeard(admin.call('POST /studio/video-consultations/:id/cancel', { params, body: { reason: 'Ill' } }))
})
