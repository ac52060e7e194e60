import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newKey } from '#server/app/testing/chat-people.ts'
import { openClubSchool } from '#server/app/testing/club-people.ts'
import { testPassword } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let school: Awaited<ReturnType<typeof openClubSchool>>
/** A member on two devices, each with a session of its own. */
let phone: TestClient
let tablet: TestClient
let other: TestClient

beforeAll(async () => {
  school = await openClubSchool()
  phone = await school.join('Ann')
  tablet = await againIn(phone)
  other = await school.join('Bob')
  await school.post(other, { message: 'I am Bob' })
})
beforeEach(() => school.app.clock.set('2026-12-10T10:00:00Z'))
afterAll(() => school.shop.close())

/** The same person, signed in on another device. */
async function againIn({ userId }: TestClient): Promise<TestClient> {
  const text = 'select email from users where id = $1'
  const email = (await school.app.db.query<{ email: string }>({ text, values: [userId] })).rows[0]?.email ?? ''
  const { data } = await school.app.visitor.call('POST /auth/login', { body: { email, password: testPassword } })
  const authorization = `Bearer ${data.token}`
  return {
    userId,
    token: data.token ?? '',
    call: (name, input) => school.app.visitor.call(name, { ...input, headers: { ...input?.headers, authorization } }),
  }
}
const poll = async (by: TestClient, after: number) => {
  const rooms = { [`club:${school.clubId}`]: after }
  return (await by.call('POST /live/poll', { body: { rooms, wait_seconds: 0 } })).data.events
}
const liveNow = async (by: TestClient) => (await school.chat(by)).data.live_seq

test('a mention that two devices of one person send at once is one message, and is told once [CLB-08]', async () => {
  const key = newKey()
  const sent = { message: '@Bob, tea?', mention_ids: [other.userId] }
  const from = await liveNow(other)
  const answers = await Promise.all([phone, tablet, phone, tablet].map(by => school.post(by, sent, key)))
  expect(answers.map(({ status, data }) => [status, data.id])).toEqual(answers.map(() => [200, answers[0]?.data.id]))
  expect(answers[0]?.data.mentions).toEqual([{ id: other.userId, name: 'Bob' }])
  expect(await poll(other, from)).toHaveLength(1)
  school.app.clock.set('2026-12-10T10:02:00Z')
  await Promise.all([school.app.notices.sweep(), school.app.notices.sweep()])
  const told = (await other.call('GET /user-notices', { query: { page: 1 } })).data.filter(
    one => one.kind === 'mention',
  )
  expect(told.map(({ text }) => text)).toEqual(['@Bob, tea?'])
})

test('a report that two devices of one person send at once is one, with one of the reasons [CLB-08]', async () => {
  const { data: bad } = await school.post(other, { message: 'Rubbish' })
  const answers = await Promise.all(
    [phone, tablet, phone].map((by, index) => school.report(by, bad.id, `Rude ${index}`)),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const [moderated, ...more] = await school.moderated()
  expect([moderated?.message.id, moderated?.reports, more]).toEqual([
    bad.id,
    [{ name: 'Ann', reason: expect.stringMatching(/^Rude \d$/), created_at: school.app.clock.now / 1000 }],
    [],
  ])
  // Decided about while it is reported again: it waits or it is settled, and is reported by one person at the most.
  await Promise.all([
    school.hide(bad.id, false),
    school.report(tablet, bad.id, 'Still'),
    school.report(phone, bad.id, 'Still'),
  ])
  const left = await school.moderated()
  expect(left.flatMap(({ reports }) => reports).length).toBeLessThanOrEqual(1)
})

test('of moderators who hide and restore a message at once the last one decides; each change is told and noted once [CLB-08]', async () => {
  const colleague = await school.app.signIn({ role: 'admin' })
  for (let round = 0; round < 5; round++) {
    const { data: bad } = await school.post(other, { message: `Rubbish ${round}` })
    await school.report(phone, bad.id)
    const from = await liveNow(phone)
    const answers = await Promise.all([
      school.hide(bad.id, true),
      school.hide(bad.id, false, colleague),
      school.hide(bad.id, true, colleague),
      school.hide(bad.id, false),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const actions = await school.actionsOn('club_message', bad.id)
    const changes = actions.filter(action => action !== 'club_message.settle')
    expect(changes, 'hidden and restored in turn').toEqual(
      changes.map((_, index) => (index % 2 === 0 ? 'club_message.hide' : 'club_message.restore')),
    )
    expect(actions.length - changes.length, 'its report is settled once').toBeLessThanOrEqual(1)
    const isHidden = (await school.read(phone)).data.find(({ id }) => id === bad.id)?.is_hidden
    expect(isHidden).toBe(changes.length % 2 === 1)
    const events = await poll(phone, from)
    expect(events, 'open pages hear of each change').toHaveLength(changes.length)
    const last = events.at(-1)?.data as { message: { is_hidden: boolean } } | undefined
    expect(last?.message.is_hidden ?? false).toBe(isHidden)
    expect((await school.moderated()).map(({ message }) => message.id)).not.toContain(bad.id)
  }
})

test('open pages hear that an author was erased, and show their messages no more [CLB-08, SEC-02]', async () => {
  const leaver = await school.join('Eve')
  const sent = [
    await school.post(leaver, { message: 'My secret' }),
    await school.post(leaver, { message: 'And another' }),
  ]
  await school.post(other, { message: 'Oh', reply_to: sent[0]?.data.id })
  const from = await liveNow(phone)
  const text = 'select email from users where id = $1'
  const confirm = (await school.app.db.query<{ email: string }>({ text, values: [leaver.userId] })).rows[0]?.email ?? ''
  const erase = () =>
    school.admin.call('POST /studio/users/:id/erase', { params: { id: leaver.userId }, body: { confirm } })
  expect((await Promise.all([erase(), erase()])).map(({ status }) => status)).toEqual([200, 200])
  const heard = (await poll(phone, from)).map(({ data }) => (data as { message: object }).message)
  expect(heard).toMatchObject(sent.map(({ data }) => ({ id: data.id, number: data.number, author: null, message: '' })))
  expect((await school.read(phone)).data.at(-1)).toMatchObject({
    reply_to: { absent: 'erased', message: '', name: '' },
  })
})

test('of somebody who has written much, open pages hear of the latest messages alone', async () => {
  const writer = await school.join('Ida')
  const { message_count: before } = (await school.chat(phone)).data
  await school.app.db.query({
    text: `with said as (
       insert into club_messages (community_id, number, author_id, text, client_key, created_at, updated_at)
       select $1, $2 + n, $3, 'Said', 'said ' || n, now(), now() from generate_series(1, 5000) n
     )
     update club_chats set message_count = $2 + 5000 where community_id = $1`,
    values: [school.clubId, before, writer.userId],
  })
  const from = await liveNow(phone)
  await school.app.db.query({ text: 'delete from users where id = $1', values: [writer.userId] })
  expect((await liveNow(phone)) - from).toBe(300)
  const rows = await school.app.db.query({ text: `select from club_messages where text = 'Said'` })
  expect(rows.rows, 'the older ones are empty as well').toEqual([])
})
