import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { outboxFolder } from '#server/app/messengers.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { lettersIn } from './testing/letters.ts'
import { type PushService, startPushService } from './testing/push-receiver.ts'

let app: TestApp
let service: PushService
let learner: TestClient
let email = ''
let people = 0
beforeAll(async () => {
  service = await startPushService()
  app = await startTestApp({ given: { notifications: { keys: undefined, allowPrivate: true } } })
})
afterAll(async () => {
  await app.close()
  await service.close()
})
beforeEach(async () => {
  service.clear()
  // A Wednesday; what earlier tests left is deleted.
  await app.db.query({ text: 'delete from users' })
  app.clock.set('2026-12-02T07:00:00Z')
  email = `learner-${++people}@example.com`
  learner = await app.signIn({ timezone: 'Europe/Madrid', language: 'es', email })
})

const at = (time: string) => app.clock.set(`2026-12-02T${time}Z`)
const wait = (seconds: number) => app.clock.set(app.clock.now + seconds * 1000)
const remind = async (time = '09:00', text = 'Estiramientos', client = learner) =>
  (
    await client.call('POST /user-reminders', {
      body: { weekdays: [1, 2, 3, 4, 5, 6, 7], time, is_enabled: true, text },
      idempotencyKey: `${people} ${time} ${text}`,
    })
  ).data.id
const subscribe = (device: string, client = learner) =>
  client.call('POST /push-subscriptions', { body: service.subscribe(device) })
const letters = async () => (await lettersIn(outboxFolder(app.dataDir))).filter(letter => letter.to === email)
const shown = () => service.arrived.map(({ device, shown: { title, body, url } }) => [device, title, body, url])
const count = async (table: string) =>
  (await app.db.query<{ count: number }>({ text: `select count(*)::int from ${table}` })).rows[0]?.count
const mute = (value: 0 | 1, client = learner) =>
  app.db.query({
    text: 'update users set is_notification_disabled = $2 where id = $1',
    values: [client.userId, value === 1],
  })

test('a reminder arrives on every device at its local time, signed and encrypted, and once [PRO-10]', async () => {
  const id = await remind()
  const second = await sameLearner()
  await subscribe('phone')
  await subscribe('laptop', second)
  at('07:59:59')
  await app.notices.sweep()
  expect(service.arrived).toEqual([])
  at('08:00:05')
  await app.notices.sweep()
  await app.notices.sweep()
  expect(shown().sort(([one = ''], [other = '']) => one.localeCompare(other))).toEqual([
    ['laptop', 'Hora de aprender', 'Estiramientos', '/home'],
    ['phone', 'Hora de aprender', 'Estiramientos', '/home'],
  ])
  const [first] = service.arrived
  const site = await app.visitor.call('GET /site-configuration')
  expect(site.data).toMatchObject({ domain: { push_service: { enabled: true, public_key: first?.signedBy } } })
  expect(first).toMatchObject({
    audience: service.origin,
    headers: { ttl: '7200', urgency: 'high', topic: `reminder-${id}`, 'content-encoding': 'aes128gcm' },
  })
  expect(await letters()).toEqual([])
  expect(await count('notice_deliveries')).toBe(0)
  app.clock.set('2026-12-03T08:00:00Z')
  await app.notices.sweep()
  expect(service.arrived).toHaveLength(4)
})

/** Another session of the same person. */
async function sameLearner(): Promise<TestClient> {
  const { startSession } = await import('#server/features/accounts/sessions/sessions.ts')
  const caller = { brandId: 'kurso', appType: 'web', language: 'en', network: '', userAgent: '', host: '' } as const
  const token = await startSession(app.db, learner.userId, caller, app.clock.now)
  return {
    userId: learner.userId,
    token,
    call: (name, input) => app.visitor.call(name, { ...input, headers: { authorization: `Bearer ${token}` } }),
  }
}

