import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rounds } from '#server/app/testing/rounds.ts'
import { codes, openStoreShop } from '#server/app/testing/store-shop.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { keepBilling } from '../keep-billing.ts'
import { recomputeOrders } from '../recompute.ts'

let shop: Awaited<ReturnType<typeof openStoreShop>>
let learner: TestClient
let [monthly, yearly] = [0, 0]
let made = 0

beforeAll(async () => {
  shop = await openStoreShop()
  monthly = await shop.service({ code: codes.monthly, type: 'course_subscription' })
  yearly = await shop.service({ code: codes.yearly, type: 'course_subscription', periodUnit: 'year' })
}, 60_000)
beforeEach(async () => {
  shop.app.clock.set('2026-12-01T10:00:00Z')
  learner = await shop.app.signIn()
  await staySignedIn()
})
afterAll(() => shop.close())

const at = (date: string) => Date.parse(`${date}T10:00:00Z`)
const chainId = () => `3000000${++made}`

const staySignedIn = () => shop.rows(`update sessions set expires_at = expires_at + interval '10 years'`)

/** One period of a subscription, as Apple signs it on a date. */
const period = (chain: string, number: number, [from, until]: [string, string], more: object = {}) => ({
  transactionId: `${chain}${number}`,
  originalTransactionId: chain,
  productId: codes.monthly,
  type: 'Auto-Renewable Subscription',
  purchaseDate: at(from),
  expiresDate: at(until),
  signedDate: shop.app.clock.now,
  price: 9990,
  ...more,
})
const renewal = (chain: string, more: object = {}) => ({
  originalTransactionId: chain,
  productId: codes.monthly,
  autoRenewStatus: 1,
  ...more,
})

async function told(
  date: string,
  type: string,
  fields: object,
  { status = 1, ...more }: { status?: number; [name: string]: unknown } = {},
) {
  shop.app.clock.set(`${date}T10:00:05Z`)
  const transaction = shop.apple.transaction({ ...fields, signedDate: shop.app.clock.now })
  const { originalTransactionId: chain } = fields as { originalTransactionId: string }
  return shop.apple.notification(type, { transaction, renewal: renewal(chain, more), status })
}
async function hear(...asked: Parameters<typeof told>) {
  expect(await shop.tell('apple', await told(...asked))).toBe(200)
}
const subscription = async () => (await learner.call('GET /payment-subscription')).data[0]
const turn = () => keepBilling(shop.app.billing.paying)

test('a subscription lasts as Apple says: renewed, canceled, resumed, in grace, held and over; nobody else charges it [BIL-17] [BIL-23]', async () => {
  const chain = chainId()
  const first = period(chain, 1, ['2026-12-01', '2027-01-01'])
  const order = (await shop.handIn(learner, first, renewal(chain))).data
  expect(order).toMatchObject({ service_id: monthly, scheduler: 'apple', is_open: true, paid: 999 })
  const active = {
    state: 'active',
    is_active: true,
    amount: 999,
    next_pay_at: at('2027-01-02') / 1000 - 36_000,
    scheduler: 'apple',
  }
  expect(await subscription()).toMatchObject(active)
  expect((await subscription())?.can).toEqual({ cancel: false, resume: false, pause: false, change: false, pay: false })
  await hear('2026-12-20', 'DID_CHANGE_RENEWAL_STATUS', first, { autoRenewStatus: 0 })
  expect(await subscription()).toMatchObject({ state: 'ending', is_active: true })
  await hear('2026-12-21', 'DID_CHANGE_RENEWAL_STATUS', first)
  const second = period(chain, 2, ['2027-01-01', '2027-02-01'])
  await hear('2027-01-01', 'DID_RENEW', second)
  expect(await subscription()).toMatchObject({ state: 'active', next_pay_at: at('2027-02-02') / 1000 - 36_000 })
  await hear('2027-02-01', 'DID_FAIL_TO_RENEW', second, { status: 4, gracePeriodExpiresDate: at('2027-02-07') })
  shop.app.clock.set('2027-02-06T12:00:00Z')
  await turn()
  expect(await subscription()).toMatchObject({ state: 'past_due', is_active: true })
  await hear('2027-02-08', 'GRACE_PERIOD_EXPIRED', second, { status: 3 })
  await turn()
  expect(await subscription()).toMatchObject({ is_active: false })
  await hear('2027-02-10', 'DID_RENEW', period(chain, 3, ['2027-02-10', '2027-03-10']))
  expect(await subscription()).toMatchObject({ state: 'active', is_active: true })
  await hear('2027-03-10', 'EXPIRED', period(chain, 3, ['2027-02-10', '2027-03-10']), { status: 2 })
  shop.app.clock.set('2027-03-11T12:00:00Z')
  await turn()
  expect(await subscription()).toMatchObject({ state: 'ended', is_active: false })
  expect((await learner.call('GET /orders/:id', { params: { id: order.id } })).data.is_open).toBe(false)
  const { rows } = await shop.app.db.query({ text: 'select from payment_attempts' })
  expect(rows).toEqual([])
  expect((await learner.call('GET /orders/:id', { params: { id: order.id } })).data).toMatchObject({
    paid: 2997,
    owed: 0,
  })
  const { wrong } = await recomputeOrders(shop.app.db, () => shop.app.clock.now, shop.app.billing.paying.listeners)
  expect(wrong).toEqual([])
})

