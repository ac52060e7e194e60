import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import { at, bookAt, holdAt, newKey, videoSchool, type VideoSchool } from '#server/app/testing/video-people.ts'

let app: TestApp
/** The statement by which a session is found. */
const sessions = 1
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const ten = '2026-12-08T10:00:00Z'
const slotsOf = async (
  school: VideoSchool,
  { client, streamId }: { client: { call: TestApp['visitor']['call'] }; streamId: number },
  query = {},
) =>
  (
    await client.call('GET /online-consultation/slots', {
      query: { stream_id: streamId, kind_id: school.kindId, from: '2026-12-08', days: 1, ...query },
    })
  ).data

test('a learner books a free time: held, then confirmed, and it is not offered any more [CNS-10, CNS-11, CNS-13]', async () => {
  const school = await videoSchool(app)
  const learner = await school.addLearner({ timezone: 'America/Lima' })
  const other = await school.addLearner()
  const bookable = await learner.client.call('GET /course/online-consultations')
  expect(bookable.data).toMatchObject([
    { stream_id: learner.streamId, left: null, kinds: [{ id: school.kindId, title: 'Talk', pay_by: ['free'] }] },
  ])
  expect(bookable.statements).toBeLessThanOrEqual(2 + sessions)
  const offered = await slotsOf(school, learner)
  expect(offered).toMatchObject({ timezone: 'America/Lima', until: '2027-01-06' })
  expect(offered.slots.map(slot => slot.start_date_time)).toEqual(
    ['09', '10', '11', '12'].map(hour => at(`2026-12-08T${hour}:00:00Z`)),
  )
  const held = await holdAt(learner, school.kindId, ten)
  expect(held.data).toMatchObject({ status: 'held', state: 'waiting', held_until: at('2026-12-07T08:10:00Z') })
  expect(held.data.expert).toMatchObject({ id: school.expert.userId })
  expect((await slotsOf(school, other)).slots.map(slot => slot.start_date_time)).not.toContain(at(ten))
  const booked = await learner.client.call('PUT /online-consultation/update', {
    query: { id: held.data.id },
    body: { start_date_time: at(ten), note: 'My goals', phone: '+51 1 234567' },
  })
  expect(booked.data).toMatchObject({
    status: 'confirmed',
    state: 'available',
    note: 'My goals',
    phone: '+51 1 234567',
    held_until: null,
    pay_by: 'free',
    call_opens_at: at('2026-12-08T09:50:00Z'),
  })
  const list = await learner.client.call('GET /online-consultation', { expand: ['course'] })
  expect(list.data).toMatchObject([{ id: held.data.id, course: { id: school.course.id } }])
  expect(list.headers['x-pagination-total-count']).toBe('1')
  expect((await learner.client.call('GET /online-consultation', { query: { show: 'history' } })).data).toEqual([])
  expect((await slotsOf(school, other)).slots.map(slot => slot.start_date_time)).not.toContain(at(ten))
})

/** Sent again as long as the server is too busy to answer, as browsers do. */
async function insistently<Answer extends { status: number }>(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send()
    if (answer.status !== 503) return answer
  }
}

test('of 200 who hold one time at once one has it; the others are told the nearest ones [CNS-13, CNS-16]', async () => {
  const school = await videoSchool(app)
  const learners = await Promise.all(Array.from({ length: 200 }, () => school.addLearner()))
  const answers = await Promise.all(
    learners.map(learner => {
      const key = newKey()
      return insistently(() => holdAt(learner, school.kindId, ten, key))
    }),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status === 409)
  expect(refused).toHaveLength(199)
  expect(refused[0]?.data.code).toBe('slot_taken')
  expect(refused[0]?.data.instead).toEqual(
    expect.arrayContaining([at('2026-12-08T09:00:00Z'), at('2026-12-08T11:00:00Z')]),
  )
}, 60_000)

test('of 200 who confirm one time after their holds have lapsed one gets it, and keeps it [CNS-16]', async () => {
  const school = await videoSchool(app)
  const learners = await Promise.all(Array.from({ length: 200 }, () => school.addLearner()))
  const ids: number[] = []
  for (const learner of learners) {
    const { data } = await holdAt(learner, school.kindId, ten)
    await learner.client.call('POST /online-consultation/:id/release', { params: { id: data.id } })
    ids.push(data.id)
  }
  const answers = await Promise.all(
    learners.map(({ client }, index) =>
      insistently(() =>
        client.call('PUT /online-consultation/update', { query: { id: ids[index] }, body: { note: `Note ${index}` } }),
      ),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ data }) => data.code === 'slot_taken')).toHaveLength(199)
  const loser = answers.findIndex(({ status }) => status === 409)
  const kept = await learners[loser]?.client.call('GET /online-consultation/:id', { params: { id: ids[loser] ?? 0 } })
  expect(kept?.data.note).toBe(`Note ${loser}`)
}, 60_000)

test('a hold lapses after ten minutes: somebody else can have the time, and who held it is told the nearest ones [CNS-16]', async () => {
  const school = await videoSchool(app)
  const [one, other] = [await school.addLearner(), await school.addLearner()]
  const held = await holdAt(one, school.kindId, ten)
  app.clock.set('2026-12-07T08:10:01Z')
  expect((await holdAt(other, school.kindId, ten)).status).toBe(200)
  const late = await one.client.call('PUT /online-consultation/update', {
    query: { id: held.data.id },
    body: { note: 'Kept' },
  })
  expect(late.data.code).toBe('slot_taken')
  expect(late.data.instead?.length).toBeGreaterThan(0)
  const moved = await one.client.call('PUT /online-consultation/update', {
    query: { id: held.data.id },
    body: { start_date_time: late.data.instead?.[0] },
  })
  expect(moved.data).toMatchObject({ status: 'confirmed', note: 'Kept', start_date_time: late.data.instead?.[0] })
})

