import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runBillingCommand } from '#server/app/commands/run-billing-command.ts'
import { openShop } from '#server/app/testing/shop.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { settle } from '#server/features/billing/orders/settle.ts'
import { lastDay } from '#shared/features/figures/rules.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let admin: TestClient
let learner: TestClient
const start = '2026-12-01T10:00:00Z'

beforeAll(async () => {
  shop = await openShop()
  // There a day begins two hours earlier than by UTC.
  admin = await shop.app.signIn({ role: 'admin', timezone: 'Europe/Riga' })
})
beforeEach(async () => {
  shop.app.clock.set(start)
  learner = await shop.app.signIn()
  await shop.app.db.query({ text: `update sessions set expires_at = expires_at + interval '10 years'` })
})
afterAll(() => shop.close())

let keys = 0
async function byHand(serviceId: number, amount: number, at: string, { currency = 'EUR', by = learner } = {}) {
  shop.app.clock.set(at)
  const body = { user_id: by.userId, service_id: serviceId, currency, amount, reason: 'In cash' }
  const { status, data } = await admin.call('POST /studio/orders', { body, idempotencyKey: `hand ${++keys}` })
  expect([status, data]).toEqual([200, { id: expect.any(Number) }])
  return data.id
}
async function refund(id: number, amount: number, at: string) {
  shop.app.clock.set(at)
  const asked = { params: { id }, body: { amount, reason: 'A day was missed' }, idempotencyKey: `back ${++keys}` }
  expect((await admin.call('POST /studio/orders/:id/refunds', asked)).status).toBe(200)
}
/** What a bank takes back, or returns. */
async function bank(orderId: number, kind: 'chargeback' | 'chargeback_reversal', amount: number, at: string) {
  shop.app.clock.set(at)
  const text = `insert into ledger_entries (invoice_id, kind, amount, object_id, happened_at)
    select id, $2, $3, gen_random_uuid()::text, $4 from invoices where order_id = $1`
  await shop.app.db.query({ text, values: [orderId, kind, amount, at] })
  const { listeners } = shop.app.billing.paying
  await shop.app.db.inTransaction(tx => settle(tx, orderId, shop.app.clock.now, listeners))
}
async function orders(query: Record<string, unknown>, by = admin, options: object = {}) {
  const { status, data, headers } = await by.call('GET /studio/orders', { query, ...options })
  expect(status).toBe(200)
  expect(Number(headers['x-pagination-total-count'])).toBe(data.length)
  return data.map(({ id }) => id)
}
const sales = async (query: Record<string, unknown>) => (await admin.call('GET /studio/figures/sales', { query })).data
const subscriptions = async (query: Record<string, unknown>) =>
  (await admin.call('GET /studio/figures/subscriptions', { query })).data
const nothing = { orders: 0, gross: 0, refunds: 0, chargebacks: 0 }

test('what came in and went back is counted to the cent on its day, and each number has its orders [STF-12, STF-20]', async () => {
  const service_id = await shop.service({ EUR: 4999 })
  const first = await byHand(service_id, 4999, '2026-12-02T21:30:00Z')
  const second = await byHand(service_id, 4001, '2026-12-02T22:30:00Z', { by: await shop.app.signIn() })
  await refund(first, 1234, '2026-12-03T09:00:00Z')
  await bank(second, 'chargeback', 4001, '2026-12-04T09:00:00Z')
  await bank(second, 'chargeback_reversal', 4000, '2026-12-05T09:00:00Z')
  const { spans, sums } = await sales({ service_id })
  const [sum, ...others] = sums
  expect(others).toEqual([])
  expect(sum).toMatchObject({ currency: 'EUR', is_sandbox: false })
  expect([spans.length, spans.at(-1)]).toEqual([28, '2026-12-05'])
  expect(sum?.spans.slice(-5)).toEqual([
    nothing,
    { ...nothing, orders: 1, gross: 4999 },
    { ...nothing, orders: 1, gross: 4001, refunds: 1234 },
    { ...nothing, chargebacks: 4001 },
    { ...nothing, chargebacks: -4000 },
  ])
  const whole = { orders: 2, gross: 9000, refunds: 1234, chargebacks: 1 }
  expect(sum?.services).toEqual([{ service_id, ...whole }])
  for (const by of ['week', 'month'] as const) {
    const { sums: longer, spans: starts } = await sales({ service_id, by })
    expect(longer[0]?.spans.at(-1)).toEqual(whole)
    expect(starts.at(-1)).toBe(by === 'month' ? '2026-12-01' : '2026-11-30')
  }
  const on = (happened: string, day: string) => orders({ service_id, happened, from: day, until: day, sandbox: 'no' })
  expect(await on('payment', '2026-12-02')).toEqual([first])
  expect(await on('payment', '2026-12-03')).toEqual([second])
  expect(await on('refund', '2026-12-03')).toEqual([first])
  expect(await on('money', '2026-12-03')).toEqual([second, first])
  expect(await on('chargeback', '2026-12-04')).toEqual([second])
  expect(await on('chargeback', '2026-12-05')).toEqual([second])
  expect(await on('payment', '2026-12-05')).toEqual([])
  expect(await orders({ service_id, happened: 'payment', currency: 'JPY' })).toEqual([])
})

