import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  app.clock.set('2026-12-02T10:00:00Z')
})
afterAll(() => app.close())

const now = Date.UTC(2026, 11, 2, 10) / 1000
const choose = (analytics: boolean, marketing: boolean, decided_at: number) => ({
  body: { analytics, marketing, decided_at },
})

test('an account without a decision allows only the essential; a decision is stored with it [CON-01] [CON-05]', async () => {
  const learner = await app.signIn()
  const before = await learner.call('GET /user/cookie-policy')
  expect(before.data).toEqual({ essential: true, analytics: false, marketing: false, decided_at: null })
  expect(before.statements).toBeLessThanOrEqual(2)
  const written = await learner.call('POST /user/cookie-policy', choose(true, false, now - 60))
  expect(written.data).toEqual({ essential: true, analytics: true, marketing: false, decided_at: now - 60 })
  expect(written.statements).toBeLessThanOrEqual(4)
  expect((await learner.call('GET /user/cookie-policy')).data).toEqual(written.data)
  const other = await app.signIn()
  expect((await other.call('GET /user/cookie-policy')).data.decided_at).toBeNull()
})

test('of two devices the newer decision wins, whichever arrives first; a clock that is ahead counts as now [CON-05]', async () => {
  const learner = await app.signIn()
  await learner.call('POST /user/cookie-policy', choose(false, false, now - 10))
  const late = await learner.call('POST /user/cookie-policy', choose(true, true, now - 20))
  expect(late.data).toMatchObject({ analytics: false, marketing: false, decided_at: now - 10 })
  const ahead = await learner.call('POST /user/cookie-policy', choose(true, true, now + 86_400))
  expect(ahead.data).toMatchObject({ analytics: true, decided_at: now })
  app.clock.set('2026-12-02T10:05:00Z')
  const withdrawn = await learner.call('POST /user/cookie-policy', choose(false, false, now + 300))
  expect(withdrawn.data).toMatchObject({ analytics: false, marketing: false, decided_at: now + 300 })
  app.clock.set('2026-12-02T10:00:00Z')
})

test('of two simultaneous decisions the newer one stays [CON-05]', async () => {
  const learner = await app.signIn()
  await Promise.all([
    learner.call('POST /user/cookie-policy', choose(true, true, now - 5)),
    learner.call('POST /user/cookie-policy', choose(false, true, now - 4)),
    learner.call('POST /user/cookie-policy', choose(true, false, now - 6)),
  ])
  expect((await learner.call('GET /user/cookie-policy')).data).toMatchObject({ analytics: false, marketing: true })
})

test('whoever changes their mind within a second is heard, though the device counts a second ahead [CON-05]', async () => {
  const learner = await app.signIn()
  await learner.call('POST /user/cookie-policy', choose(true, true, now))
  const changed = await learner.call('POST /user/cookie-policy', choose(false, true, now + 1))
  expect(changed.data).toMatchObject({ analytics: false, marketing: true, decided_at: now })
  expect((await learner.call('GET /user/cookie-policy')).data).toEqual(changed.data)
})