test('sent twice it is held once; a learner has one time at once, and one begun booking [CNS-16]', async () => {
  const school = await videoSchool(app)
  const learner = await school.addLearner()
  const key = newKey()
  const [first, second] = await Promise.all([
    holdAt(learner, school.kindId, ten, key),
    holdAt(learner, school.kindId, ten, key),
  ])
  expect(first.data.id).toBe(second.data.id)
  const again = await holdAt(learner, school.kindId, '2026-12-08T11:00:00Z')
  expect(again.status).toBe(200)
  const before = await learner.client.call('GET /online-consultation/:id', { params: { id: first.data.id } })
  expect(before.data.status).toBe('lapsed')
  const booked = await learner.client.call('PUT /online-consultation/update', {
    query: { id: again.data.id },
    body: {},
  })
  expect(booked.data.status).toBe('confirmed')
  expect((await holdAt(learner, school.kindId, '2026-12-08T11:00:00Z')).data.code).toBe('time_overlaps')
})

test('buffers keep the times around a booking free [CNS-15, CNS-16]', async () => {
  const school = await videoSchool(app, { buffer_before_minutes: 10, buffer_after_minutes: 15, step_minutes: 30 })
  await bookAt(await school.addLearner(), school.kindId, ten)
  const free = await slotsOf(school, await school.addLearner())
  expect(free.slots.map(slot => new Date(slot.start_date_time * 1000).toISOString().slice(11, 16))).toEqual([
    '11:30',
    '12:00',
  ])
})

test('past times, times without hours and beyond the horizon or the place are not offered and not held [CNS-13, CNS-15]', async () => {
  const school = await videoSchool(app, { horizon_days: 2, notice_minutes: 180 })
  const learner = await school.addLearner()
  const all = await slotsOf(school, learner, { from: '2026-12-01', days: 42 })
  const [first, last] = [all.slots[0]?.start_date_time, all.slots.at(-1)?.start_date_time]
  expect([first, last]).toEqual([at('2026-12-07T11:00:00Z'), at('2026-12-09T12:00:00Z')])
  for (const time of ['2026-12-07T10:00:00Z', '2026-12-08T13:00:00Z', '2026-12-10T10:00:00Z', '2020-01-01T10:00:00Z']) {
    const refused = await holdAt(learner, school.kindId, time)
    expect([refused.status, refused.data.code]).toEqual([409, 'slot_taken'])
  }
})

test('a time that has passed while it was held is not booked [CNS-13]', async () => {
  const school = await videoSchool(app, { notice_minutes: 0 })
  const learner = await school.addLearner()
  app.clock.set('2026-12-07T08:58:00Z')
  const held = await holdAt(learner, school.kindId, '2026-12-07T09:00:00Z')
  expect(held.data.status).toBe('held')
  app.clock.set('2026-12-07T09:03:00Z')
  const late = await learner.client.call('PUT /online-consultation/update', { query: { id: held.data.id }, body: {} })
  expect(late.data).toMatchObject({ code: 'slot_taken', instead: expect.arrayContaining([at('2026-12-07T10:00:00Z')]) })
})

test('what is unknown, another learner’s or another school’s is not found [CNS-13]', async () => {
  const school = await videoSchool(app)
  const [learner, other] = [await school.addLearner(), await school.addLearner()]
  const held = await holdAt(learner, school.kindId, ten)
  const foreign = await app.signIn({ brandId: 'face' })
  const params = { id: held.data.id }
  for (const client of [other.client, { ...foreign }]) {
    for (const call of [
      client.call('GET /online-consultation/:id', {
        params,
        ...(client.userId === foreign.userId && { appId: 'face' }),
      }),
      client.call('PUT /online-consultation/update', {
        query: params,
        body: {},
        ...(client.userId === foreign.userId && { appId: 'face' }),
      }),
      client.call('POST /online-consultation/:id/release', {
        params,
        ...(client.userId === foreign.userId && { appId: 'face' }),
      }),
    ])
      expect((await call).status).toBe(404)
  }
  expect((await holdAt({ client: other.client, streamId: learner.streamId }, school.kindId, ten)).status).toBe(404)
  expect((await holdAt(learner, 999_999, ten)).status).toBe(404)
  expect((await learner.client.call('GET /online-consultation/:id', { params: { id: 999_999_999 } })).status).toBe(404)
})

test('what is booked is moved through support alone; its note and phone can be changed [CNS-10, CNS-11]', async () => {
  const school = await videoSchool(app)
  const learner = await school.addLearner()
  const { data } = await bookAt(learner, school.kindId, ten)
  const change = (body: Record<string, unknown>) =>
    learner.client.call('PUT /online-consultation/update', { query: { id: data.id }, body })
  expect((await change({ start_date_time: at('2026-12-08T11:00:00Z') })).data.code).toBe('through_support')
  expect((await change({ phone: 'call me' })).data).toMatchObject({
    code: 'phone_unfit',
    errors: { phone: [expect.any(String)] },
  })
  expect((await change({ start_date_time: at(ten), note: 'New', phone: '' })).data).toMatchObject({
    note: 'New',
    phone: '',
  })
  const release = await learner.client.call('POST /online-consultation/:id/release', { params: { id: data.id } })
  expect(release.data.code).toBe('through_support')
})

test('without the switch there is nothing to book [BRD-02]', async () => {
  const school = await videoSchool(app)
  const learner = await school.addLearner()
  const mobile = await learner.client.call('GET /course/online-consultations', { headers: { 'x-app-type': 'mobile' } })
  expect(mobile.status).toBe(404)
  expect((await learner.client.call('GET /course/online-consultations')).status).toBe(200)
})