test('without a device it is an e-mail in the person’s language, with an unsubscribe link that needs no sign-in [PRO-10]', async () => {
  const id = await remind()
  const other = await remind('22:00', 'Noche')
  at('08:00:30')
  await app.notices.sweep()
  await app.notices.sweep()
  const [letter, ...more] = await letters()
  expect(more).toEqual([])
  expect(letter?.subject).toBe('Hora de aprender')
  expect(letter?.text).toContain('Estiramientos')
  expect(letter?.text).toContain('https://school.test/home')
  expect(letter?.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const link = new URL(/<(.+)>/.exec(letter?.header('list-unsubscribe') ?? '')?.[1] ?? '')
  expect(letter?.text).toContain(link.href)

  // Mail programs prefetch links; that must not switch anything off.
  await app.server.inject({ url: `${link.pathname}${link.search}`, headers: { accept: 'text/html' } })
  expect(await isOn(id)).toBe(true)
  const click = () =>
    app.server.inject({
      method: 'POST',
      url: `${link.pathname}${link.search}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
  expect([(await click()).statusCode, (await click()).statusCode]).toEqual([200, 200])
  expect([await isOn(id), await isOn(other)]).toEqual([false, true])
})

const isOn = async (id: number) => (await learner.call('GET /user-reminders/:id', { params: { id } })).data.is_enabled

test.each([
  ['Buy at https://evil.example', false],
  ['evil.example waits', false],
  ['Call 600123456', false],
  ['Diez minutos. ¡Ya!', true],
])('no e-mail to an unproven address contains a foreign link: %j [PRO-10, SEC-07]', async (text, isSaid) => {
  await app.db.query({ text: 'update users set is_email_validated = false where id = $1', values: [learner.userId] })
  await remind('09:00', text)
  at('08:00:30')
  await app.notices.sweep()
  const [letter] = await letters()
  expect(letter?.text).toContain(isSaid ? text : 'Nos pediste que te recordáramos tu lección.')
  if (!isSaid) expect(letter?.text).not.toContain(text)
})

test('an e-mail’s link also works through the screen’s call; a forged one does nothing [PRO-10]', async () => {
  const id = await remind()
  at('08:00:30')
  await app.notices.sweep()
  const token = /token=([\w.-]+)/.exec((await letters())[0]?.text ?? '')?.[1] ?? ''
  const other = await remind('23:00', 'Otro')
  for (const wrong of [
    '',
    'x',
    token.replace(/^\d+/, String(other)),
    `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    `0${token}`,
  ]) {
    const refused = await app.visitor.call('POST /unsubscribe', { body: { token: wrong } })
    expect([refused.status, refused.data.code]).toEqual([422, wrong === '' ? 'invalid_input' : 'link_unusable'])
    const click = await app.server.inject({ method: 'POST', url: `/unsubscribe?token=${encodeURIComponent(wrong)}` })
    expect(click.statusCode).toBe(404)
  }
  expect([await isOn(id), await isOn(other)]).toEqual([true, true])
  expect((await app.visitor.call('POST /unsubscribe', { body: { token } })).status).toBe(200)
  expect([await isOn(id), await isOn(other)]).toEqual([false, true])
})

test('a device that is gone is removed, and without any device the reminder goes by e-mail [PRO-10]', async () => {
  await remind()
  await subscribe('phone')
  service.unsubscribe('phone')
  at('08:00:00')
  await app.notices.sweep()
  expect(service.asked).toEqual(['phone'])
  expect(await count('push_subscriptions')).toBe(0)
  expect(await letters()).toHaveLength(1)
  app.clock.set('2026-12-03T08:00:00Z')
  await app.notices.sweep()
  expect(service.asked).toEqual(['phone'])
  expect(await letters()).toHaveLength(2)
})

test('of two devices one successful delivery is enough: no e-mail [PRO-10]', async () => {
  await remind()
  await subscribe('phone')
  await subscribe('laptop', await sameLearner())
  service.unsubscribe('laptop')
  at('08:00:00')
  await app.notices.sweep()
  expect(service.arrived).toHaveLength(1)
  expect(await letters()).toEqual([])
})

test('a busy or broken push service is retried later, no sooner than it asks [PRO-10]', async () => {
  await remind()
  await subscribe('phone')
  service.answers.push({ status: 429, headers: { 'retry-after': '300' } }, { status: 503 })
  at('08:00:00')
  await app.notices.sweep()
  wait(299)
  await app.notices.sweep()
  expect(service.asked).toHaveLength(1)
  wait(1)
  await app.notices.sweep()
  expect(service.asked).toHaveLength(2)
  wait(119)
  await app.notices.sweep()
  expect(service.arrived).toHaveLength(0)
  wait(1)
  await app.notices.sweep()
  expect(service.arrived).toHaveLength(1)
  expect(await letters()).toEqual([])
})

test('an unreachable device is given up in favour of an e-mail, but kept for later [PRO-10]', async () => {
  await remind()
  await subscribe('phone')
  for (let times = 0; times < 10; times++) service.answers.push({ status: 500 })
  at('08:00:00')
  for (let minute = 0; minute < 120; minute++) {
    await app.notices.sweep()
    wait(60)
  }
  expect(service.asked.length).toBeGreaterThan(3)
  expect(service.asked.length).toBeLessThanOrEqual(6)
  expect(await letters()).toHaveLength(1)
  expect(await count('push_subscriptions')).toBe(1)
})

test('after an outage late reminders are skipped, not sent all at once [PRO-10]', async () => {
  await remind('09:00')
  await remind('11:30', 'Caminar')
  app.clock.set('2026-12-05T11:00:00Z')
  await app.notices.sweep()
  expect(await letters()).toEqual([])
  app.clock.set('2026-12-06T08:00:00Z')
  await app.notices.sweep()
  app.clock.set('2026-12-06T12:29:00Z')
  await app.notices.sweep()
  expect((await letters()).map(({ text }) => /Estiramientos|Caminar/.exec(text)?.[0])).toEqual([
    'Estiramientos',
    'Caminar',
  ])
})

test('two nodes that sweep at once remind once [PRO-10]', async () => {
  for (let index = 0; index < 10; index++) await remind('09:00', `Texto ${index}`)
  await subscribe('phone')
  at('08:00:10')
  await Promise.all([app.notices.sweep(), app.notices.sweep(), app.notices.sweep()])
  await app.notices.sweep()
  expect(service.arrived.map(one => one.shown.body).sort()).toEqual(
    Array.from({ length: 10 }, (_, index) => `Texto ${index}`),
  )
})

test('with notifications off nothing is sent, not even what is already waiting [PRO-09, PRO-10]', async () => {
  await remind()
  await subscribe('phone')
  service.answers.push({ status: 503 })
  await mute(1)
  at('08:00:00')
  await app.notices.sweep()
  expect(service.asked).toEqual([])
  await mute(0)
  app.clock.set('2026-12-03T08:00:00Z')
  await app.notices.sweep()
  expect(service.asked).toHaveLength(1)
  await mute(1)
  wait(600)
  await app.notices.sweep()
  expect(service.asked).toHaveLength(1)
  expect(await letters()).toEqual([])
})

test('someone who left or was blocked is not reminded [PRO-10]', async () => {
  await remind()
  await app.db.query({ text: 'update users set blocked_at = now() where id = $1', values: [learner.userId] })
  at('08:00:00')
  await app.notices.sweep()
  expect(await letters()).toEqual([])
})
