import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { rounds } from '#server/app/testing/rounds.ts'
import { openShop } from '#server/app/testing/shop.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { paceOf } from '#server/platform/testing/pace.ts'
import { recomputeOrders } from '../recompute.ts'
import { handleEvent } from './events.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let learner: TestClient
let service: number

beforeAll(async () => {
  shop = await openShop()
})
beforeEach(async () => {
  shop.app.clock.set('2026-12-01T10:00:00Z')
  learner = await shop.app.signIn()
  service = await shop.service({ EUR: 4900 })
})
afterAll(() => shop.close())

function signed(body: string, secret = shop.keys.signingSecret) {
  const at = Math.floor(shop.app.clock.now / 1000)
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
}

const post = (body: string, signature = signed(body), account = shop.accountId) =>
  shop.app.server.inject({
    method: 'POST',
    url: `/payments/events/${account}`,
    headers: { 'content-type': 'application/json', 'sandbox-signature': signature },
    payload: body,
  })

const ledger = async () => {
  const { rows } = await shop.app.db.query({
    text: `select i.order_id, e.invoice_id, e.kind, e.amount, e.object_id from ledger_entries e
      join invoices i on i.id = e.invoice_id order by e.invoice_id, e.kind, e.object_id`,
  })
  return rows
}
const states = async () =>
  (await shop.app.db.query({ text: 'select id, status, is_open, due_at from orders order by id' })).rows
const count = async (table: string) =>
  (await shop.app.db.query<{ count: number }>({ text: `select count(*)::int as count from ${table}` })).rows[0]?.count

async function handleAll() {
  const { rows } = await shop.app.db.query<{ account_id: number; event_id: string }>({
    text: 'select account_id, event_id from provider_events where handled_at is null order by random()',
  })
  for (const { account_id: accountId, event_id: eventId } of rows)
    await handleEvent(shop.app.billing.paying, { accountId, eventId })
}

test('an event that is not the provider’s own is refused, logged and kept nowhere [BIL-18]', async () => {
  const event = JSON.stringify({
    id: 'evt_1',
    type: 'payment.succeeded',
    created: 1,
    object: { type: 'payment', id: 'pay_1' },
  })
  const before = await count('provider_events')
  const warned = vi.spyOn(shop.app.billing.paying.log, 'warn')
  expect((await post(event, signed(event, 'another secret'))).statusCode).toBe(400)
  expect(warned.mock.calls).toEqual([[{ accountId: shop.accountId }, expect.stringMatching(/^An event that is not/)]])
  warned.mockRestore()
  expect((await post(`${event} `, signed(event))).statusCode).toBe(400)
  expect((await post('not JSON')).statusCode).toBe(400)
  expect((await post(event, signed(event), 987_654)).statusCode).toBe(404)
  expect((await post('x'.repeat(300_000))).statusCode).toBe(413)
  expect(await count('provider_events')).toBe(before)
})

test('an event of what is not ours is taken and changes nothing [BIL-18]', async () => {
  const before = [await ledger(), await states()]
  const event = JSON.stringify({
    id: 'evt_foreign',
    type: 'payment.succeeded',
    created: 1,
    object: { type: 'payment', id: 'pay_of_others' },
  })
  expect((await post(event)).statusCode).toBe(200)
  await handleAll()
  expect([await ledger(), await states()]).toEqual(before)
})

test('a payment of another amount under our key changes nothing [BIL-18]', async () => {
  const { data: order } = await learner.call('POST /order/:id', { params: { id: service }, body: {} })
  await learner.call('POST /orders/:id/pay', { params: { id: order.id }, body: {} })
  const { rows } = await shop.app.db.query<{ key: string }>({
    text: 'select key from payment_attempts order by id desc limit 1',
  })
  const foreign = await shop.ask('POST /v1/checkouts', {
    mode: 'payment',
    amount: 1,
    currency: 'EUR',
    description: 'Cheap',
    reference: rows[0]?.key,
    save_method: false,
    return_url: 'http://a.test/',
    cancel_url: 'http://a.test/',
    language: 'en',
  })
  await shop.pay(String(foreign['url']))
  await shop.told()
  await handleAll()
  expect((await learner.call('GET /orders/:id', { params: { id: order.id } })).data).toMatchObject({
    status: 'waiting',
    paid: 0,
  })
})

test('the browser’s return and the event at the same time open one order once [BIL-18]', async () => {
  const races = rounds({ few: 20, all: 500 })
  for (let race = 0; race < races; race++) {
    const id = await shop.service({ EUR: 4900 }, { points: 3 })
    // From one network only so many are taken in a minute.
    const headers = { 'x-forwarded-for': `10.0.${Math.floor(race / 200)}.${race % 200}` }
    const { data: order } = await learner.call('POST /order/:id', { params: { id }, body: {}, headers })
    const params = { id: order.id }
    const { data } = await learner.call('POST /orders/:id/pay', { params, body: {}, headers })
    await shop.pay(data.attempt?.url ?? '')
    const check = () => learner.call('POST /orders/:id/check', { params, headers })
    await Promise.all([check(), handleAll(), check(), shop.turn()])
    expect((await check()).data).toMatchObject({ status: 'paid', paid: 4900, is_open: true })
  }
  expect((await learner.call('GET /user-score/amount')).data.amount).toBe(3 * races)
}, 600_000)

