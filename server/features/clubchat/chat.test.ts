import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertUpload, newKey } from '#server/app/testing/chat-people.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { mostPerMinute } from '#shared/features/clubchat/rules.ts'
import { publishMediaChange } from './live.ts'
import { openClubSchool } from '#server/app/testing/club-people.ts'

let school: Awaited<ReturnType<typeof openClubSchool>>
let member: TestClient
let other: TestClient

beforeAll(async () => {
  school = await openClubSchool()
  member = await school.join('Ann')
  other = await school.join('Bob')
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
const texts = async (by: TestClient, query = {}) => (await school.read(by, query)).data.map(({ message }) => message)
const room = () => `club:${school.clubId}`
const poll = (by: TestClient, after: number | null) =>
  by.call('POST /live/poll', { body: { rooms: { [room()]: after }, wait_seconds: 0 } })

test('members write and read one chat, with photos, replies and mentions [CLB-08]', async () => {
  const { data: first } = await school.post(member, { message: '  Who has tea? ' })
  expect(first).toMatchObject({
    club_id: school.clubId,
    number: 1,
    author: { id: member.userId, name: 'Ann', avatar: null },
    message: 'Who has tea?',
    reply_to: null,
    mentions: [],
    files: [],
    is_hidden: false,
    created_at: seconds('2026-12-01T10:00:00Z'),
  })
  const photo = await insertUpload(school.app, other.userId)
  const sent = { message: '@Ann I do', file_ids: [photo], reply_to: first.id, mention_ids: [member.userId, 999_999] }
  const { data: second } = await school.post(other, sent)
  expect(second).toMatchObject({
    number: 2,
    reply_to: { id: first.id, number: 1, name: 'Ann', message: 'Who has tea?' },
    mentions: [{ id: member.userId, name: 'Ann' }],
    files: [{ id: photo, status: 'DONE' }],
  })
  const read = (await school.read(member)).data
  expect(read.map(({ number, client_key: key }) => [number, key !== null])).toEqual([
    [1, true],
    [2, false],
  ])
  for (let number = 3; number <= 6; number++) await school.post(member, { message: String(number) })
  expect(await texts(other, { before: 6, 'per-page': 2 })).toEqual(['4', '5'])
  expect(await texts(other, { after: 3, 'per-page': 2 })).toEqual(['4', '5'])
  expect((await school.chat(other)).data).toMatchObject({ title: 'Tea club', message_count: 6, muted_until: null })
})

test('a message that is sent twice, also at once, is one; two that are sent at once have numbers of their own', async () => {
  const key = newKey()
  const from = (await school.chat(other)).data.live_seq
  const answers = await Promise.all([1, 2, 3].map(() => school.post(member, { message: 'Once' }, key)))
  answers.push(await school.post(member, { message: 'Once' }, key))
  expect(answers.map(({ status, data }) => [status, data.id, data.number])).toEqual(
    answers.map(() => [200, answers[0]?.data.id, 1]),
  )
  await Promise.all([member, other, member, other].map(by => school.post(by, { message: 'All' })))
  expect((await school.read(other)).data.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
  expect((await poll(other, from)).data.events, 'each is told once').toHaveLength(5)
})

test('who is no member is refused with the reason; what was stored before is answered to a repeat all the same', async () => {
  const leaver = await school.join('Eve', true)
  const key = newKey()
  const { data: stored } = await school.post(leaver, { message: 'Here' }, key)
  expect((await school.closeToWeekly()).status).toBe(200)
  expect(code(await school.post(leaver, { message: 'Still typing' }))).toEqual([403, 'not_a_member'])
  expect((await school.post(leaver, { message: 'Here' }, key)).data.id).toBe(stored.id)
  const answers = [
    await school.chat(leaver),
    await school.read(leaver),
    await school.see(leaver, 1),
    await school.report(leaver, stored.id),
    await leaver.call('GET /clubs/:id/chat/people', { params: { id: school.clubId } }),
  ]
  expect(answers.map(code)).toEqual(answers.map(() => [403, 'not_a_member']))
  expect((await poll(leaver, null)).data.refused).toEqual([room()])
  expect((await poll(member, null)).data.refused).toEqual([])
  expect((await poll(school.admin, null)).data.refused).toEqual([])
  expect(await texts(school.admin)).toEqual(['Here'])
  const stranger = await school.app.signIn({ brandId: 'mind' })
  const chat = await stranger.call('GET /clubs/:id/chat', { params: { id: school.clubId }, appId: 'mind' })
  expect(code(chat)).toEqual([404, 'not_found'])
})

test('what a message cannot be is refused with its field', async () => {
  const refused = async (sent: Record<string, unknown>) => {
    const answer = await school.post(member, sent)
    return [...code(answer), ...faults(answer)]
  }
  expect(await refused({ message: ' ' })).toEqual([422, 'message_required', 'message'])
  const foreign = await insertUpload(school.app, other.userId)
  expect(await refused({ file_ids: [foreign] })).toEqual([422, 'file_unusable', 'file_ids'])
  const coming = await insertUpload(school.app, member.userId, { status: 'NOT_UPLOADED' })
  expect(await refused({ file_ids: [coming] })).toEqual([409, 'files_uploading', 'file_ids'])
  expect(await refused({ message: 'Yes', reply_to: 999_999 })).toEqual([409, 'reply_gone', 'reply_to'])
  expect(await texts(member)).toEqual([])
})

test('what is unread is what others wrote after the last number seen, kept in one row a member', async () => {
  for (let number = 1; number <= 4; number++) await school.post(member, { message: String(number) })
  await school.post(other, { message: '5' })
  const unread = async (by: TestClient) => (await school.chat(by)).data.unread_count
  expect([await unread(member), await unread(other)]).toEqual([1, 4])
  expect((await school.see(other, 3)).data).toMatchObject({ read_number: 3 })
  expect(await unread(other)).toBe(1)
  expect((await school.see(other, 2)).data, 'never back').toEqual({ read_number: 3, unread_count: 1 })
  await school.see(other, 1_000_000)
  expect((await school.chat(other)).data, 'never past the last').toMatchObject({ read_number: 5, unread_count: 0 })
  const { rows } = await school.app.db.query<{ rows: number }>({
    text: 'select count(*)::int as rows from club_readers where user_id = $1',
    values: [other.userId],
  })
  expect(rows).toEqual([{ rows: 1 }])
})

test('every member hears a message live, its author with the key; again once its film is ready [CLB-08]', async () => {
  const film = await insertUpload(school.app, member.userId, { status: 'UPLOADED', type: 1 })
  const from = (await school.chat(member)).data.live_seq
  const { data: sent } = await school.post(member, { message: 'Look', file_ids: [film] })
  const heard = async (by: TestClient) => (await poll(by, from)).data.events.map(({ type, data }) => ({ type, data }))
  expect(await heard(member)).toEqual([{ type: 'club_message', data: { message: sent } }])
  expect(await heard(other)).toEqual([{ type: 'club_message', data: { message: { ...sent, client_key: null } } }])
  await school.app.db.query({ text: `update media set status = 'DONE' where id = $1`, values: [film] })
  expect(await publishMediaChange(school.app.db, film)).toEqual([school.clubId])
  expect((await heard(other)).at(-1)).toMatchObject({ data: { message: { id: sent.id, files: [{ status: 'DONE' }] } } })
})

test('those who have written can be mentioned, the latest first and by a part of their name', async () => {
  const people = async (search = '') =>
    (await member.call('GET /clubs/:id/chat/people', { params: { id: school.clubId }, query: { search } })).data
  await school.see(other, 1)
  expect(await people()).toEqual([])
  const eve = await school.join('Eve')
  await school.post(other, { message: 'Hi' })
  school.app.clock.set('2026-12-01T10:01:00Z')
  await school.post(eve, { message: 'Hi' })
  await school.post(member, { message: 'Hi' })
  expect((await people()).map(({ name }) => name)).toEqual(['Eve', 'Bob'])
  expect((await people('bo')).map(({ id }) => id)).toEqual([other.userId])
  expect(await people('%')).toEqual([])
})

test('with its author a message loses what it said, and keeps its number', async () => {
  const eve = await school.join('Eve')
  const photo = await insertUpload(school.app, eve.userId)
  const { data: sent } = await school.post(eve, { message: 'My secret', file_ids: [photo] })
  await school.post(member, { message: 'Oh', reply_to: sent.id })
  await school.app.db.query({ text: 'delete from users where id = $1', values: [eve.userId] })
  expect((await school.read(member)).data).toMatchObject([
    { number: 1, author: null, message: '', files: [] },
    { number: 2, reply_to: { id: sent.id, name: '', message: '' } },
  ])
  expect(code(await school.post(member, { message: 'Why?', reply_to: sent.id }))).toEqual([409, 'reply_gone'])
})

test('within a minute a member writes so many messages and no more, also at once; the next minute they go on', async () => {
  const [writer, other] = [await school.join('Gleb'), await school.join('Hanna')]
  const sent = Array.from({ length: mostPerMinute + 3 }, (_, index) => school.post(writer, { message: `Tea ${index}` }))
  const answers = await Promise.all(sent)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(
    refused.map(({ status, data, headers }) => [status, (data as { code?: string }).code, headers['retry-after']]),
  ).toEqual(Array.from({ length: 3 }, () => [429, 'too_many_messages', '60']))
  expect((await school.post(other, { message: 'Me too' })).status, 'others').toBe(200)
  const again = newKey()
  school.app.clock.now += 61_000
  expect((await school.post(writer, { message: 'Later' }, again)).status).toBe(200)
  const [one, repeat] = await Promise.all([
    school.post(writer, { message: 'Later' }, again),
    school.post(writer, { message: 'Later' }, again),
  ])
  expect([one.status, repeat.status]).toEqual([200, 200])
})
