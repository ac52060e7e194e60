import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let app: TestApp
let admin: TestClient
beforeAll(async () => {
  app = await startTestApp({ hearsNotifications: true })
  app.clock.set('2026-12-02T10:00:00Z')
})
beforeEach(async () => {
  await app.db.query({ text: `update users set role = 'learner' where role = 'admin'` })
  admin = await app.signIn({ role: 'admin' })
})
afterAll(() => app.close())

const of = (id: number) => ({ params: { id } })
const block = (by: TestClient, id: number) =>
  by.call('POST /studio/users/:id/block', { ...of(id), body: { reason: 'Spam in the chat' } })
const giveRole = (by: TestClient, id: number, role: string) =>
  by.call('PATCH /studio/users/:id', { ...of(id), body: { role } })
const isIn = async (client: TestClient) => (await client.call('GET /user')).status === 200
const notes = async (id: number) => (await admin.call('GET /studio/users/:id', of(id))).data.audit

test('a blocked person is signed out at once, with a reason for colleagues, and can sign in again once unblocked [STF-11]', async () => {
  const learner = await app.signIn({ email: 'blocked@example.com' })
  expect(await isIn(learner)).toBe(true)
  const blocked = await block(admin, learner.userId)
  expect([blocked.status, blocked.statements]).toEqual([200, 4])
  expect(await isIn(learner)).toBe(false)
  const person = (await admin.call('GET /studio/users/:id', of(learner.userId))).data
  expect(person).toMatchObject({ block_reason: 'Spam in the chat', blocked_at: expect.any(Number), sessions: [] })
  const body = { email: 'blocked@example.com', password: 'correct horse' }
  expect((await app.visitor.call('POST /auth/login', { body })).data.code).toBe('wrong_credentials')
  await admin.call('POST /studio/users/:id/unblock', of(learner.userId))
  await admin.call('POST /studio/users/:id/unblock', of(learner.userId))
  expect((await app.visitor.call('POST /auth/login', { body })).status).toBe(200)
  expect((await notes(learner.userId)).map(note => note.action)).toEqual(['user.unblock', 'user.block'])
})

test('signing out everywhere ends every session and spends every unused token [STF-11]', async () => {
  const learner = await app.signIn()
  const { token } = (await learner.call('POST /auth/transfer-token')).data
  expect((await admin.call('POST /studio/users/:id/end-sessions', of(learner.userId))).data.ended).toBe(1)
  expect(await isIn(learner)).toBe(false)
  const exchanged = await app.visitor.call('POST /auth/exchange-transfer-token', { body: { token } })
  expect(exchanged.data.code).toBe('transfer_token_spent')
})

test('a new role applies from the next request on, although the session is cached [STF-01, STF-11]', async () => {
  const expert = await app.signIn({ role: 'expert' })
  expect((await expert.call('GET /studio/chats')).status).toBe(200)
  expect((await giveRole(admin, expert.userId, 'learner')).statements).toBe(4)
  const refused = await expert.call('GET /studio/chats')
  expect([refused.status, refused.data.code]).toEqual([403, 'not_allowed'])
  await giveRole(admin, expert.userId, 'expert')
  expect((await expert.call('GET /studio/chats')).status).toBe(200)
})

test('a school keeps an administrator, also when two take each other’s rights at the same moment [STF-11]', async () => {
  const own = admin.userId
  expect((await giveRole(admin, own, 'expert')).data.code).toBe('last_admin')
  expect((await block(admin, own)).data.code).toBe('not_oneself')
  const eraseOneself = { ...of(own), body: { confirm: 'whoever' } }
  expect((await admin.call('POST /studio/users/:id/erase', eraseOneself)).data.code).toBe('not_oneself')
  for (let round = 0; round < 5; round++) {
    const other = await app.signIn({ role: 'admin' })
    const answers = await Promise.all([block(admin, other.userId), giveRole(other, own, 'learner')])
    const { rows } = await app.db.query<{ id: number }>({
      text: `select id from users where role = 'admin' and blocked_at is null`,
    })
    expect(rows).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    if (rows[0]?.id !== own) {
      await giveRole(other, own, 'admin')
      await giveRole(admin, other.userId, 'learner')
    }
  }
})

