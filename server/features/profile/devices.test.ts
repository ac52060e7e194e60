import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, testPassword } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { sessionKeeper } from '#server/features/accounts/sessions/sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  app.clock.set('2026-12-02T10:00:00Z')
})
afterAll(() => app.close())

async function signInAgain(email: string, headers: Record<string, string>) {
  const { data } = await app.visitor.call('POST /auth/login', { body: { email, password: testPassword }, headers })
  const statusOf = async () =>
    (await app.visitor.call('GET /user', { headers: { authorization: `Bearer ${data.token}` } })).status
  return { token: data.token, statusOf }
}

const devicesOf = async (learner: TestClient) => (await learner.call('GET /user/sessions')).data
const endDevice = (learner: TestClient, id: number) =>
  learner.call('DELETE /user/sessions/:id', { params: { id } }).then(({ status }) => status)

test('signed-in devices are listed, with the own one marked [ACC-19]', async () => {
  const learner = await app.signIn({ email: 'devices@example.com' })
  await signInAgain('devices@example.com', { 'user-agent': 'Phone 5', 'x-app-type': 'mobile' })
  await app.signIn()
  const devices = await devicesOf(learner)
  expect(devices.map(({ isCurrent, app_type, user_agent }) => `${isCurrent} ${app_type} ${user_agent}`).sort()).toEqual(
    ['false mobile Phone 5', 'true web '],
  )
  expect(devices.find(({ isCurrent }) => isCurrent)?.seen_at).toBe(app.clock.now / 1000)
  expect((await learner.call('GET /user/sessions')).statements).toBe(2)
})

test('one of the person’s own devices is signed out, nobody else’s, and none twice [SEC-02]', async () => {
  const learner = await app.signIn({ email: 'two@example.com' })
  const phone = await signInAgain('two@example.com', { 'x-app-type': 'mobile' })
  const id = (await devicesOf(learner)).find(({ isCurrent }) => !isCurrent)?.id ?? 0
  const stranger = await app.signIn()
  expect(await endDevice(stranger, id)).toBe(404)
  expect(await phone.statusOf()).toBe(200)
  const answers = await Promise.all([endDevice(learner, id), endDevice(learner, id)])
  expect(answers.sort((one, other) => one - other)).toEqual([200, 404])
  expect(await phone.statusOf()).toBe(401)
  expect((await learner.call('GET /user')).status).toBe(200)
})

test('signing out everywhere else leaves this device and other people alone', async () => {
  const learner = await app.signIn({ email: 'many@example.com' })
  const others = await Promise.all([1, 2, 3].map(() => signInAgain('many@example.com', {})))
  const stranger = await app.signIn()
  for (let twice = 0; twice < 2; twice++) expect((await learner.call('POST /user/end-other-sessions')).status).toBe(200)
  expect(await Promise.all(others.map(({ statusOf }) => statusOf()))).toEqual([401, 401, 401])
  expect(await devicesOf(learner)).toHaveLength(1)
  expect((await stranger.call('GET /user')).status).toBe(200)
})

test('a device with a cached session is signed out at once, here and on other nodes [ACC-19]', async () => {
  const node = await startTestApp({ hearsNotifications: true })
  try {
    const learner = await node.signIn({ email: 'node@example.com' })
    const { data } = await node.visitor.call('POST /auth/login', {
      body: { email: 'node@example.com', password: testPassword },
    })
    const asPhone = { headers: { authorization: `Bearer ${data.token}` } }
    const heard: string[] = []
    const news = node.db.ownConnection()
    await news.connect()
    news.on('notification', ({ channel }) => heard.push(channel))
    await news.query('listen session_ended')
    await node.visitor.call('GET /user', asPhone)
    expect((await node.visitor.call('GET /user', asPhone)).statements).toBe(1)
    await learner.call('POST /user/end-other-sessions')
    expect((await node.visitor.call('GET /user', asPhone)).status).toBe(401)
    await expect.poll(() => heard).toEqual(['session_ended'])
    await news.end()
  } finally {
    await node.close()
  }
})

test('a new time zone applies to a cached session from the next call on [PRO-06]', async () => {
  const node = await startTestApp({ hearsNotifications: true })
  try {
    node.clock.set('2026-12-02T10:30:00Z')
    const learner = await node.signIn({ timezone: 'UTC' })
    const born = () => learner.call('POST /user', { body: { birthday: '03.12.2026' } })
    expect((await born()).status).toBe(422)
    await learner.call('POST /user', { body: { timezone: 'Pacific/Kiritimati' } })
    expect((await born()).status).toBe(200)
  } finally {
    await node.close()
  }
})

test('when devices were last seen is stored at most once in five minutes, in one statement for all', async () => {
  const learner = await app.signIn({ email: 'seen@example.com' })
  const { token } = await signInAgain('seen@example.com', {})
  const counted = { statements: 0 }
  const keeper = sessionKeeper({
    query: config => {
      if (config.name === 'update-seen') counted.statements++
      return app.db.query(config)
    },
  })
  const start = Math.floor(app.clock.now / 1000) * 1000
  const seenAt = async () => (await devicesOf(learner)).find(({ isCurrent }) => !isCurrent)?.seen_at ?? 0
  const heardAfter = async (minutes: number) => {
    await keeper.authenticate(token, start + minutes * 60_000)
    await keeper.authenticate(learner.token, start + minutes * 60_000)
    await keeper.writeSeen()
    return Math.round((await seenAt()) - start / 1000)
  }
  expect(await heardAfter(4)).toBeLessThan(60)
  expect(await heardAfter(6)).toBe(6 * 60)
  expect(await heardAfter(10)).toBe(6 * 60)
  expect(counted.statements).toBe(3)
  await keeper.writeSeen()
  expect(counted.statements).toBe(3)
})
