import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import { paidVideoSchool } from '#server/app/testing/paid-video.ts'
import { at, bookAt, holdAt, kindOf, newKey, type VideoSchool } from '#server/app/testing/video-people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const ten = '2026-12-08T10:00:00Z'

/** Another kind of the same expert's, which costs nothing. */
async function kindBesides({ admin, expert }: VideoSchool, more: Parameters<typeof kindOf>[1] = {}): Promise<number> {
  const body = kindOf([expert.userId], more)
  return (await admin.call('POST /studio/video-kinds', { body, idempotencyKey: newKey() })).data.id
}

test('a time is kept for who goes to pay, booked when the order opens, and comes back to the stream when staff cancel [CNS-16]', async () => {
  const school = await paidVideoSchool(app)
  const { learner, kindId, admin } = school
  expect((await bookAt(learner, kindId, ten)).data.code).toBe('none_left')
  const held = await bookAt(learner, kindId, ten, { pay_by: 'price', note: 'Please' })
  expect(held.data).toMatchObject({
    status: 'held',
    service_id: school.serviceId,
    held_until: at('2026-12-07T08:30:00Z'),
  })
  app.clock.set('2026-12-07T08:20:00Z')
  expect((await school.pay()).status).toBe(200)
  const read = async () =>
    (await learner.client.call('GET /online-consultation/:id', { params: { id: held.data.id } })).data
  expect(await read()).toMatchObject({ status: 'confirmed', pay_by: 'price', note: 'Please', service_id: null })
  const left = async () => (await learner.client.call('GET /course/online-consultations')).data.map(place => place.left)
  expect(await left()).toEqual([0])
  await admin.call('POST /studio/video-consultations/:id/cancel', {
    params: { id: held.data.id },
    body: { reason: 'Ill' },
  })
  expect(await left()).toEqual([1])
  expect((await bookAt(learner, kindId, ten)).data).toMatchObject({ status: 'confirmed', pay_by: 'quota' })
})

test('what is paid too late stays in the stream, and the time is somebody else’s [CNS-16]', async () => {
  const school = await paidVideoSchool(app)
  const { learner, kindId } = school
  const held = await bookAt(learner, kindId, ten, { pay_by: 'price' })
  app.clock.set('2026-12-07T08:31:00Z')
  const other = await school.addLearner()
  expect((await holdAt(other, kindId, ten)).status).toBe(200)
  await school.pay()
  const read = await learner.client.call('GET /online-consultation/:id', { params: { id: held.data.id } })
  expect(read.data.status).toBe('lapsed')
  expect((await learner.client.call('GET /course/online-consultations')).data.map(place => place.left)).toEqual([1])
})

test('what was paid too late books another time of a kind that is had for money alone, once, and again when staff cancel [CNS-16]', async () => {
  const school = await paidVideoSchool(app, { takes_quota: false })
  const { learner, kindId, admin } = school
  const isPaid = async () => {
    const [place] = (await learner.client.call('GET /course/online-consultations')).data
    return place?.kinds.find(({ id }) => id === kindId)?.is_paid
  }
  const first = await bookAt(learner, kindId, ten, { pay_by: 'price' })
  app.clock.set('2026-12-07T08:31:00Z')
  await holdAt(await school.addLearner(), kindId, ten)
  expect(await isPaid()).toBe(false)
  await school.pay()
  expect(await isPaid()).toBe(true)
  const ids: number[] = []
  for (const hour of ['11', '12']) ids.push((await holdAt(learner, kindId, `2026-12-08T${hour}:00:00Z`)).data.id)
  const book = (id: number) =>
    learner.client.call('PUT /online-consultation/update', { query: { id }, body: { pay_by: 'price' } })
  const [one, other] = await Promise.all([book(ids[0] ?? 0), book(ids[1] ?? 0)])
  expect([one.data.status, other.data.status].filter(status => status === 'confirmed')).toHaveLength(1)
  expect(await isPaid()).toBe(false)
  expect((await book(first.data.id)).data.code).toBe('slot_taken')
  const paid = one.data.status === 'confirmed' ? one : other
  expect((await bookAt(learner, kindId, '2026-12-08T09:00:00Z', { pay_by: 'price' })).data.status).toBe('held')
  const cancelled = { params: { id: paid.data.id }, body: { reason: 'Ill' } }
  await admin.call('POST /studio/video-consultations/:id/cancel', cancelled)
  expect(await isPaid()).toBe(true)
})

test('of several times that wait to be paid for, the one chosen last is booked [CNS-16]', async () => {
  const school = await paidVideoSchool(app)
  const { learner, kindId } = school
  const first = await bookAt(learner, kindId, ten, { pay_by: 'price' })
  app.clock.set('2026-12-07T08:05:00Z')
  const last = await bookAt(learner, kindId, '2026-12-08T12:00:00Z', { pay_by: 'price' })
  await school.pay()
  const statusOf = async ({ data: { id } }: typeof first) =>
    (await learner.client.call('GET /online-consultation/:id', { params: { id } })).data.status
  expect([await statusOf(first), await statusOf(last)]).toEqual(['held', 'confirmed'])
})

