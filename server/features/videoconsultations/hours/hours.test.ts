import { afterAll, beforeAll, expect, test } from 'vitest'
import { enrol, insertCourse } from '#server/app/testing/course-fixture.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import { at, bookAt, kindOf, newKey, videoSchool } from '#server/app/testing/video-people.ts'

let app: TestApp
/** The statement by which a session is found. */
const sessions = 1
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const none = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] }
const ten = '2026-12-08T10:00:00Z'

test('the schedule of a weekday is the hours in quarters, and sets the same hours [CNS-12]', async () => {
  const { expert, kindId, addLearner } = await videoSchool(app)
  const before = await expert.call('GET /schedule')
  expect(before.data.repeatDays.mon).toHaveLength(16)
  expect(before.data.repeatDays.sun).toEqual([])
  const change = (repeatDays: Record<string, string[]>) =>
    expert.call('PUT /schedule/update', { body: { repeatDays: { ...none, ...repeatDays } } })
  const set = await change({ tue: ['10:00', '10:15', '10:30', '10:45'] })
  expect(set.data.repeatDays).toEqual({ ...none, tue: ['10:00', '10:15', '10:30', '10:45'] })
  const hours = await expert.call('GET /studio/video-hours/:expertId', { params: { expertId: expert.userId } })
  expect(hours.data.hours).toEqual([
    { weekday: 2, from_time: '10:00', until_time: '11:00', valid_from: null, valid_until: null },
  ])
  const learner = await addLearner()
  const slots = await learner.client.call('GET /online-consultation/slots', {
    query: { stream_id: learner.streamId, kind_id: kindId, from: '2026-12-07', days: 7 },
  })
  expect(slots.data.slots.map(slot => slot.start_date_time)).toEqual([at(ten)])
  expect(slots.statements).toBeLessThanOrEqual(2 + sessions)
  expect((await change({ tue: ['10:05'] })).data).toMatchObject({
    code: 'hours_unfit',
    errors: { repeatDays: [expect.any(String)] },
  })
  expect((await change({ tue: ['25:00'] })).data.code).toBe('invalid_input')
  expect((await learner.client.call('GET /schedule')).status).toBe(403)
})

test('weekly hours have a zone that exists and do not overlap; who is late is told [CNS-15]', async () => {
  const { expert, admin } = await videoSchool(app)
  const params = { expertId: expert.userId }
  const known = await expert.call('GET /studio/video-hours/:expertId', { params })
  const hours = [{ weekday: 1, from_time: '09:00', until_time: '24:00', valid_from: '2026-12-01', valid_until: null }]
  const body = { timezone: 'Australia/Lord_Howe', hours, revision: known.data.revision }
  const put = (given: Record<string, unknown>) =>
    admin.call('PUT /studio/video-hours/:expertId', { params, body: { ...body, ...given } })
  expect((await put({ timezone: 'Mars/Base' })).data.code).toBe('unknown_timezone')
  expect((await put({ hours: [...hours, ...hours] })).data.code).toBe('hours_unfit')
  expect((await put({ hours: [{ ...hours[0], valid_from: '2026-02-31' }] })).data.code).toBe('hours_unfit')
  expect((await put({})).data).toMatchObject({ timezone: 'Australia/Lord_Howe', hours })
  expect((await put({})).data.code).toBe('changed_meanwhile')
  const stranger = await app.signIn({ role: 'expert' })
  expect((await stranger.call('PUT /studio/video-hours/:expertId', { params, body })).status).toBe(403)
})

test('an absence is not offered and names what is booked in it; extra hours are offered [CNS-15]', async () => {
  const { expert, kindId, addLearner } = await videoSchool(app)
  const learner = await addLearner()
  const booked = await bookAt(learner, kindId, ten)
  const params = { expertId: expert.userId }
  const add = (body: Record<string, unknown>, idempotencyKey = newKey()) =>
    expert.call('POST /studio/video-hours/:expertId/absences', { params, body, idempotencyKey })
  const away = {
    kind: 'absence',
    starts_at: at('2026-12-08T00:00:00Z'),
    ends_at: at('2026-12-09T00:00:00Z'),
    note: 'Ill',
  }
  const key = newKey()
  const added = await add(away, key)
  expect(added.data).toMatchObject({ absence: { note: 'Ill' }, booked: [{ id: booked.data.id, status: 'confirmed' }] })
  expect((await add(away, key)).data.absence.id).toBe(added.data.absence.id)
  expect((await add({ ...away, ends_at: away.starts_at })).data.code).toBe('absence_unfit')
  await add({ kind: 'extra', starts_at: at('2026-12-12T15:00:00Z'), ends_at: at('2026-12-12T16:00:00Z') })
  const slots = async () => {
    const query = { stream_id: learner.streamId, kind_id: kindId, from: '2026-12-08', days: 1 }
    const day = async (from: string) =>
      (await learner.client.call('GET /online-consultation/slots', { query: { ...query, from } })).data.slots.length
    return [await day('2026-12-08'), await day('2026-12-12')]
  }
  expect(await slots()).toEqual([0, 1])
  const calendar = await expert.call('GET /studio/video-consultations', { query: { from: '2026-12-07', days: 7 } })
  const own = calendar.data.experts.find(one => one.expert.id === expert.userId)
  expect(own?.consultations.map(({ id }) => id)).toEqual([booked.data.id])
  expect(own?.absences).toHaveLength(2)
  expect(own?.open).toHaveLength(5)
  expect(calendar.statements).toBeLessThanOrEqual(2 + sessions)
  const remove = () =>
    expert.call('DELETE /studio/video-hours/:expertId/absences/:id', {
      params: { ...params, id: added.data.absence.id },
    })
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 404])
  expect(await slots()).toEqual([3, 1])
  await app.db.query({
    text: `insert into video_absences (user_id, kind, starts_at, ends_at, client_key)
      select $1, 'absence', '2030-01-01', '2030-01-02', 'many ' || i from generate_series(1, 200) i`,
    values: [expert.userId],
  })
  expect((await add(away)).data.code).toBe('too_many_absences')
  const load = await expert.call('GET /studio/video-consultations/load', {
    query: { from: '2026-12-08', until: '2026-12-08' },
  })
  expect(load.data.find(one => one.expert.id === expert.userId)).toMatchObject({
    open_minutes: 240,
    booked_minutes: 60,
    booked: 1,
  })
})