test('currencies are never summed, and money of the sandbox stands for itself [STF-20]', async () => {
  const service_id = await shop.service({ EUR: 4900, JPY: 800 })
  const yen = await byHand(service_id, 800, start, { currency: 'JPY' })
  const euro = await byHand(service_id, 4900, start, { by: await shop.app.signIn() })
  const trial = await shop.buy(await shop.app.signIn(), service_id)
  const { sums } = await sales({ service_id })
  expect(sums.map(sum => [sum.currency, sum.is_sandbox, sum.services[0]?.gross, sum.services[0]?.orders])).toEqual([
    ['EUR', false, 4900, 1],
    ['JPY', false, 800, 1],
    ['EUR', true, 4900, 1],
  ])
  const of = (currency: string, sandbox: string) => orders({ service_id, happened: 'payment', currency, sandbox })
  expect(await of('JPY', 'no')).toEqual([yen])
  expect(await of('EUR', 'no')).toEqual([euro])
  expect(await of('EUR', 'yes')).toEqual([trial.id])
  expect(await orders({ service_id, sandbox: 'yes' })).toEqual([trial.id])
})

const counted = ['begun', 'active', 'past_due', 'paused', 'ended'] as const

/** Every number of the figures, with what the list behind it has. */
async function listed(service_id: number, by: 'day' | 'week' | 'month', sandbox: 'yes' | 'no') {
  const { spans, sums } = await subscriptions({ service_id, by })
  const own = sums.find(sum => sum.is_sandbox === (sandbox === 'yes'))
  for (const [at, from] of spans.entries())
    for (const happened of counted) {
      const count = own?.spans[at]?.[happened] ?? 0
      const found = await orders({ service_id, happened, from, until: lastDay(by, from), sandbox })
      expect([from, happened, found.length]).toEqual([from, happened, count])
    }
  return { spans, own }
}

