import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#server/app/testing/test-app.ts'
import { auditOf } from '#server/app/testing/chat-people.ts'
import { allTold } from '#server/app/testing/contents.ts'
import { heardAfter, startUnsweptApp } from '#server/app/testing/unswept-app.ts'
import { at, bookAt, videoSchool } from '#server/app/testing/video-people.ts'
import type { JobData } from '#server/platform/jobs/job-queue.ts'
import { feature } from '../feature.ts'

let app: TestApp
beforeAll(async () => {
  app = await startUnsweptApp()
})
afterAll(() => app.close())

const ten = '2026-12-08T10:00:00Z'

/** Does the recurring work of the feature at a time; answers what people are to be told. */
async function tidyAt(time: string): Promise<JobData[]> {
  app.clock.set(time)
  const told: JobData[] = []
  const jobs = {
    sendAll: async (_: unknown, _name: string, sent: { data: JobData }[]) => told.push(...sent.map(({ data }) => data)),
  }
  const parts = { database: app.db, clock: () => app.clock.now, jobs, live: app.live }
  const own = { brands: app.brands, codeKey: app.codeKey, allowPrivate: true }
  const works = feature.tidying?.(parts as never, own as never) ?? []
  await Promise.all([...works, ...works].map(({ work }) => work()))
  return told
}

/** A learner with points and one consultation of the course. */
async function schoolOf(more: Parameters<typeof videoSchool>[1]) {
  const school = await videoSchool(app, { needs_confirmation: true, ...more })
  await app.db.query({ text: 'update courses set consultation_limit = 1 where id = $1', values: [school.course.id] })
  const learner = await school.addLearner()
  await app.db.query({
    text: `with place as (update user_streams set max_consultation_count = 1 where id = $1 returning user_id)
      insert into user_scores (user_id, amount, type, source) select user_id, 70, 'gift', 'start' from place`,
    values: [learner.streamId],
  })
  const rest = async () => {
    const [place] = (await learner.client.call('GET /course/online-consultations')).data
    return { left: place?.left, points: place?.points }
  }
  const read = async (id: number) =>
    (await learner.client.call('GET /online-consultation/:id', { params: { id } })).data
  return { school, learner, rest, read }
}

test('what nobody has confirmed when its time begins is declined once: both are told, points and consultations come back', async () => {
  const { school, learner, rest, read } = await schoolOf({ takes_quota: true, points: 50 })
  const first = await bookAt(learner, school.kindId, ten, { pay_by: 'quota' })
  const later = await bookAt(learner, school.kindId, '2026-12-08T11:00:00Z', { pay_by: 'points' })
  const params = { id: later.data.id }
  const ask = { params, body: { kind: 'cancel' } } as const
  await learner.client.call('POST /online-consultation/:id/request', ask)
  expect(await rest()).toEqual({ left: 0, points: 20 })
  expect(await tidyAt('2026-12-08T09:59:59Z')).toEqual([])
  const told = [learner.client.userId, school.expert.userId].map(userId => ({ userId, what: 'declined', isLeft: 0 }))
  const ofFirst = { consultationId: first.data.id }
  expect(await tidyAt(ten)).toEqual(told.map(one => ({ ...ofFirst, ...one })))
  expect(await rest()).toEqual({ left: 1, points: 20 })
  expect([(await read(first.data.id)).status, (await read(later.data.id)).status]).toEqual(['declined', 'pending'])
  expect(await tidyAt('2026-12-08T11:00:30Z')).toHaveLength(2)
  expect(await rest()).toEqual({ left: 1, points: 70 })
  expect(await read(later.data.id)).toMatchObject({ status: 'declined', request: null })
  expect(await auditOf(app, 'consultation', later.data.id)).toEqual([
    { action: 'consultation.decline', detail: { status: 'declined', by: 'clock' }, actor_id: null },
  ])
  const late = await school.expert.call('POST /studio/video-consultations/:id/confirm', { params })
  expect(late.data.code).toBe('not_now')
})

test('the open pages of both hear at once what nobody has confirmed', async () => {
  const { school, learner } = await schoolOf({})
  for (const [client, time] of [
    [learner.client, ten],
    [school.expert, '2026-12-08T11:00:00Z'],
  ] as const) {
    const { data } = await bookAt(learner, school.kindId, time)
    await allTold(app.db)
    const room = `user:${client.userId}`
    const { rows } = await app.db.query<{ seq: number }>({
      text: 'select seq::int from live_rooms where room = $1',
      values: [room],
    })
    const events = await heardAfter(app, client, [room, rows[0]?.seq ?? 0], () => tidyAt(time))
    expect(events).toMatchObject([{ room, type: 'video_consultation', data: { consultation_id: data.id } }])
  }
})

test('one that is confirmed on its day is not announced for tomorrow', async () => {
  const { school, learner } = await schoolOf({})
  const booked = await bookAt(learner, school.kindId, ten)
  expect(booked.data).toMatchObject({ status: 'pending', start_date_time: at(ten) })
  app.clock.set('2026-12-08T08:00:00Z')
  const params = { id: booked.data.id }
  await school.expert.call('POST /studio/video-consultations/:id/confirm', { params })
  const remindedAt = async (time: string) => {
    await tidyAt(time)
    const text = `select kind from notices where data->>'consultation_id' = $1 and kind <> 'consultation'`
    const { rows } = await app.db.query<{ kind: string }>({ text, values: [String(booked.data.id)] })
    return rows.map(({ kind }) => kind)
  }
  expect(await remindedAt('2026-12-08T08:00:30Z')).toEqual([])
  expect(await remindedAt('2026-12-08T09:45:30Z')).toEqual(['consultation_soon', 'consultation_soon'])
})
