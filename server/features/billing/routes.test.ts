import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  app.clock.set('2026-12-02T10:00:00Z')
})
afterAll(() => app.close())

type Terms = { title: string; status: string; endAt?: string; type?: string; isLifetime?: boolean }

async function subscribe(userId: number, ...all: Terms[]) {
  for (const { title, status, endAt = null, type = 'main_subscription', isLifetime = false } of all)
    await app.db.query({
      text: `insert into payment_subscriptions (user_id, title, status, end_at, course_service_type, is_lifetime, next_pay_at)
        values ($1, $2, $3, $4, $5, $6, $4)`,
      values: [userId, title, status, endAt, type, isLifetime],
    })
}

test('own subscriptions come newest first, each with whether it gives access today [BIL-05] [BIL-06] [GRD-02]', async () => {
  const learner = await app.signIn({ timezone: 'America/New_York' })
  const other = await app.signIn()
  await subscribe(other.userId, { title: 'Of somebody else', status: 'Active' })
  await subscribe(
    learner.userId,
    { title: 'Not paid', status: 'Created' },
    // The day began there at 05:00 UTC: what ended just before is over, what ended after it lasts the day.
    { title: 'Ended yesterday', status: 'Canceled', endAt: '2026-12-02T04:59:00Z' },
    { title: 'Ends today', status: 'Canceled', endAt: '2026-12-02T05:01:00Z' },
    { title: 'For the app', status: 'Active', endAt: '2027-01-01T00:00:00Z', type: 'general_subscription' },
    { title: 'For ever', status: 'Active', isLifetime: true },
  )
  const { data, statements } = await learner.call('GET /payment-subscription')
  expect(data.map(({ status }) => status)).toEqual(['Active', 'Active', 'Canceled', 'Canceled', 'Created'])
  expect(data.map(one => [one.title, one.is_active, one.is_active_status, one.course_service_type])).toEqual([
    ['For ever', true, true, 'main_subscription'],
    ['For the app', true, true, 'general_subscription'],
    ['Ends today', true, false, 'main_subscription'],
    ['Ended yesterday', false, false, 'main_subscription'],
    ['Not paid', false, false, 'main_subscription'],
  ])
  expect(data[0]).toMatchObject({ is_lifetime: true, recurrent_payments_enabled: false })
  expect(data[1]).toMatchObject({ end_date: 1_798_761_600, next_pay_at: 1_798_761_600, is_lifetime: false })
  expect(data[4]).toMatchObject({ end_date: null, next_pay_at: null })
  expect(statements).toBe(2)
  const none = await app.signIn()
  expect((await none.call('GET /payment-subscription')).data).toEqual([])
})
