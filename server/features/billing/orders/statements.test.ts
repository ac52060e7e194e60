import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop } from '#server/app/testing/shop.ts'

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test('ordering, paying and deciding about a subscription take no more statements than they need', async () => {
  const learner = await shop.app.signIn()
  // The first has the queue of jobs start.
  await shop.buy(learner, await shop.service({ EUR: 4900 }))
  const id = await shop.service({ EUR: 4900 })
  const idempotencyKey = 'the key of one order'
  const placed = await learner.call('POST /order/:id', { params: { id }, body: {}, idempotencyKey })
  // Orders of one service take turns; the offer is read, the order written under its key, settled and told.
  expect(placed.statements).toBeLessThanOrEqual(8)
  const params = { id: placed.data.id }
  const begun = await learner.call('POST /orders/:id/pay', { params, body: {} })
  // The attempt is written before the provider is asked, and what it says afterwards.
  expect(begun.statements).toBeLessThanOrEqual(13)
  expect((await learner.call('POST /orders/:id/check', { params })).statements).toBeLessThanOrEqual(8)
  await shop.pay(begun.data.attempt?.url ?? '')
  // The ledger, the receipt, its letter and what the order opens.
  expect((await learner.call('POST /orders/:id/check', { params })).statements).toBeLessThanOrEqual(20)
  const monthly = await shop.buy(learner, await shop.service({ EUR: 900 }, { type: 'course_subscription' }))
  const own = { params: { id: monthly.subscription_id ?? 0 } }
  // It is settled before, so that what happened meanwhile stands first, and after.
  for (const name of ['pause', 'resume'] as const)
    expect((await learner.call(`POST /payment-subscriptions/:id/${name}`, own)).statements).toBeLessThanOrEqual(15)
})
