import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop } from '#server/app/testing/shop.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let learner: TestClient
let order: number
let change: () => Promise<{ status: number; data: { state: string } }>

beforeAll(async () => {
  shop = await openShop()
})
/** A subscription is past due, another card is saved, and the provider’s page to pay what is owed is open. */
beforeEach(async () => {
  shop.app.clock.set('2026-12-01T10:00:00Z')
  learner = await shop.app.signIn()
  await shop.app.db.query({ text: `update sessions set expires_at = expires_at + interval '1 year'` })
  const month = await shop.service({ EUR: 1000 }, { type: 'course_subscription' })
  const bought = await shop.buy(learner, month, 'noFundsLater')
  await shop.buy(learner, await shop.service({ EUR: 500 }), 'works', {}, { saves_method: true })
  const { data: methods } = await learner.call('GET /v2/user-payment-method')
  order = bought.id
  await turnAt('2027-01-01T10:00:00Z')
  const { data } = await learner.call('POST /orders/:id/pay', { params: { id: order }, body: {} })
  expect(data.attempt?.state).toBe('open')
  const body = { method_id: methods.data[0]?.id ?? 0 }
  const params = { id: bought.subscription_id ?? 0 }
  change = () => learner.call('POST /payment-subscriptions/:id/method', { params, body })
})
afterAll(() => shop.close())

async function turnAt(moment: string) {
  shop.app.clock.set(moment)
  await shop.turn()
  await shop.turn()
}
const read = async () => (await learner.call('GET /orders/:id', { params: { id: order } })).data

test('another card that is chosen while a page is open is charged at once, and the page is closed', async () => {
  expect(await change()).toMatchObject({ status: 200, data: { state: 'active' } })
  expect(await read()).toMatchObject({ paid: 2000, owed: 0 })
})

test('where the page cannot be closed, the card is charged once it has ended by itself', async () => {
  await shop.fail()
  expect(await change()).toMatchObject({ status: 200, data: { state: 'past_due' } })
  expect(await read()).toMatchObject({ paid: 1000, attempt: { state: 'open' } })
  await turnAt('2027-01-01T11:30:00Z')
  await turnAt('2027-01-01T11:31:00Z')
  expect(await read()).toMatchObject({ paid: 2000, owed: 0, refunded: 0 })
})

test('a page that ends without another card having been chosen charges nothing', async () => {
  await turnAt('2027-01-01T11:30:00Z')
  await turnAt('2027-01-01T11:31:00Z')
  expect(await read()).toMatchObject({ paid: 1000, attempt: { state: 'closed' } })
})