test('an event that no job has handled is taken up later', async () => {
  const { data: order } = await learner.call('POST /order/:id', { params: { id: service }, body: {} })
  const { data } = await learner.call('POST /orders/:id/pay', { params: { id: order.id }, body: {} })
  const text = 'update payment_attempts set ask_at = null'
  await shop.pay(data.attempt?.url ?? '')
  await shop.told()
  await expect
    .poll(async () => (await learner.call('GET /orders/:id', { params: { id: order.id } })).data.paid)
    .toBe(4900)
  await shop.app.db.query({ text })
  await shop.app.db.query({ text: 'update provider_events set handled_at = null' })
  shop.app.clock.now += 120_000
  await shop.turn()
  expect(await count('provider_events where handled_at is null')).toBe(0)
})

test('thousands of events, shuffled, repeated, late and forged, leave the ledger as it was [BIL-11, BIL-18]', async () => {
  for (const card of ['works', 'disputed', 'noFunds', 'works', 'secureOnce', 'stolen'] as const) {
    const bought = await shop.buy(learner, await shop.service({ EUR: 4900 }), card)
    if (card === 'works') await shop.turn()
    if (bought.status === 'waiting') await shop.pay(bought.attempt?.url ?? '')
  }
  await shop.told()
  await handleAll()
  const [books, before] = [await ledger(), await states()]
  expect(books.length).toBeGreaterThan(6)
  const events = await shop.events()
  expect(events.length).toBeGreaterThan(10)
  await shop.app.db.query({ text: 'delete from provider_events' })
  let round = 0
  const sendFifty = () => {
    round += 50
    return Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const event = events[Math.floor(Math.random() * events.length)]
        const isForged = index % 10 === 9
        const body = JSON.stringify(isForged ? { ...event, id: `evt_forged_${round}_${index}` } : event)
        return post(body, signed(body, isForged ? 'a guess' : undefined))
      }),
    )
  }
  expect(await paceOf(shop.app.db, sendFifty), 'three hundred in a second').toBeLessThan(50 / 300 / 0.007)
  const all = rounds({ few: 2000, all: 10_000 })
  while (round < all) await sendFifty()
  expect(await count('provider_events')).toBeLessThanOrEqual(events.length)
  await handleAll()
  expect([await ledger(), await states()]).toEqual([books, before])
  const { db, clock, billing } = shop.app
  expect((await recomputeOrders(db, () => clock.now, billing.paying.listeners)).wrong).toEqual([])
})

test('an answer that is lost fifty times charges fifty times, not more [BIL-11]', async () => {
  const monthly = await shop.service({ EUR: 100 }, { type: 'course_subscription', periodUnit: 'day' })
  const bought = await shop.buy(learner, monthly)
  await shop.app.db.query({ text: `update sessions set expires_at = expires_at + interval '10 years'` })
  const start = shop.app.clock.now
  for (let day = 1; day <= 50; day++) {
    shop.app.clock.now = start + day * 86_400_000
    await shop.lose()
    await shop.turn()
    shop.app.clock.now += 3_700_000
    await shop.turn()
  }
  const { data } = await learner.call('GET /orders/:id', { params: { id: bought.id } })
  expect(data).toMatchObject({ paid: 5100 })
  expect(data.invoices.map(({ paid }) => paid)).toEqual(Array.from({ length: 51 }, () => 100))
})

test('ten instalments of which each event comes twice are ten charges, and add up [BIL-11, BIL-18]', async () => {
  await shop.app.db.query({ text: `update sessions set expires_at = expires_at + interval '10 years'` })
  const inTen = await shop.service({ KWD: 100_007 }, { instalments: 10 })
  const { id } = await shop.buy(learner, inTen, 'works', { is_in_instalments: true })
  const known = new Set((await shop.events()).map(event => event.id))
  for (let month = 1; month <= 10; month++) {
    shop.app.clock.set(new Date(Date.UTC(2026, 11 + month, 1, 10)).toISOString())
    await shop.turn()
    const news = (await shop.events()).filter(event => !known.has(event.id))
    for (const event of news) known.add(event.id)
    for (const event of [...news, ...news]) expect((await post(JSON.stringify(event))).statusCode).toBe(200)
    // A provider may also tell the same under another number.
    for (const event of news) await post(JSON.stringify({ ...event, id: `${event.id}_again` }))
    await handleAll()
    await shop.turn()
  }
  const { data } = await learner.call('GET /orders/:id', { params: { id } })
  expect(data.invoices.map(({ paid }) => paid)).toEqual([...Array.from({ length: 9 }, () => 10_000), 10_007])
  expect(data).toMatchObject({ paid: 100_007, owed: 0, refunded: 0 })
  expect((await ledger()).filter(row => row['order_id'] === id)).toHaveLength(10)
})
