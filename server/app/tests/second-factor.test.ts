import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shownCode, turnFactorOn } from '../testing/second-factor.ts'
import { uploadFile } from '#server/features/media/testing/send-file.ts'
import { type PushService, startPushService } from '#server/features/notifications/testing/push-receiver.ts'
import type { BoundRoute } from '#server/platform/http/routes.ts'
import { wirePath } from '#shared/platform/contract.ts'
import { liveCloseCodes } from '#shared/platform/live-limits.ts'
import { sharedDataFolder } from '#shared/platform/testing/shared-data.ts'
import { auditOf, post, startChat } from '../testing/chat-people.ts'
import { connectLive, originOf } from '../testing/live-client.ts'
import { startTestApp, type TestApp, testPassword } from '../testing/test-app.ts'
import type { TestClient } from '../testing/test-client.ts'

const roles = ['learner', 'expert', 'support', 'admin'] as const

let app: TestApp
let strict: TestApp
let service: PushService
let origin = ''
beforeAll(async () => {
  service = await startPushService()
  app = await startTestApp({
    given: { notifications: { keys: undefined, allowPrivate: true } },
    hearsNotifications: true,
  })
  strict = await startTestApp({ given: { accounts: { codeKey: undefined, isSecondFactorRequired: true } } })
  for (const { clock } of [app, strict]) clock.set('2026-12-10T10:00:00Z')
  origin = await originOf(app.server)
})
afterAll(async () => {
  await Promise.all([app.close(), strict.close()])
  await service.close()
})

const codeOf = ({ status, data }: { status: number; data: object }) => [status, 'code' in data ? data.code : undefined]
const addressOf = ({ name }: BoundRoute) => wirePath(name).path.replaceAll(/:\w+/g, '1')

async function ask(at: TestApp, route: BoundRoute, token?: string) {
  const { method } = wirePath(route.name)
  const headers = { 'x-app-id': 'kurso', ...(token && { authorization: `Bearer ${token}` }) }
  const sent = { method, url: addressOf(route), headers, ...(method !== 'GET' && { payload: {} }) }
  const { statusCode, body } = await at.server.inject(sent)
  return { status: statusCode, body, code: (JSON.parse(body || '{}') as { code?: string }).code }
}

const logout = 'POST /auth/logout'

/** Names of the calls that answer such a session something else than `code`; public ones are those of a visitor. */
async function openedBy(at: TestApp, token: string, code: string) {
  const opened: string[] = []
  // After it the session would be none.
  const lastOfAll = at.routes.toSorted((one, other) => Number(one.name === logout) - Number(other.name === logout))
  for (const route of lastOfAll) {
    const answer = await ask(at, route, token)
    if (route.call.access === 'public') expect([route.name, answer]).toEqual([route.name, await ask(at, route)])
    else if (answer.status !== 403 || answer.code !== code) opened.push(route.name)
  }
  return opened.toSorted()
}

/** Somebody with a factor who has signed in with the password, and a confirmed session of theirs. */
async function halfIn(role: (typeof roles)[number] = 'expert') {
  const confirmed = await app.signIn({ role, email: `half-${++people}@example.com` })
  const { secret } = await turnFactorOn(confirmed, app.clock.now)
  app.clock.set(app.clock.now + 30_000)
  return { confirmed, secret, token: await signIn(people) }
}
let people = 0
async function signIn(person: number) {
  const body = { email: `half-${person}@example.com`, password: testPassword }
  return (await app.visitor.call('POST /auth/login', { body })).data.token
}
const confirm = (token: string, secret: string) =>
  app.visitor.call('POST /user/second-factor/confirm', {
    body: { code: shownCode(secret, app.clock.now) },
    headers: { authorization: `Bearer ${token}` },
  })

test.each(roles)(
  'a session of %s that needs a code opens two calls alone, and the public ones as to a visitor [STF-23]',
  async role => {
    const { token } = await halfIn(role)
    const open = [logout, 'POST /user/second-factor/confirm']
    expect(await openedBy(app, token, 'second_factor_needed')).toEqual(open)
  },
)

test('staff who must have a factor open nothing before they have one but what they need for it [STF-23]', async () => {
  const expert = await strict.signIn({ role: 'expert' })
  expect(await openedBy(strict, expert.token, 'second_factor_to_set_up')).toEqual([
    'GET /user',
    'GET /user/second-factor',
    'POST /auth/logout',
    'POST /user',
    'POST /user/prove',
    'POST /user/request-proof',
    'POST /user/second-factor',
    'POST /user/second-factor/confirm',
    'POST /user/second-factor/secret',
    'POST /user/update-password',
  ])
})