test('subscriptions that begin, go on, are in grace and end, and why; each number has its orders [STF-20]', async () => {
  const service_id = await shop.service({ EUR: 1000 }, { type: 'course_subscription' })
  const [priced, paused] = [await shop.app.signIn(), await shop.app.signIn()]
  const buy = async (by?: TestClient, at = start) =>
    byHand(service_id, 1000, at, { by: by ?? (await shop.app.signIn()) })
  const [pricedOrder, pausedOrder, unpaidOrder] = [await buy(priced), await buy(paused), await buy()]
  const [refundedOrder, chargedOrder] = [await buy(), await buy()]
  const idOf = async (by: TestClient) => (await by.call('GET /payment-subscription')).data[0]?.id ?? 0
  shop.app.clock.set('2026-12-05T10:00:00Z')
  const body = { reason_type: 'price', reason: 'It costs too much' } as const
  await priced.call('POST /payment-subscriptions/cancel', { query: { id: await idOf(priced) }, body })
  await paused.call('POST /payment-subscriptions/:id/pause', { params: { id: await idOf(paused) } })
  await refund(refundedOrder, 1000, '2026-12-10T10:00:00Z')
  await bank(chargedOrder, 'chargeback', 1000, '2026-12-11T10:00:00Z')
  const last = await buy(undefined, '2026-12-20T10:00:00Z')
  for (const date of ['2027-01-01', '2027-01-02', '2027-01-15', '2027-01-16']) {
    shop.app.clock.set(`${date}T10:00:00Z`)
    await shop.turn()
    await shop.turn()
  }
  const { own, spans } = await listed(service_id, 'month', 'no')
  expect(spans.slice(-2)).toEqual(['2026-12-01', '2027-01-01'])
  expect(own?.spans.slice(-3)).toEqual([
    { begun: 0, active: 0, past_due: 0, paused: 0, ended: 0 },
    { begun: 6, active: 3, past_due: 0, paused: 1, ended: 2 },
    { begun: 0, active: 1, past_due: 0, paused: 1, ended: 2 },
  ])
  const byReason = own?.ends.toSorted((one, other) => one.reason.localeCompare(other.reason))
  expect(byReason).toEqual([
    { starts_on: '2026-12-01', reason: 'chargeback', count: 1 },
    { starts_on: '2027-01-01', reason: 'price', count: 1 },
    { starts_on: '2026-12-01', reason: 'refund', count: 1 },
    { starts_on: '2027-01-01', reason: 'unpaid', count: 1 },
  ])
  const ended = (why: string) => orders({ service_id, happened: 'ended', why, sandbox: 'no' })
  expect(await ended('chargeback')).toEqual([chargedOrder])
  expect(await ended('price')).toEqual([pricedOrder])
  expect(await ended('refund')).toEqual([refundedOrder])
  expect(await ended('unpaid')).toEqual([unpaidOrder])
  expect(await ended('other')).toEqual([])
  expect(await orders({ service_id, happened: 'active' })).toEqual([last])
  expect(await orders({ service_id, happened: 'paused' })).toEqual([pausedOrder])
  expect(await orders({ service_id, happened: 'past_due', until: '2027-01-03' })).toEqual([unpaidOrder])
  expect((await listed(service_id, 'week', 'no')).own?.spans.at(-3)).toMatchObject({ past_due: 1, ended: 1 })
})

test('a subscription of the sandbox stands for itself, and lost spans are found and mended', async () => {
  const service_id = await shop.service({ EUR: 1000 }, { type: 'course_subscription', trialDays: 3 })
  const { id } = await shop.buy(learner, service_id)
  const { own } = await listed(service_id, 'day', 'yes')
  expect(own?.spans.at(-1)).toEqual({ begun: 1, active: 1, past_due: 0, paused: 0, ended: 0 })
  expect((await subscriptions({ service_id })).sums).toHaveLength(1)
  const ofOrder = `subscription_id = (select id from payment_subscriptions where order_id = ${id})`
  await shop.app.db.query({ text: `delete from subscription_spans where ${ofOrder}` })
  expect(await orders({ service_id, happened: 'begun' })).toEqual([])
  const lines: string[] = []
  const { db: database, clock } = shop.app
  await runBillingCommand('recompute', { database, now: clock.now, print: line => lines.push(line) })
  expect(lines.join('\n')).toMatch(new RegExp(`order ${id}$`))
  expect(await orders({ service_id, happened: 'begun' })).toEqual([id])
})

test('no sale, subscription or order of another school [STF-20]', async () => {
  const service_id = await shop.service({ EUR: 1000 }, { type: 'course_subscription' })
  const id = await byHand(service_id, 1000, start)
  const stranger = await shop.app.signIn({ role: 'admin', brandId: 'face' })
  const elsewhere = { appId: 'face' }
  for (const name of ['sales', 'subscriptions'] as const) {
    expect((await stranger.call(`GET /studio/figures/${name}`, elsewhere)).data.sums).toEqual([])
    expect(
      (await stranger.call(`GET /studio/figures/${name}`, { query: { service_id }, ...elsewhere })).data.sums,
    ).toEqual([])
  }
  for (const happened of ['payment', 'begun', 'active'] as const) {
    expect(await orders({ service_id, happened }, stranger, elsewhere)).toEqual([])
    expect(await orders({ service_id, happened })).toEqual([id])
  }
  for (const role of ['author', 'expert', 'support'] as const)
    for (const name of ['sales', 'subscriptions'] as const)
      expect((await (await shop.app.signIn({ role })).call(`GET /studio/figures/${name}`)).status).toBe(403)
})
