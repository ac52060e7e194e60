import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop } from '#server/app/testing/shop.ts'
import { paymentChecks } from './check-accounts.ts'

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const checks = () => paymentChecks({ database: shop.app.db, keeper: shop.app.billing.payments.keeper })

test('each brand’s provider is asked whose account the keys open; trials, wrong keys and none at all are told [OPS-10]', async () => {
  const [check] = await checks()
  expect(check?.name).toBe('Payments of kurso')
  expect(await check?.run()).toMatchObject({ state: 'lacking', says: 'trials only, no money moves' })
  const keys = { key: 'key-of-somebody-else', signingSecret: 'secret' }
  const account = { brandId: 'kurso', provider: 'sandbox', keys, merchant: '' } as const
  await shop.app.billing.setAccount(shop.app.db, account)
  const [wrong] = await checks()
  await expect(wrong?.run()).rejects.toThrow()
  await shop.app.db.query({ text: 'update payment_accounts set is_active = false' })
  const [none] = await checks()
  expect(await none?.run()).toMatchObject({ state: 'lacking', says: 'nothing is sold' })
})
