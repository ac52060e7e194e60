import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CourseFixture, enrol, insertCourse } from '#server/app/testing/course-fixture.ts'
import { openShop } from '#server/app/testing/shop.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { clubTerms } from '#server/features/clubs/testing/access.ts'
import type { AnnouncementFieldsWire } from '#shared/features/announcements/wire.ts'
import { announcementTerms, everybody } from './testing/access.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let admin: TestClient
beforeAll(async () => {
  shop = await openShop()
})
beforeEach(async () => {
  await shop.app.db.query({ text: 'delete from announcements' })
  await shop.app.db.query({ text: 'delete from users' })
  shop.app.clock.set('2026-12-10T10:00:00Z')
  admin = await shop.app.signIn({ role: 'admin' })
})
afterAll(() => shop.close())

const query = (text: string, values: unknown[]) => shop.app.db.query({ text, values })

/** Sends an announcement to an audience, and answers exactly who finds it behind the bell, of those who are named. */
async function reached(audience: Partial<AnnouncementFieldsWire['audience']>, named: Record<string, TestClient>) {
  const body = { ...announcementTerms, audience: { ...everybody, ...audience } }
  const made = await admin.call('POST /studio/announcements', { body })
  expect(made.status, JSON.stringify(made.data)).toBe(200)
  const params = { id: made.data.id }
  const { recipients } = (await admin.call('GET /studio/announcements/:id/recipients', { params })).data
  const sent = await admin.call('PUT /studio/announcements/:id/sending', { params, body: { revision: 1, recipients } })
  expect(sent.status, JSON.stringify(sent.data)).toBe(recipients === 0 ? 422 : 200)
  await shop.app.notices.sweep()
  const { rows } = await query('select user_id as id from notices where key = $1', [`announcement:${params.id}`])
  const ids = rows.map(({ id }) => Number(id))
  expect(ids).toHaveLength(recipients)
  return Object.keys(named).filter(name => ids.includes(named[name]?.userId ?? 0))
}

/** When somebody was last here, before the clock's day. */
async function away(client: TestClient, days: number) {
  const at = shop.app.clock.now / 1000 - days * 86_400
  await query('update users set created_at = to_timestamp($2::float8 - 86400) where id = $1', [client.userId, at])
  await query('update sessions set seen_at = to_timestamp($2::float8) where user_id = $1', [client.userId, at])
}
const begin = async (course: CourseFixture, streamId: number, days: number[]) => {
  for (const day of days)
    await query(`insert into day_statuses (user_stream_id, day_id, started_at) values ($1, $2, now())`, [
      streamId,
      course.days[day]?.id,
    ])
}

test('an announcement to the school reaches its learners: no staff, nobody who is blocked, has left or is of another school [STF-09]', async () => {
  const [ann, blocked, gone, trial] = [
    await shop.app.signIn(),
    await shop.app.signIn(),
    await shop.app.signIn(),
    await shop.app.signIn(),
  ]
  const expert = await shop.app.signIn({ role: 'expert' })
  const elsewhere = await shop.app.signIn({ brandId: 'dev' })
  await query('update users set blocked_at = now() where id = $1', [blocked.userId])
  await query('update users set status = 0 where id = $1', [gone.userId])
  await query('update users set is_trial = true where id = $1', [trial.userId])
  const all = { ann, blocked, gone, trial, expert, elsewhere, admin }
  expect(await reached({}, all)).toEqual(['ann'])
})

test('one to a course or a stream reaches who has a place there, not who was taken out or has the demo alone [STF-09]', async () => {
  const course = await insertCourse(shop.app.db, { stages: [{ days: [{}, {}] }] })
  const other = await insertCourse(shop.app.db, { stages: [{ days: [{}] }] })
  const [early, late] = [
    { startsOn: '2026-11-01', endsOn: '2026-12-31' },
    { startsOn: '2026-12-01', endsOn: '2027-01-31' },
  ]
  const place = async (of: CourseFixture, plan: object) => {
    const client = await shop.app.signIn()
    return { client, streamId: await enrol(shop.app.db, of, client.userId, plan) }
  }
  const [ann, bob, cem, out, demo] = [
    await place(course, early),
    await place(course, late),
    await place(other, early),
    await place(course, early),
    await place(course, { ...early, isDemo: true }),
  ]
  await query('update user_streams set taken_out_at = now() where id = $1', [out.streamId])
  await enrol(shop.app.db, course, ann.client.userId, late)
  const all = { ann: ann.client, bob: bob.client, cem: cem.client, out: out.client, demo: demo.client }
  expect(await reached({ kind: 'course', course_id: course.id }, all)).toEqual(['ann', 'bob'])
  const stream = async (streamId: number) =>
    Number((await query('select stream_id from user_streams where id = $1', [streamId])).rows[0]?.stream_id)
  expect(await reached({ kind: 'stream', stream_id: await stream(ann.streamId) }, all)).toEqual(['ann'])
  expect(await reached({ kind: 'stream', stream_id: await stream(bob.streamId) }, all)).toEqual(['ann', 'bob'])
})

