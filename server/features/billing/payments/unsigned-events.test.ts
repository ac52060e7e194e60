import { expect, test, vi } from 'vitest'
import { startTestApp } from '#server/app/testing/test-app.ts'

const keys = { shopId: '100500', secretKey: 'test_of-this-school' }

test('of what anybody can send so much is taken from one network, and from the provider’s own nonetheless [BIL-18]', async () => {
  const app = await startTestApp({ trustProxy: true })
  const accountId = await app.billing.setAccount(app.db, { brandId: 'kurso', provider: 'yookassa', keys, merchant: '' })
  // However long it takes, it is one minute.
  vi.useFakeTimers({ toFake: ['Date'] })
  let told = 0
  const post = async (address: string) => {
    const event = { type: 'notification', event: 'payment.succeeded', object: { id: `payment-${++told}` } }
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
    const url = `/payments/events/${accountId}`
    return (await app.server.inject({ method: 'POST', url, headers, payload: JSON.stringify(event) })).statusCode
  }
  // The first one opens the queue of jobs.
  expect(await post('77.75.153.9')).toBe(200)
  for (let round = 0; round < 300; round += 20)
    expect(await Promise.all(Array.from({ length: 20 }, (_, at) => post(`2001:db8::${(at % 2) + 1}`)))).toEqual(
      Array.from({ length: 20 }, () => 200),
    )
  expect(await post('2001:db8::3')).toBe(429)
  expect(await post('77.75.153.10')).toBe(200)
  const { rows } = await app.db.query<{ count: number }>({ text: 'select count(*)::int as count from provider_events' })
  expect(rows[0]?.count).toBe(302)
  vi.useRealTimers()
  await app.close()
})