test('who has set it up goes on; learners are not asked, nor who is signed in as somebody', async () => {
  const [expert, learner, admin] = await Promise.all([
    strict.signIn({ role: 'expert' }),
    strict.signIn(),
    strict.signIn({ role: 'admin' }),
  ])
  expect((await learner.call('GET /chats')).status).toBe(200)
  expect(codeOf(await expert.call('GET /chats'))).toEqual([403, 'second_factor_to_set_up'])
  await turnFactorOn(expert, strict.clock.now)
  expect((await expert.call('GET /chats')).status).toBe(200)
  const params = { id: expert.userId }
  expect(codeOf(await admin.call('POST /studio/users/:id/sign-in-as', { params }))).toEqual([
    403,
    'second_factor_to_set_up',
  ])
  await turnFactorOn(admin, strict.clock.now)
  const { token } = (await admin.call('POST /studio/users/:id/sign-in-as', { params })).data
  const acting = await strict.visitor.call('POST /auth/exchange-transfer-token', { body: { token } })
  const headers = { authorization: `Bearer ${acting.data.token}` }
  expect((await strict.visitor.call('GET /chats', { headers })).status).toBe(200)
})

test('uploads and own files are closed too, at their signed addresses as well', async () => {
  const { confirmed, token } = await halfIn()
  const photo = await readFile(join(sharedDataFolder, 'uploads/images/pil-exif_gps.jpg'))
  const { mediaId } = await uploadFile(app, confirmed, photo)
  const { data } = await confirmed.call('GET /media-files/:id', { params: { id: mediaId } })
  const statusFor = async (token: string) =>
    (await app.server.inject({ url: data.url ?? '', headers: { cookie: `staff_token=${token}` } })).statusCode
  expect([await statusFor(confirmed.token), await statusFor(token)]).toEqual([200, 404])
  for (const [method, place] of [
    ['POST', '/spa/uploads'],
    ['PATCH', '/spa/uploads/AAAAAAAAAAAAAAAAAAAAAA'],
    ['HEAD', '/spa/uploads/AAAAAAAAAAAAAAAAAAAAAA'],
    ['POST', '/spa/api/v1/media-files'],
  ] as const) {
    const headers = { authorization: `Bearer ${token}`, 'x-app-id': 'kurso', 'tus-resumable': '1.0.0' }
    expect([place, (await app.server.inject({ method, url: place, headers })).statusCode]).toEqual([place, 403])
  }
})

describe('what is live', () => {
  test('a socket is turned away until the session is confirmed', async () => {
    const { confirmed, token, secret } = await halfIn()
    const room = `user:${confirmed.userId}`
    const away = await connectLive(origin, token, { [room]: null })
    expect(await away.closed).toBe(liveCloseCodes.unconfirmed)
    expect(away.frames).toEqual([])
    await confirm(token, secret)
    const back = await connectLive(origin, token, { [room]: null })
    await expect.poll(() => back.of('joined')).toHaveLength(1)
    back.socket.terminate()
  })

  test('turning it on sends the sockets of the other sessions away, and they come back to nothing', async () => {
    const { chatId, expert, learner } = await startChat(app)
    await app.db.query({
      text: `update users set email = 'half-${++people}@example.com' where id = $1`,
      values: [expert.userId],
    })
    const other = await signIn(people)
    const room = `chat:${chatId}`
    const [own, away] = await Promise.all([expert.token, other].map(token => connectLive(origin, token, { [room]: 0 })))
    for (const socket of [own, away]) await expect.poll(() => socket?.of('joined')).toHaveLength(1)
    await turnFactorOn(expert, app.clock.now)
    expect([await own?.closed, await away?.closed]).toEqual([liveCloseCodes.renew, liveCloseCodes.renew])
    await post(learner, chatId, 'Only for you')
    const again = await connectLive(origin, other, { [room]: 0 })
    expect([await again.closed, again.frames]).toEqual([liveCloseCodes.unconfirmed, []])
  })

  test('a node that was not told finds out, and a waiting poll brings nothing', async () => {
    const { chatId, expert, learner } = await startChat(app)
    const room = `chat:${chatId}`
    const socket = await connectLive(origin, expert.token, { [room]: 0 })
    await expect.poll(() => socket.of('joined')).toHaveLength(1)
    const waiting = expert.call('POST /live/poll', { body: { rooms: { [room]: 0 } } })
    await expect.poll(async () => (await app.server.inject('/metrics')).body).toMatch(/^live_polls 1$/m)
    await app.db.query({
      text: `insert into second_factors (user_id, sealed_secret, last_step, created_at) values ($1, '', 0, now())`,
      values: [expert.userId],
    })
    await app.live.checkSessions()
    expect(await socket.closed).toBe(liveCloseCodes.renew)
    await post(learner, chatId, 'Only for you')
    expect((await waiting).status).toBe(503)
  })
})