test('a kind has a title, experts of the school and a service that gives consultations [CNS-15]', async () => {
  const { admin, expert, kindId } = await videoSchool(app)
  const learner = await app.signIn()
  const add = (more: Parameters<typeof kindOf>[1], idempotencyKey = newKey()) =>
    admin.call('POST /studio/video-kinds', { body: kindOf([expert.userId], more), idempotencyKey })
  expect((await add({ texts: {} })).data).toMatchObject({
    code: 'kind_untitled',
    errors: { 'texts.en.title': [expect.any(String)] },
  })
  expect((await add({ expert_ids: [learner.userId] })).data.code).toBe('unknown_expert')
  expect((await add({ service_id: 999_999 })).data.code).toBe('service_unfit')
  expect((await add({ course_id: 999_999 })).status).toBe(404)
  const key = newKey()
  expect((await add({}, key)).data.id).toBe((await add({}, key)).data.id)
  const change = (revision: number) =>
    admin.call('PUT /studio/video-kinds/:id', {
      params: { id: kindId },
      body: { ...kindOf([expert.userId], { is_shown: false }), revision },
    })
  expect((await change(1)).data).toMatchObject({ is_shown: false, revision: 2 })
  expect((await change(1)).data.code).toBe('changed_meanwhile')
  const kinds = await expert.call('GET /studio/video-kinds')
  expect(kinds.data.find(({ id }) => id === kindId)).toMatchObject({ is_shown: false, expert_ids: [expert.userId] })
})

test('what comes up for a learner: consultations, opening days, the end of the stream and reminders, in order [RTE-07]', async () => {
  const school = await videoSchool(app)
  const learner = await school.addLearner()
  const course = await insertCourse(app.db, { stages: [{ days: [{}, { opensAfterDays: 2 }, { opensAfterDays: 3 }] }] })
  const streamId = await enrol(app.db, course, learner.client.userId, { startsOn: '2026-12-07', endsOn: '2026-12-20' })
  const booked = await bookAt(learner, school.kindId, ten)
  const reminder = { weekdays: [1, 2, 3, 4, 5, 6, 7], time: '20:00', is_enabled: true, text: 'Learn' }
  await learner.client.call('POST /user-reminders', { body: reminder })
  const coming = await learner.client.call('GET /events', { query: { days: 14 } })
  expect(coming.statements).toBeLessThanOrEqual(2 + sessions)
  expect(
    coming.data.events
      .filter(one => one.stream_id !== learner.streamId || one.kind === 'consultation')
      .map(({ kind, starts_at }) => [kind, starts_at]),
  ).toEqual([
    ['stream_starts', at('2026-12-07T00:00:00Z')],
    ['reminder', at('2026-12-07T20:00:00Z')],
    ['consultation', at(ten)],
    ['day_opens', at('2026-12-09T00:00:00Z')],
    ['day_opens', at('2026-12-10T00:00:00Z')],
    ['stream_ends', at('2026-12-20T00:00:00Z')],
  ])
  expect(coming.data.events.find(({ kind }) => kind === 'consultation')).toMatchObject({
    consultation_id: booked.data.id,
    title: 'Talk',
  })
  expect(coming.data.events.filter(one => one.kind === 'stream_ends').map(one => one.stream_id)).toEqual([streamId])
})

test('a calendar elsewhere in a private network, without TLS or behind a user’s name is not asked; the field says why [SEC-05, CNS-15]', async () => {
  const { expert } = await videoSchool(app)
  const params = { expertId: expert.userId }
  const addresses = [
    '127.0.0.1/a.ics',
    'localhost/a.ics',
    '[::1]/a.ics',
    '169.254.169.254/latest',
    'me:secret@example.com/a.ics',
  ]
  for (const url of [...addresses.map(rest => `https://${rest}`), 'http://example.com/a.ics', 'no address']) {
    const { status, data } = await expert.call('PUT /studio/video-hours/:expertId/calendar', { params, body: { url } })
    expect([url, status, data]).toMatchObject([
      url,
      422,
      { code: 'calendar_address_refused', errors: { url: [expect.any(String)] } },
    ])
  }
  const { data } = await expert.call('GET /studio/video-hours/:expertId', { params })
  expect(data.calendar).toMatchObject({ is_set: false, fault: null })
})
