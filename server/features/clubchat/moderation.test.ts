import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertUpload } from '#server/app/testing/chat-people.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { maySeeFile } from './live.ts'
import { openClubSchool } from '#server/app/testing/club-people.ts'

let school: Awaited<ReturnType<typeof openClubSchool>>
let member: TestClient
let rude: TestClient

beforeAll(async () => {
  school = await openClubSchool()
  member = await school.join('Ann')
  rude = await school.join('Rex')
})
beforeEach(async () => {
  school.app.clock.set('2026-12-01T10:00:00Z')
  for (const table of ['club_messages', 'club_chats', 'club_readers'])
    await school.app.db.query({ text: `delete from ${table}` })
})
afterAll(() => school.shop.close())

const code = ({ status, data }: { status: number; data: object }) => [status, (data as { code?: string }).code]
const faults = ({ data }: { data: object }) => Object.keys((data as { errors?: object }).errors ?? {})
const seconds = (time: string) => Date.parse(time) / 1000
const said = async (by: TestClient) => (await school.read(by)).data.map(({ message }) => message)

test('a member reports a message once, and staff see it whole until they have decided [CLB-08]', async () => {
  const { data: own } = await school.post(member, { message: 'Mine' })
  const { data: bad } = await school.post(rude, { message: 'Rubbish' })
  await Promise.all([school.report(member, bad.id, ' Rude '), school.report(member, bad.id, 'Again')])
  expect(await school.moderated()).toMatchObject([
    {
      message: { id: bad.id, message: 'Rubbish', is_hidden: false },
      reports: [{ name: 'Ann', created_at: seconds('2026-12-01T10:00:00Z') }],
      muted_until: null,
    },
  ])
  expect(code(await school.report(member, own.id))).toEqual([403, 'not_allowed'])
  expect(code(await school.report(member, 999_999))).toEqual([404, 'not_found'])
  expect((await school.hide(bad.id, false)).status, 'it may stay').toBe(200)
  expect([await school.moderated(), await said(member)]).toEqual([[], ['Mine', 'Rubbish']])
  await school.hide(bad.id, false)
  expect(await school.actionsOn('club_message', bad.id)).toEqual(['club_message.settle'])
  await school.report(member, bad.id, 'Still rude')
  expect(await school.moderated(), 'it can be reported again').toMatchObject([{ reports: [{ reason: 'Still rude' }] }])
  const blank = await school.report(member, bad.id, ' \n')
  expect([...code(blank), ...faults(blank)]).toEqual([422, 'report_reason_required', 'reason'])
})

test('a hidden message keeps its number and shows members nothing, until it is restored [CLB-08]', async () => {
  const photo = await insertUpload(school.app, rude.userId)
  const { data: bad } = await school.post(rude, { message: 'Rubbish', file_ids: [photo] })
  await school.post(member, { message: 'Please stop', reply_to: bad.id })
  const seen = async ({ userId }: TestClient) => {
    const actor = { userId, brandId: 'kurso', role: userId === school.admin.userId ? 'admin' : 'learner' }
    return maySeeFile(school.app.db, actor as Parameters<typeof maySeeFile>[1], photo, school.app.clock.now)
  }
  expect([await seen(member), await seen(school.admin)]).toEqual([true, true])
  const before = (await school.chat(member)).data.live_seq
  school.app.clock.set('2026-12-01T10:05:00Z')
  await school.hide(bad.id, true)
  await school.hide(bad.id, true)
  expect((await school.read(member)).data).toMatchObject([
    { number: 1, message: '', files: [], is_hidden: true, updated_at: seconds('2026-12-01T10:05:00Z') },
    { number: 2, reply_to: { message: '', absent: 'hidden' } },
  ])
  expect((await school.chat(member)).data).toMatchObject({ unread_count: 0, live_seq: before + 1 })
  expect([await seen(member), await seen(school.admin)]).toEqual([false, true])
  expect(code(await school.post(member, { message: 'You', reply_to: bad.id }))).toEqual([409, 'reply_gone'])
  expect(await school.moderated('hidden')).toMatchObject([{ message: { message: 'Rubbish', files: [{ id: photo }] } }])
  await school.hide(bad.id, false)
  expect(await said(member)).toEqual(['Rubbish', 'Please stop'])
  expect(await school.moderated('hidden')).toEqual([])
  expect(await school.actionsOn('club_message', bad.id)).toEqual(['club_message.hide', 'club_message.restore'])
})

