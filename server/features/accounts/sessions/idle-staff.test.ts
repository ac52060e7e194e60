import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectLive, originOf } from '#server/app/testing/live-client.ts'
import { startTestApp, type TestApp, testPassword } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { liveCloseCodes } from '#shared/platform/live-limits.ts'
import { deleteExpired, listChangedSessions } from '../queries.ts'
import { sessionKeeper } from './sessions.ts'

const staffRoles = ['expert', 'author', 'support', 'admin'] as const
const hourMs = 3_600_000

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const pass = (hours: number) => app.clock.set(app.clock.now + hours * hourMs)
const signInStaff = (role: (typeof staffRoles)[number] = 'expert') => app.signIn({ role, goesIdle: true })
const statusOf = async (client: TestClient) => (await client.call('GET /user')).status
const storedSessions = async (userId: number) => {
  const text = 'select id from sessions where user_id = $1'
  return (await app.db.query<{ id: number }>({ text, values: [userId] })).rows
}

test.each(staffRoles)('the session of one who works as %s ends after 12 hours without use [STF-23]', async role => {
  const [used, unused] = [await signInStaff(role), await signInStaff(role)]
  pass(11)
  expect(await statusOf(used)).toBe(200)
  await app.sessions.writeSeen()
  pass(1.01)
  const refused = await unused.call('GET /user')
  expect([refused.status, refused.data.code]).toEqual([401, 'not_signed_in'])
  expect(await statusOf(used)).toBe(200)
  pass(11)
  expect(await statusOf(used)).toBe(401)
})

test('a session by password or by a link counts from the start of it, by the clock of the app', async () => {
  const staff = await app.signIn({ role: 'support', email: 'twice@example.com', goesIdle: true })
  const { token } = (await staff.call('POST /auth/transfer-token')).data
  const byLink = await app.visitor.call('POST /auth/exchange-transfer-token', { body: { token } })
  const body = { email: 'twice@example.com', password: testPassword }
  const byPassword = await app.visitor.call('POST /auth/login', { body })
  const ask = async (token: string) =>
    (await app.visitor.call('GET /user', { headers: { authorization: `Bearer ${token}` } })).status
  const both = [byLink.data.token, byPassword.data.token]
  pass(11.99)
  expect(await Promise.all(both.map(ask))).toEqual([200, 200])
  pass(0.02)
  expect(await Promise.all(both.map(ask))).toEqual([401, 401])
})

test('a learner is not touched, nor is one who was staff and is a learner now', async () => {
  const [learner, former] = [await app.signIn(), await signInStaff()]
  await app.db.query({ text: `update users set role = 'learner' where id = $1`, values: [former.userId] })
  pass(29 * 24)
  expect(await Promise.all([learner, former].map(statusOf))).toEqual([200, 200])
})

test('a learner who becomes staff is held to it', async () => {
  const person = await app.signIn()
  pass(13)
  expect(await statusOf(person)).toBe(200)
  await app.db.query({ text: `update users set role = 'expert' where id = $1`, values: [person.userId] })
  expect(await statusOf(person)).toBe(401)
})

test('use does not lengthen the 30 days of a session', async () => {
  const staff = await app.signIn({ role: 'admin' })
  pass(29 * 24)
  expect(await statusOf(staff)).toBe(200)
  pass(25)
  expect(await statusOf(staff)).toBe(401)
})

test('a request says by a header that nobody is there', async () => {
  const [left, used] = [await signInStaff(), await signInStaff()]
  pass(6)
  expect((await left.call('GET /user', { headers: { 'x-unattended': '1' } })).status).toBe(200)
  expect(await statusOf(used)).toBe(200)
  await app.sessions.writeSeen()
  pass(6.01)
  expect(await Promise.all([left, used].map(statusOf))).toEqual([401, 200])
})

test('a remembered session ends no later', async () => {
  const staff = await signInStaff()
  const keeper = sessionKeeper(app.db)
  keeper.setConnected(true)
  pass(12 - 10 / 3600)
  expect(await keeper.authenticate(staff.token, app.clock.now, { isUnattended: true })).toBeDefined()
  pass(20 / 3600)
  expect(await keeper.authenticate(staff.token, app.clock.now)).toBeUndefined()
})

test('a live connection is no use of a session, and is closed when the session ends', async () => {
  const [staff, learner] = [await signInStaff(), await app.signIn()]
  const origin = await originOf(app.server)
  pass(11.99)
  const [own, other] = await Promise.all(
    [staff, learner].map(({ token, userId }) => connectLive(origin, token, { [`user:${userId}`]: null })),
  )
  for (const connection of [own, other]) await expect.poll(() => connection?.of('joined')).toHaveLength(1)
  await app.sessions.writeSeen()
  pass(0.02)
  await app.live.checkSessions()
  expect(await own?.closed).toBe(liveCloseCodes.unauthorized)
  expect(other?.socket.readyState).toBe(other?.socket.OPEN)
  other?.socket.terminate()
})

test('sockets and polls are told of the end, tidying takes the rows away', async () => {
  const [staff, learner] = [await signInStaff(), await app.signIn()]
  const [session] = await storedSessions(staff.userId)
  const listed = () => listChangedSessions(app.db, [session?.id ?? 0], ['expert'], app.clock.now / 1000)
  expect(await listed()).toEqual([])
  pass(12.01)
  expect(await listed()).toEqual([{ id: session?.id, isOver: true }])
  await deleteExpired(app.db, app.clock.now / 1000)
  expect([await storedSessions(staff.userId), (await storedSessions(learner.userId)).length]).toEqual([[], 1])
})

test('an ended session is in no list of devices', async () => {
  const staff = await app.signIn({ role: 'expert', email: 'listed@example.com', goesIdle: true })
  const admin = await app.signIn({ role: 'admin' })
  pass(12.01)
  const again = await app.visitor.call('POST /auth/login', {
    body: { email: 'listed@example.com', password: testPassword },
  })
  const headers = { authorization: `Bearer ${again.data.token}` }
  expect((await app.visitor.call('GET /user/sessions', { headers })).data).toHaveLength(1)
  const card = await admin.call('GET /studio/users/:id', { params: { id: staff.userId } })
  expect(card.data.sessions).toHaveLength(1)
})