test('the last administrator cannot delete their own account either; of two at once one stays [STF-11, ACC-21]', async () => {
  const end = (who: TestClient) => who.call('DELETE /user')
  const refused = await end(admin)
  expect([refused.status, refused.data.code]).toEqual([409, 'last_admin'])
  const byStatus = await admin.call('POST /user/update-user', { body: { status: 0 } })
  expect(byStatus.data.code).toBe('last_admin')
  const other = await app.signIn({ role: 'admin' })
  const answers = await Promise.all([end(admin), end(other)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

async function startActing(userId: number) {
  const { token } = (await admin.call('POST /studio/users/:id/sign-in-as', of(userId))).data
  const { data } = await app.visitor.call('POST /auth/exchange-transfer-token', { body: { token } })
  return (name: 'GET /user' | 'GET /user-course-streams' | 'POST /auth/transfer-token' | 'POST /auth/logout') =>
    app.visitor.call(name, { headers: { authorization: `Bearer ${data.token}` } })
}

test('staff signed in as somebody are visible to all, for an hour, and every write is logged [STF-11, STF-13]', async () => {
  const learner = await app.signIn()
  const ask = await startActing(learner.userId)
  const { data } = await ask('GET /user')
  expect(data).toMatchObject({ id: learner.userId, impersonatedBy: { id: admin.userId } })
  expect((await learner.call('GET /user')).data.impersonatedBy).toBeNull()
  const person = (await admin.call('GET /studio/users/:id', of(learner.userId))).data
  expect(person.sessions.map(session => session.impersonator?.id)).toEqual([admin.userId, undefined])
  const devices = (await learner.call('GET /user/sessions')).data
  expect(devices.filter(device => device.impersonator?.id === admin.userId)).toHaveLength(1)
  expect((await ask('POST /auth/logout')).status).toBe(200)
  expect((await ask('GET /user')).status).toBe(401)
  const noted = await notes(learner.userId)
  expect(noted.map(note => note.action)).toEqual(['impersonation.write', 'impersonation.start', 'user.impersonate'])
  expect(noted[0]).toMatchObject({ actor: { id: admin.userId }, detail: { address: '/spa/api/v1/auth/logout' } })

  const again = await startActing(learner.userId)
  const before = app.clock.now
  app.clock.set(before + 3_599_000)
  expect((await again('GET /user')).status).toBe(200)
  app.clock.set(before + 3_601_000)
  expect((await again('GET /user')).status).toBe(401)
  app.clock.set(before)
})

test('a GET that changes something is logged as any write of staff who act as somebody [STF-13, STR-06]', async () => {
  const learner = await app.signIn()
  const { token } = (await admin.call('POST /studio/users/:id/sign-in-as', of(learner.userId))).data
  const { data } = await app.visitor.call('POST /auth/exchange-transfer-token', { body: { token } })
  const asLearner = { params: { streamId: 987_654 }, headers: { authorization: `Bearer ${data.token}` } }
  expect((await app.visitor.call('GET /user-course-streams/:streamId/freeze/cancel', asLearner)).status).toBe(404)
  const [noted] = await notes(learner.userId)
  const address = '/spa/api/v1/user-course-streams/987654/freeze/cancel'
  expect(noted).toMatchObject({ action: 'impersonation.write', detail: { address } })
})

test('what only the owner may do is refused to staff signed in as them [STF-11, SEC-02]', async () => {
  const learner = await app.signIn()
  const ask = await startActing(learner.userId)
  expect((await ask('GET /user-course-streams')).status).toBe(200)
  const refused = await ask('POST /auth/transfer-token')
  expect([refused.status, refused.data.code]).toEqual([403, 'not_for_staff'])
  const owners = app.routes.filter(({ call }) => call.isForOwnerOnly).map(({ name }) => name)
  const named =
    /password|phone|DELETE \/user$|update-user|POST \/user$|sessions|payment|external-auth|push-subscriptions|cookie-policy/
  const open = app.routes
    .filter(
      ({ name, call }) =>
        named.test(name) && !/ \/(studio|auth)\//.test(name) && !name.startsWith('GET') && call.access !== 'public',
    )
    .map(({ name }) => name)
    .filter(name => !owners.includes(name))
  expect(open).toEqual([])
})

test('nobody can sign in as an administrator, a blocked person or themselves, and a former administrator cannot sign in as anybody [STF-11]', async () => {
  const other = await app.signIn({ role: 'admin' })
  const as = async (id: number) => (await admin.call('POST /studio/users/:id/sign-in-as', of(id))).data.code
  expect(await as(other.userId)).toBe('is_admin')
  expect(await as(admin.userId)).toBe('not_oneself')
  const learner = await app.signIn()
  await block(admin, learner.userId)
  expect(await as(learner.userId)).toBe('not_active')
  const pupil = await app.signIn({ role: 'expert' })
  const asks = [await startActing(pupil.userId), await startActing(pupil.userId)]
  await giveRole(admin, pupil.userId, 'admin')
  expect(await Promise.all(asks.map(async ask => (await ask('GET /user')).status))).toEqual([401, 401])
  await giveRole(admin, pupil.userId, 'expert')
  const ask = await startActing(pupil.userId)
  await giveRole(other, admin.userId, 'expert')
  expect((await ask('GET /user')).status).toBe(401)
})
