import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import { yooKassaRig } from '../providers/testing/yookassa-rig.ts'
import { paymentChecks } from './check-accounts.ts'

const keys = { shopId: '100500', secretKey: 'test_of-this-school', taxSystem: '2' }
let rig: Awaited<ReturnType<typeof yooKassaRig>>
let app: TestApp
beforeAll(async () => {
  rig = await yooKassaRig()
  app = await startTestApp({ given: { billing: { sandboxUrl: undefined, providersAt: { yookassa: rig.address } } } })
})
afterAll(async () => {
  await app.close()
  await rig.close()
})

async function findings() {
  const checks = await paymentChecks({ database: app.db, keeper: app.billing.payments.keeper })
  return Promise.all(
    checks.map(async ({ name, run }) => {
      const { state, says } = await run().catch(({ message }: Error) => ({ state: 'broken', says: message }))
      return [name, state, says]
    }),
  )
}
const sell = (brandId: string, provider: 'yookassa' | 'sandbox', secretKey = keys.secretKey) => {
  const own: Record<string, string> =
    provider === 'sandbox' ? { key: 'k'.repeat(32), signingSecret: 's'.repeat(32) } : { ...keys, secretKey }
  return app.billing.setAccount(app.db, { brandId, provider, keys: own, merchant: '' })
}

test('each brand’s provider is asked whose account the keys open; trials, wrong keys and none at all are told [OPS-10]', async () => {
  expect(await findings()).toEqual([['Payments', 'lacking', 'nothing is sold: there is no payment provider']])
  await sell('kurso', 'yookassa')
  await sell('face', 'sandbox')
  await sell('mind', 'yookassa', 'test_of-somebody-else')
  expect(await findings()).toEqual([
    ['Payments', 'lacking', 'trials only, no money moves (face)'],
    ['Payments of kurso', 'good', expect.stringMatching(/^yookassa lets us in as .*100500/)],
    ['Payments of mind', 'broken', expect.stringContaining('invalid_credentials')],
  ])
})
