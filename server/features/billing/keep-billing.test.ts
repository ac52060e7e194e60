import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop } from '#server/app/testing/shop.ts'
import { keepBilling } from './keep-billing.ts'
import { ProviderUnavailable } from './providers/provider.ts'

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

async function beginToPay(service: number) {
  const learner = await shop.app.signIn()
  const { data: order } = await learner.call('POST /order/:id', { params: { id: service }, body: {} })
  const { data } = await learner.call('POST /orders/:id/pay', { params: { id: order.id }, body: {} })
  const read = async () => (await learner.call('GET /orders/:id', { params: { id: order.id } })).data.status
  return { url: data.attempt?.url ?? '', read }
}

test('a provider that is silent is asked a few times in a turn, and keeps the payments of another from nothing', async () => {
  const service = await shop.service({ EUR: 1000 })
  for (let index = 0; index < 8; index++) await beginToPay(service)
  const { app, accountId: silent } = shop
  const other = await app.billing.setAccount(app.db, 'kurso', 'sandbox', shop.keys)
  const paid = await beginToPay(service)
  await shop.pay(paid.url)
  app.clock.set('2026-12-01T10:30:00Z')
  const { paying } = app.billing
  const asked: number[] = []
  const providerOf = async (id: number) => {
    asked.push(id)
    if (id === silent) throw new ProviderUnavailable('It is silent')
    return paying.providerOf(id)
  }
  await keepBilling({ ...paying, providerOf, log: { warn: () => undefined, error: paying.log.error } })
  expect(asked.filter(id => id === silent).length).toBeLessThanOrEqual(4)
  expect(asked).toContain(other)
  expect(await paid.read()).toBe('paid')
})