test('who is muted reads on and writes again after the time, or when staff let them [CLB-08]', async () => {
  const until = seconds('2026-12-01T12:00:00Z')
  expect((await school.mute(rude.userId, until)).data).toEqual({ muted_until: until })
  await school.mute(rude.userId, until)
  const told = await rude.call('POST /live/poll', { body: { rooms: { [`user:${rude.userId}`]: 0 }, wait_seconds: 0 } })
  expect(told.data.events.filter(({ type }) => type === 'club_writing')).toMatchObject([
    { data: { club_id: school.clubId } },
  ])
  expect(code(await school.post(rude, { message: 'Let me' }))).toEqual([403, 'muted'])
  expect((await school.chat(rude)).data.muted_until).toBe(until)
  expect((await school.read(rude)).status).toBe(200)
  await school.mute(rude.userId, null)
  expect((await school.post(rude, { message: 'Thanks' })).status).toBe(200)
  await school.mute(rude.userId, until)
  school.app.clock.set('2026-12-01T12:00:00Z')
  expect((await school.post(rude, { message: 'At last' })).status).toBe(200)
  expect((await school.chat(rude)).data.muted_until).toBeNull()
  expect(await school.actionsOn('club', school.clubId)).toEqual(['club.add', 'club.mute', 'club.unmute', 'club.mute'])
  const past = await school.mute(rude.userId, until)
  expect([...code(past), ...faults(past)]).toEqual([422, 'mute_time_past', 'until'])
})

test('staff of another school find neither the club nor its people', async () => {
  const { data: bad } = await school.post(rude, { message: 'Rubbish' })
  const foreign = await school.app.signIn({ role: 'admin', brandId: 'mind' })
  const appId = 'mind'
  const id = school.clubId
  const answers = [
    await foreign.call('GET /studio/clubs/:id/chat/messages', { params: { id }, appId }),
    await foreign.call('PUT /studio/clubs/:id/chat/messages/:messageId/hidden', {
      params: { id, messageId: bad.id },
      body: { is_hidden: true },
      appId,
    }),
    await foreign.call('PUT /studio/clubs/:id/chat/people/:userId/mute', {
      params: { id, userId: rude.userId },
      body: { until: null },
      appId,
    }),
    await school.mute(foreign.userId, null),
  ]
  expect(answers.map(code)).toEqual(answers.map(() => [404, 'not_found']))
  expect(await said(member)).toEqual(['Rubbish'])
})

test('what waits or is hidden comes in pages, and staff see on their day what was reported [CLB-08]', async () => {
  const writer = await school.join('Vera')
  const text = `insert into club_messages (community_id, number, author_id, text, client_key, created_at, updated_at, hidden_at)
    select $1, 1000 + n, $2, 'Hidden ' || n, 'hidden ' || n, now(), now(), now() - make_interval(secs => n) from generate_series(1, 120) n`
  await school.app.db.query({ text, values: [school.clubId, writer.userId] })
  const params = { id: school.clubId }
  const page = async (number: number) => {
    const query = { show: 'hidden', page: number }
    const { data, headers } = await school.admin.call('GET /studio/clubs/:id/chat/messages', { params, query })
    return [data.length, headers['x-pagination-total-count'], data[0]?.message.message]
  }
  const [first, second, third] = [await page(1), await page(2), await page(3)]
  expect(first?.[0]).toBe(50)
  expect(Number(first?.[1])).toBeGreaterThanOrEqual(120)
  expect([second?.[2], third?.[2]]).not.toContain(first?.[2])
  expect((await page(9))[0]).toBe(0)
  const { data: rude } = await school.post(writer, { message: 'Rude' })
  const other = await school.join('Zoe')
  await school.report(other, rude.id)
  const today = async () => (await school.admin.call('GET /studio/today', {})).data.reported
  expect(await today()).toEqual([{ club_id: school.clubId, title: 'Tea club', messages: 1 }])
  const stranger = await school.app.signIn({ role: 'admin', brandId: 'mind' })
  expect((await stranger.call('GET /studio/today', { appId: 'mind' })).data.reported).toEqual([])
  await school.hide(rude.id, true)
  expect(await today()).toEqual([])
})