test('a device is told nothing while its session needs a code', async () => {
  const { chatId, expert, learner } = await startChat(app)
  await learner.call('POST /push-subscriptions', { body: service.subscribe('phone') })
  await app.db.query({
    text: `update users set email = 'half-${++people}@example.com' where id = $1`,
    values: [learner.userId],
  })
  const other = await signIn(people)
  const asOther: TestClient = {
    ...learner,
    call: (name, input) => learner.call(name, { ...input, headers: { authorization: `Bearer ${other}` } }),
  }
  await turnFactorOn(asOther, app.clock.now)
  await post(expert, chatId, 'Only for you')
  app.clock.set(app.clock.now + 60_000)
  await app.notices.sweep()
  expect(service.arrived).toEqual([])
  await post(expert, chatId, 'And this')
  await app.db.query({
    text: 'update sessions set second_factor_id = (select id from second_factors where user_id = $1) where user_id = $1',
    values: [learner.userId],
  })
  app.clock.set(app.clock.now + 60_000)
  await app.notices.sweep()
  expect(service.arrived.map(({ shown }) => shown)).toMatchObject([{ body: 'And this' }])
})

describe('a lost phone', () => {
  const turnOff = (client: TestClient, id: number) =>
    client.call('POST /studio/users/:id/turn-off-second-factor', { params: { id } })
  const hasFactor = async (admin: TestClient, id: number) =>
    (await admin.call('GET /studio/users/:id', { params: { id } })).data.has_second_factor

  test('an administrator turns the factor off, once, and it is in the log', async () => {
    const { confirmed, token } = await halfIn()
    const admin = await app.signIn({ role: 'admin' })
    expect(await hasFactor(admin, confirmed.userId)).toBe(true)
    expect((await turnOff(admin, confirmed.userId)).status).toBe(200)
    expect((await turnOff(admin, confirmed.userId)).status).toBe(200)
    expect(await hasFactor(admin, confirmed.userId)).toBe(false)
    const user = await app.visitor.call('GET /user', { headers: { authorization: `Bearer ${token}` } })
    expect(user.status).toBe(200)
    const entries = await auditOf(app, 'user', confirmed.userId)
    expect(entries.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['second_factor.on', confirmed.userId],
      ['second_factor.off', admin.userId],
    ])
  })

  test('not their own, not as support, and not of another school', async () => {
    const { confirmed } = await halfIn('admin')
    const [support, elsewhere] = [
      await app.signIn({ role: 'support' }),
      await app.signIn({ role: 'admin', brandId: 'face' }),
    ]
    expect(codeOf(await turnOff(confirmed, confirmed.userId))).toEqual([409, 'not_oneself'])
    expect(codeOf(await turnOff(support, confirmed.userId))).toEqual([403, 'not_allowed'])
    const params = { id: confirmed.userId }
    const away = elsewhere.call('POST /studio/users/:id/turn-off-second-factor', { params, appId: 'face' })
    expect(codeOf(await away)).toEqual([404, 'not_found'])
    expect((await confirmed.call('GET /user/second-factor')).data.is_on).toBe(true)
  })
})

test('erasing a person leaves nothing of the factor', async () => {
  const { confirmed } = await halfIn()
  const admin = await app.signIn({ role: 'admin' })
  const body = { confirm: `half-${people}@example.com` }
  const rows = async () => {
    const text = `select (select count(*)::int from second_factors where user_id = $1) as factors,
      (select count(*)::int from recovery_codes) as codes`
    return (await app.db.query<{ factors: number; codes: number }>({ text, values: [confirmed.userId] })).rows[0]
  }
  const before = await rows()
  expect(before?.factors).toBe(1)
  expect((await admin.call('POST /studio/users/:id/erase', { params: { id: confirmed.userId }, body })).status).toBe(
    200,
  )
  expect(await rows()).toEqual({ factors: 0, codes: (before?.codes ?? 0) - 10 })
})