test.each([
  ['its time has passed', '2026-12-08T10:00:01Z'],
  ['it was given up long ago', '2026-12-07T12:00:00Z'],
])('a hold that nobody else has taken is not booked by a later order: %s [CNS-16]', async (_, time) => {
  const school = await paidVideoSchool(app)
  const { learner, kindId } = school
  const held = await bookAt(learner, kindId, ten, { pay_by: 'price' })
  app.clock.set(time)
  await school.pay()
  const read = await learner.client.call('GET /online-consultation/:id', { params: { id: held.data.id } })
  expect(read.data.status).not.toBe('confirmed')
  expect((await learner.client.call('GET /course/online-consultations')).data.map(place => place.left)).toEqual([1])
})

test('a hold whose payment arrives a little late is booked, also when others have booked other times meanwhile [CNS-16]', async () => {
  const school = await paidVideoSchool(app)
  const { learner, kindId, admin } = school
  const held = await bookAt(learner, kindId, ten, { pay_by: 'price' })
  app.clock.set('2026-12-07T08:35:00Z')
  const free = await kindBesides(school)
  const begun = await holdAt(await school.addLearner(), free, '2026-12-08T09:00:00Z')
  expect(begun.data.status).toBe('held')
  const retimed = { start_date_time: at('2026-12-08T11:00:00Z') }
  const booked = await bookAt(await school.addLearner(), free, '2026-12-08T12:00:00Z', retimed)
  expect(booked.data).toMatchObject({ status: 'confirmed', ...retimed })
  const moved = await admin.call('POST /studio/video-consultations/:id/move', {
    params: { id: booked.data.id },
    body: { start_date_time: at('2026-12-08T12:00:00Z'), is_agreed: true },
  })
  expect(moved.status).toBe(200)
  await school.pay()
  const params = { id: held.data.id }
  expect((await learner.client.call('GET /online-consultation/:id', { params })).data.status).toBe('confirmed')
})

test('who books another time keeps the one that they have gone to pay for, unless both would overlap [CNS-16]', async () => {
  const school = await paidVideoSchool(app)
  const { learner, kindId } = school
  const overlapping = await bookAt(learner, kindId, '2026-12-08T09:00:00Z', { pay_by: 'price' })
  app.clock.set('2026-12-07T08:01:00Z')
  const held = await bookAt(learner, kindId, ten, { pay_by: 'price' })
  app.clock.set('2026-12-07T08:35:00Z')
  const free = await kindBesides(school)
  for (const hour of ['09', '12'])
    expect((await bookAt(learner, free, `2026-12-08T${hour}:00:00Z`)).data.status).toBe('confirmed')
  await school.pay()
  const statusOf = async ({ data: { id } }: typeof held) =>
    (await learner.client.call('GET /online-consultation/:id', { params: { id } })).data.status
  expect([await statusOf(overlapping), await statusOf(held)]).toEqual(['lapsed', 'confirmed'])
})

test('a hold that is over is not in the way of a booking that is moved to its time [CNS-16]', async () => {
  const school = await paidVideoSchool(app)
  const { learner, kindId, admin } = school
  const held = await bookAt(learner, kindId, ten, { pay_by: 'price' })
  const free = await kindBesides(school, { length_minutes: 90, step_minutes: 30, buffer_after_minutes: 15 })
  const booked = await bookAt(await school.addLearner(), free, '2026-12-08T11:00:00Z')
  expect(booked.data.status).toBe('confirmed')
  const move = () =>
    admin.call('POST /studio/video-consultations/:id/move', {
      params: { id: booked.data.id },
      body: { start_date_time: at('2026-12-08T09:00:00Z'), is_agreed: true },
    })
  expect((await move()).data.code).toBe('slot_taken')
  app.clock.set('2026-12-07T08:35:00Z')
  expect((await move()).status).toBe(200)
  const params = { id: held.data.id }
  expect((await learner.client.call('GET /online-consultation/:id', { params })).data.status).toBe('lapsed')
})

test('a learner cannot keep more than three times without paying [CNS-16]', async () => {
  const { learner, kindId } = await paidVideoSchool(app)
  for (const hour of ['09', '10', '11']) {
    const held = await bookAt(learner, kindId, `2026-12-08T${hour}:00:00Z`, { pay_by: 'price' })
    expect(held.data.status).toBe('held')
  }
  expect((await holdAt(learner, kindId, '2026-12-08T12:00:00Z')).data.code).toBe('too_many_holds')
})

test('nor by going to pay for times whose holds have lapsed [CNS-16]', async () => {
  const { learner, kindId } = await paidVideoSchool(app)
  const hours = ['09', '10', '11', '12'].map(hour => `2026-12-08T${hour}:00:00Z`)
  const ids: number[] = []
  for (const time of hours) ids.push((await holdAt(learner, kindId, time)).data.id)
  const codes: unknown[] = []
  for (const id of ids) {
    const query = { id }
    const answer = await learner.client.call('PUT /online-consultation/update', { query, body: { pay_by: 'price' } })
    codes.push(answer.data.code)
  }
  expect(codes).toEqual([undefined, undefined, undefined, 'too_many_holds'])
})