test('what a renewal that nobody tells of leaves open closes after three days', async () => {
  const chain = chainId()
  await shop.handIn(learner, period(chain, 1, ['2026-12-01', '2027-01-01']), renewal(chain))
  for (const [date, isActive] of [
    ['2027-01-04T12:00:00Z', true],
    ['2027-01-05T12:00:00Z', false],
  ] as const) {
    shop.app.clock.set(date)
    await turn()
    expect([date, (await subscription())?.is_active]).toEqual([date, isActive])
  }
})

test('another product in the same subscription begins another order, and ends the one before', async () => {
  const chain = chainId()
  const before = (await shop.handIn(learner, period(chain, 1, ['2026-12-01', '2027-01-01']), renewal(chain))).data
  const year = { productId: codes.yearly, price: 99_000 }
  await hear('2026-12-10', 'DID_CHANGE_RENEWAL_PREF', period(chain, 2, ['2026-12-10', '2027-12-10'], year))
  const { data } = await learner.call('GET /payment-subscription')
  expect(data.map(one => [one.service_id, one.state])).toEqual([
    [yearly, 'active'],
    [monthly, 'ended'],
  ])
  expect((await learner.call('GET /orders/:id', { params: { id: before.id } })).data.is_open).toBe(false)
})

test('learner and staff change nothing of what a store schedules, and are told where it can be [BIL-17]', async () => {
  const chain = chainId()
  const order = (await shop.handIn(learner, period(chain, 1, ['2026-12-01', '2027-01-01']), renewal(chain))).data
  const params = { id: order.subscription_id ?? 0 }
  const reason = { reason_type: 'price', reason: 'It is too expensive' } as const
  const refused = await Promise.all([
    learner.call('POST /payment-subscriptions/cancel', { query: params, body: reason }),
    learner.call('POST /payment-subscriptions/:id/pause', { params }),
    learner.call('POST /payment-subscriptions/:id/plan', { params, body: { service_id: yearly, amount: 0 } }),
  ])
  expect(refused.map(({ data }) => (data as { code?: string }).code)).toEqual([
    'store_decides',
    'store_decides',
    'store_decides',
  ])
  expect((await learner.call('GET /payment-subscriptions/:id/plans', { params })).data).toEqual([])
  const change = { params: { id: order.id }, body: { kind: 'cancel', reason: 'Asked for it' } } as const
  expect((await shop.admin.call('POST /studio/orders/:id/subscription', change)).data).toMatchObject({
    code: 'apple_decides',
  })
  expect((await shop.admin.call('GET /studio/orders/:id/subscription', { params: { id: order.id } })).data.can).toEqual(
    [],
  )
})

/** A fixed order that looks like none. */
function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  let state = seed
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648)
  return items
    .map(item => ({ item, at: next() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item)
}

test('in whatever order and however often Apple tells it, books and state are the same [BIL-23]', async () => {
  const outcomes = new Set<string>()
  for (let seed = 1; seed <= rounds({ few: 4, all: 40 }); seed++) {
    shop.app.clock.set('2026-12-01T10:00:00Z')
    const chain = chainId()
    const buyer = await shop.app.signIn()
    await staySignedIn()
    const { data: intent } = await buyer.call('POST /app-store/intents', {
      body: { store: 'apple', service_id: monthly },
    })
    const carried = { appAccountToken: intent.account_token }
    const [first, second, third] = [
      period(chain, 1, ['2026-12-01', '2027-01-01'], carried),
      period(chain, 2, ['2027-01-01', '2027-02-01'], carried),
      period(chain, 3, ['2027-02-01', '2027-03-01'], carried),
    ] as const
    const events = [
      await told('2026-12-01', 'SUBSCRIBED', first),
      await told('2026-12-20', 'DID_CHANGE_RENEWAL_STATUS', first, { autoRenewStatus: 0 }),
      await told('2026-12-21', 'DID_CHANGE_RENEWAL_STATUS', first),
      await told('2027-01-01', 'DID_RENEW', second),
      await told('2027-01-05', 'REFUND', { ...first, revocationDate: at('2027-01-05') }, { status: 1 }),
      await told('2027-01-09', 'REFUND_REVERSED', first),
      await told('2027-02-01', 'DID_RENEW', third),
      await told('2027-02-03', 'DID_CHANGE_RENEWAL_STATUS', third, { autoRenewStatus: 0 }),
    ]
    shop.app.clock.set('2027-02-04T10:00:00Z')
    for (const payload of shuffled([...events, ...events.slice(2, 6)], seed))
      expect(await shop.tell('apple', payload)).toBe(200)
    const orders = (await buyer.call('GET /orders')).data
    const [own] = (await buyer.call('GET /payment-subscription')).data
    const entries = await shop.rows<{ kind: string; amount: number }>(
      `select e.kind, e.amount::int from ledger_entries e join invoices i on i.id = e.invoice_id
       where i.order_id = ${orders[0]?.id} order by e.kind, e.object_id`,
    )
    outcomes.add(JSON.stringify([orders.length, own?.state, own?.is_active, own?.end_date, entries]))
  }
  const books = [
    ...Array.from({ length: 4 }, () => ({ kind: 'payment', amount: 999 })),
    { kind: 'refund', amount: 999 },
  ]
  expect([...outcomes].map(text => JSON.parse(text) as unknown)).toEqual([
    [1, 'ending', true, at('2027-03-02') / 1000 - 36_000, books],
  ])
})
