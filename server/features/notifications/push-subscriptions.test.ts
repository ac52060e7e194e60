import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { loadKeys } from './keys.ts'
import { type PushService, startPushService } from './testing/push-receiver.ts'

let app: TestApp
let service: PushService
let learner: TestClient
beforeAll(async () => {
  service = await startPushService()
  app = await startTestApp({ given: { notifications: { keys: undefined, allowPrivate: true } } })
})
afterAll(async () => {
  await app.close()
  await service.close()
})
beforeEach(async () => {
  await app.db.query({ text: 'delete from users' })
  learner = await app.signIn()
})

const subscribe = (device: string, client = learner) =>
  client.call('POST /push-subscriptions', { body: service.subscribe(device) })
const devices = async () =>
  (
    await app.db.query<{ userId: number; endpoint: string }>({
      text: 'select user_id as "userId", endpoint from push_subscriptions order by id',
    })
  ).rows.map(({ userId, endpoint }) => [userId, endpoint.slice(service.origin.length + 1)])

test('a known device is updated with its new keys; one session is one device [PRO-10]', async () => {
  const first = await subscribe('phone')
  expect(first.status).toBe(200)
  expect(first.statements).toBeLessThanOrEqual(4)
  await Promise.all([subscribe('phone'), subscribe('phone')])
  const again = service.subscribe('phone')
  await learner.call('POST /push-subscriptions', { body: again })
  expect(await devices()).toEqual([[learner.userId, 'phone']])
  const { rows } = await app.db.query({ text: 'select p256dh, auth from push_subscriptions' })
  expect(rows).toEqual([again.keys])
  await subscribe('phone-2')
  expect(await devices()).toEqual([[learner.userId, 'phone-2']])
})

test('a device belongs to the last person who signed in on it [SEC-02]', async () => {
  await subscribe('shared')
  const other = await app.signIn()
  await subscribe('shared', other)
  expect(await devices()).toEqual([[other.userId, 'shared']])
  await learner.call('DELETE /push-subscriptions')
  expect(await devices()).toEqual([[other.userId, 'shared']])
})

test('signing out forgets the device, and so does switching it off [ACC-18]', async () => {
  await subscribe('phone')
  const off = await learner.call('DELETE /push-subscriptions')
  expect([off.status, await devices()]).toEqual([200, []])
  await subscribe('phone')
  await learner.call('POST /auth/logout')
  expect(await devices()).toEqual([])
  expect((await subscribe('phone')).status).toBe(401)
})

test('of more than 20 devices of a person the oldest are forgotten', async () => {
  const { rows } = await app.db.query<{ id: number }>({
    text: `insert into sessions (user_id, token_hash, expires_at)
      select $1, ('session ' || n)::bytea, now() + interval '1 day' from generate_series(1, 25) n returning id`,
    values: [learner.userId],
  })
  await app.db.query({
    text: `insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
      select $1, s.id, $3 || s.n, '', '', now() - interval '1 day' + s.n * interval '1 minute'
      from unnest($2::bigint[]) with ordinality s (id, n)`,
    values: [learner.userId, rows.map(({ id }) => id), `${service.origin}/old-`],
  })
  await subscribe('new')
  const left = await devices()
  expect(left).toHaveLength(20)
  expect(left[0]).toEqual([learner.userId, 'old-7'])
  expect(left.at(-1)).toEqual([learner.userId, 'new'])
})

test('an address or keys that cannot be used are refused, and without the setting those of private networks [SEC-05]', async () => {
  const strict = await startTestApp()
  const visitor = await strict.signIn()
  const good = service.subscribe('phone')
  const away = { ...good, endpoint: 'https://push.example.com/phone' }
  for (const body of [
    good,
    { ...away, endpoint: 'https://10.0.0.1/phone' },
    { ...away, endpoint: 'http://push.example.com/phone' },
    { ...away, keys: { ...good.keys, p256dh: 'AAAA' } },
    { ...away, keys: { ...good.keys, auth: 'AAAA' } },
  ]) {
    const refused = await visitor.call('POST /push-subscriptions', { body })
    expect(refused).toMatchObject({ status: 422, data: { code: 'push_unusable' } })
  }
  expect((await visitor.call('POST /push-subscriptions', { body: away })).status).toBe(200)
  await strict.close()
})

test('the key pair is made once, even when nodes start together, and stored; the operator’s own replaces it [PRO-10]', async () => {
  const kept = await loadKeys(app.db)
  await app.db.query({ text: 'delete from notification_keys' })
  const all = await Promise.all(Array.from({ length: 8 }, () => loadKeys(app.db)))
  expect(new Set(all.map(keys => JSON.stringify(keys))).size).toBe(1)
  expect(all[0]?.publicKey).not.toBe(kept.publicKey)
  expect(await loadKeys(app.db)).toEqual(all[0])
  const own = { publicKey: 'public', privateKey: 'private' }
  expect(await loadKeys(app.db, own)).toEqual({ ...own, linkSecret: all[0]?.linkSecret })
  expect((await app.visitor.call('GET /site-configuration')).data).toMatchObject({
    domain: { push_service: { enabled: true, public_key: kept.publicKey } },
  })
})
