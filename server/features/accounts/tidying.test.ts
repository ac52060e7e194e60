import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import { upsertCode } from '#server/features/joining/queries.ts'
import { hashToken } from './secrets.ts'

const hourMs = 3_600_000

let app: TestApp
/** What the server does again and again, with the time between, in ms. */
const recurring: { work: () => void; everyMs: number }[] = []
beforeAll(async () => {
  const interval = vi.spyOn(globalThis, 'setInterval').mockImplementation((work, everyMs = 0) => {
    recurring.push({ work, everyMs })
    return setTimeout(() => undefined)
  })
  app = await startTestApp()
  interval.mockRestore()
})
afterAll(() => app.close())

/** Each work that comes within an hour is done once. */
function passHour() {
  for (const { work, everyMs } of recurring) if (everyMs <= hourMs) work()
}

const left = async () =>
  (
    await app.db.query({
      text: `select (select count(*)::int from sessions) as sessions, (select count(*)::int from transfer_tokens) as tokens,
               (select count(*)::int from sign_in_attempts) as attempts,
               (select count(*)::int from one_time_codes) as codes, (select count(*)::int from known_devices) as devices`,
    })
  ).rows[0]

test('sessions, transfer tokens, codes, devices and counted attempts are forgotten within an hour of their end [SEC-01, SEC-03]', async () => {
  const learner = await app.signIn()
  await learner.call('POST /auth/transfer-token')
  await upsertCode(app.db, learner.userId, 'email', 'a@example.com', hashToken('123456'), app.clock.now / 1000, 600)
  await app.visitor.call('POST /auth/login', { body: { email: 'nobody@example.com', password: 'x' } })
  await app.db.query({
    text: 'insert into known_devices (user_id, secret_hash, seen_at) values ($1, $2, to_timestamp($3))',
    values: [learner.userId, hashToken('a device'), app.clock.now / 1000],
  })
  expect(await left()).toEqual({ sessions: 1, tokens: 1, attempts: 2, codes: 1, devices: 1 })
  app.clock.now += 30 * 60_000
  passHour()
  await expect.poll(left, { timeout: 10_000 }).toEqual({ sessions: 1, tokens: 0, attempts: 0, codes: 0, devices: 1 })
  app.clock.now += 31 * 86_400_000
  passHour()
  await expect.poll(left, { timeout: 10_000 }).toEqual({ sessions: 0, tokens: 0, attempts: 0, codes: 0, devices: 1 })
  app.clock.now += 370 * 86_400_000
  passHour()
  await expect.poll(left, { timeout: 10_000 }).toEqual({ sessions: 0, tokens: 0, attempts: 0, codes: 0, devices: 0 })
})
