import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop } from '#server/app/testing/shop.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let learner: TestClient
let method: number

beforeAll(async () => {
  shop = await openShop()
})
/** A card is saved of which the bank always wants a confirmation. */
beforeEach(async () => {
  shop.app.clock.set('2026-12-01T10:00:00Z')
  learner = await shop.app.signIn()
  await shop.app.db.query({ text: `update sessions set expires_at = expires_at + interval '1 year'` })
  await shop.buy(learner, await shop.service({ EUR: 500 }), 'secureAlways', {}, { saves_method: true })
  method = await newestMethod()
})
afterAll(() => shop.close())

const newestMethod = async () => (await learner.call('GET /v2/user-payment-method')).data.data[0]?.id ?? 0
const pay = (id: number, body: { method_id?: number; is_instead?: true } = {}) =>
  learner.call('POST /orders/:id/pay', { params: { id }, body })
const check = async (id: number) => (await learner.call('POST /orders/:id/check', { params: { id } })).data
const confirmAt = (url: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ decision: 'confirm' }), redirect: 'manual' })
/** How many payments of an order the provider has taken. */
async function taken(orderId: number) {
  const { rows } = await shop.app.db.query<{ key: string }>({
    text: `select p.key from payment_attempts p join invoices i on i.id = p.invoice_id where i.order_id = $1`,
    values: [orderId],
  })
  const asked = await Promise.all(rows.map(({ key }) => shop.ask(`GET /v1/payments?reference=${key}`)))
  const payments = asked.flatMap(({ data }) => data as { status: string }[])
  return payments.filter(({ status }) => status === 'succeeded').length
}

/** An order whose payment by the saved card waits for the bank. */
async function waiting() {
  const { data } = await learner.call('POST /order/:id', {
    params: { id: await shop.service({ EUR: 4900 }) },
    body: {},
  })
  const begun = (await pay(data.id, { method_id: method })).data
  expect(begun.attempt).toMatchObject({ state: 'confirm', url: expect.stringContaining('/secure/') })
  return { id: data.id, bank: begun.attempt?.url ?? '' }
}

test('who would rather not confirm at the bank pays by another card; what waited there cannot be confirmed any more', async () => {
  const { id, bank } = await waiting()
  expect((await pay(id, { method_id: method })).data.attempt?.url, 'pressed twice it is the same').toBe(bank)
  const { data } = await pay(id, { is_instead: true })
  expect(data.attempt).toMatchObject({ state: 'open', url: expect.stringContaining('/pay/') })
  await confirmAt(bank)
  await shop.pay(data.attempt?.url ?? '')
  expect(await check(id)).toMatchObject({ status: 'paid', paid: 4900, refunded: 0, is_open: true })
  expect(await taken(id)).toBe(1)
})

test('what was confirmed at the bank meanwhile is paid, and no page opens', async () => {
  const { id, bank } = await waiting()
  await confirmAt(bank)
  expect((await pay(id, { is_instead: true })).data).toMatchObject({ status: 'paid', paid: 4900 })
  expect(await taken(id)).toBe(1)
})

test('confirmed at the bank and paid otherwise in two tabs at once, it is charged once', async () => {
  for (let round = 0; round < 8; round++) {
    const { id, bank } = await waiting()
    const wait = (ms: number) => new Promise(done => setTimeout(done, ms))
    const [, ...tabs] = await Promise.all([
      wait(round * 3).then(() => confirmAt(bank)),
      pay(id, { is_instead: true }),
      pay(id, { is_instead: true }),
    ])
    const pages = new Set(tabs.flatMap(({ data }) => (data.attempt?.state === 'open' ? (data.attempt.url ?? []) : [])))
    await Promise.all([...pages].map(page => shop.pay(page)))
    await Promise.all([check(id), shop.turn()])
    expect(await check(id)).toMatchObject({ status: 'paid', paid: 4900, refunded: 0 })
    expect(await taken(id)).toBe(1)
  }
})

test('a subscription whose renewal waits for the bank is charged to another card that its owner chooses', async () => {
  const month = await shop.service({ EUR: 1000 }, { type: 'course_subscription' })
  const bought = await shop.buy(learner, month, 'secureAlways')
  await shop.buy(learner, await shop.service({ EUR: 600 }), 'works', {}, { saves_method: true })
  shop.app.clock.set('2027-01-01T10:00:00Z')
  await shop.turn()
  expect(await check(bought.id)).toMatchObject({ paid: 1000, attempt: { state: 'confirm' } })
  const params = { id: bought.subscription_id ?? 0 }
  const body = { method_id: await newestMethod() }
  const changed = await learner.call('POST /payment-subscriptions/:id/method', { params, body })
  expect(changed).toMatchObject({ status: 200, data: { state: 'active' } })
  expect(await check(bought.id)).toMatchObject({ paid: 2000, owed: 0, refunded: 0 })
})