test('one to a club reaches who has it now [STF-09]', async () => {
  const monthly = await shop.service({ EUR: 900 }, { type: 'course_subscription' })
  const weekly = await shop.service({ EUR: 300 }, { type: 'course_subscription' })
  const club = { ...clubTerms, slug: 'tea', service_ids: [monthly, weekly] }
  const { id } = (await admin.call('POST /studio/clubs', { body: club })).data
  const [member, former, other] = [await shop.app.signIn(), await shop.app.signIn(), await shop.app.signIn()]
  await shop.buy(member, monthly)
  await shop.buy(former, weekly)
  const closed = { ...club, service_ids: [monthly], revision: 1 }
  expect((await admin.call('PUT /studio/clubs/:id', { params: { id }, body: closed })).status).toBe(200)
  expect(await reached({ kind: 'club', club_id: id }, { member, former, other })).toEqual(['member'])
})

test('one to who stopped at a day reaches those who began it and none after it, and were not here for so many days [STF-09]', async () => {
  const course = await insertCourse(shop.app.db, { stages: [{ days: [{}, {}, {}] }] })
  const place = async (days: number[], daysAway: number) => {
    const client = await shop.app.signIn()
    const plan = { startsOn: '2026-12-01', endsOn: '2027-01-31' }
    await begin(course, await enrol(shop.app.db, course, client.userId, plan), days)
    await away(client, daysAway)
    return client
  }
  const all = {
    stopped: await place([0, 1], 5),
    busy: await place([0, 1], 1),
    further: await place([0, 1, 2], 5),
    before: await place([0], 5),
    never: await place([], 5),
  }
  const audience = { kind: 'stopped', course_id: course.id, day_id: course.days[1]?.id ?? 0 } as const
  expect(await reached({ ...audience, days: 0 }, all)).toEqual(['stopped', 'busy'])
  expect(await reached({ ...audience, days: 3 }, all)).toEqual(['stopped'])
})

test('one to who has been away reaches those who were not here for so many days, also after they signed out [STF-09]', async () => {
  const clients = [1, 2, 3, 4].map(() => shop.app.signIn())
  const [here, ten, nine, out] = (await Promise.all(clients)) as [TestClient, TestClient, TestClient, TestClient]
  await away(here, 0)
  await away(ten, 10)
  await away(nine, 9)
  await away(out, 30)
  await query('delete from sessions where user_id = $1', [out.userId])
  const acting = await shop.app.signIn()
  await away(acting, 20)
  await query(
    `insert into sessions (user_id, token_hash, expires_at, seen_at, impersonator_id)
     values ($1, 'x', now() + interval '1 year', to_timestamp($2::float8), $3)`,
    [acting.userId, shop.app.clock.now / 1000, admin.userId],
  )
  expect(await reached({ kind: 'away', days: 10 }, { here, ten, nine, out, acting })).toEqual(['ten', 'out', 'acting'])
})

test('what is not there, or is another school’s, is refused at its field, and so is what is missing [STF-09]', async () => {
  const foreign = await insertCourse(shop.app.db, { brandId: 'dev', stages: [{ days: [{}] }] })
  const [own, other] = [
    await insertCourse(shop.app.db, { stages: [{ days: [{}] }] }),
    await insertCourse(shop.app.db, { stages: [{ days: [{}] }] }),
  ]
  const refused = async (audience: Partial<AnnouncementFieldsWire['audience']>) => {
    const body = { ...announcementTerms, audience: { ...everybody, ...audience } }
    const { status, data } = await admin.call('POST /studio/announcements', { body })
    return [status, Object.keys((data as { errors?: object }).errors ?? {})]
  }
  expect(await refused({ kind: 'course', course_id: foreign.id })).toEqual([404, ['audience.course_id']])
  expect(await refused({ kind: 'stream', stream_id: 999_999 })).toEqual([404, ['audience.stream_id']])
  expect(await refused({ kind: 'club', club_id: 999_999 })).toEqual([404, ['audience.club_id']])
  const day_id = other.days[0]?.id ?? 0
  expect(await refused({ kind: 'stopped', course_id: own.id, day_id, days: 0 })).toEqual([404, ['audience.day_id']])
  expect(await refused({ kind: 'away' })).toEqual([422, ['audience.days']])
  expect(await refused({ kind: 'stopped', course_id: own.id })).toEqual([422, ['audience.day_id']])
  const unsaid = await admin.call('POST /studio/announcements', {
    body: { ...announcementTerms, audience: { ...everybody, kind: 'club' } },
  })
  expect((unsaid.data as { code?: string }).code).toBe('audience_incomplete')
})
