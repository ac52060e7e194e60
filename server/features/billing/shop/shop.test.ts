import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop } from '#server/app/testing/shop.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { awardScore } from '#server/features/points/queries.ts'
import { lockOrder } from '../orders/order-row.ts'
import { settle } from '../orders/settle.ts'
import { insertEntry } from '../payments/attempts.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let admin: TestClient
let learner: TestClient

beforeAll(async () => {
  shop = await openShop()
})
beforeEach(async () => {
  shop.app.clock.set('2026-12-01T10:00:00Z')
  admin = await shop.app.signIn({ role: 'admin', timezone: 'Europe/Riga' })
  learner = await shop.app.signIn()
  await shop.app.db.query({ text: `update sessions set expires_at = expires_at + interval '10 years'` })
})
afterAll(() => shop.close())

const reason = 'A day was missed'
const list = (query: Record<string, unknown>) => admin.call('GET /studio/orders', { query })
const idsOf = async (query: Record<string, unknown>) => (await list(query)).data.map(({ id }) => id)
const story = async (id: number) => (await admin.call('GET /studio/orders/:id', { params: { id } })).data
const refund = (id: number, amount: number, idempotencyKey: string, by = admin) =>
  by.call('POST /studio/orders/:id/refunds', { params: { id }, body: { amount, reason }, idempotencyKey })
const run = (text: string, ...values: unknown[]) => shop.app.db.query({ text, values })
async function refusal(asked: Promise<{ status: number; data: object }>) {
  const { status, data } = await asked
  const { code, errors } = data as { code?: string; errors?: object }
  return [status, code, ...Object.keys(errors ?? {})]
}

test('orders are found by buyer, number, status, service and day, by page; those of another brand are not [STF-08]', async () => {
  const name = `Wilhelmina${learner.userId}`
  const email = `mina${learner.userId}@example.com`
  await run('update users set first_name = $2, email = $3 where id = $1', learner.userId, name, email)
  const [first, second] = [await shop.service({ EUR: 4900 }), await shop.service({ EUR: 100 })]
  const paid = await shop.buy(learner, first)
  shop.app.clock.set('2026-12-02T22:30:00Z')
  const { data: waiting } = await learner.call('POST /order/:id', { params: { id: second }, body: {} })
  const both = [waiting.id, paid.id]
  expect(await idsOf({ search: name.toLowerCase() })).toEqual(both)
  expect(await idsOf({ search: email })).toEqual(both)
  expect(await idsOf({ search: `#${paid.id}` })).toContain(paid.id)
  expect(await idsOf({ search: '???' })).toEqual([])
  expect(await idsOf({ search: name, status: 'waiting' })).toEqual([waiting.id])
  expect(await idsOf({ service_id: first })).toEqual([paid.id])
  expect(await idsOf({ user_id: learner.userId, page: 2 })).toEqual([])
  // There it is December 3 already.
  expect(await idsOf({ search: name, from: '2026-12-03', until: '2026-12-03' })).toEqual([waiting.id])
  expect(await idsOf({ search: name, until: '2026-12-02' })).toEqual([paid.id])
  expect(await refusal(list({ from: '2026-02-31' }))).toEqual([422, 'invalid_input', 'from'])
  await run(`update orders set brand_id = 'face' where id = $1`, paid.id)
  expect(await idsOf({ search: name })).toEqual([waiting.id])
  expect((await story(paid.id)) as object).toMatchObject({ code: 'not_found' })
})

test('an order’s story has its invoices, attempts with refusals, entries, events and log [STF-08]', async () => {
  const service = await shop.service({ EUR: 4900 })
  const declined = await shop.buy(learner, service, 'noFunds')
  expect((await story(declined.id)).invoices[0]?.attempts).toMatchObject([{ refusal: 'insufficient_funds' }])
  const order = await shop.buy(learner, service)
  await refund(order.id, 900, 'part')
  await expect.poll(async () => (await story(order.id)).events.length).toBeGreaterThan(0)
  const told = await story(order.id)
  expect(told).toMatchObject({
    status: 'paid',
    paid: 4900,
    refunded: 900,
    left: 4000,
    price: 4900,
    buyer: { id: learner.userId },
    entries: [
      { kind: 'payment', amount: 4900, provider: 'sandbox', invoice_number: 1 },
      { kind: 'refund', amount: 900 },
    ],
    refunds: [{ amount: 900, reason, state: 'done', actor: { id: admin.userId } }],
    audit: [{ action: 'order.refund', detail: { amount: 900, currency: 'EUR', reason } }],
  })
  const attempts = told.invoices.flatMap(invoice => invoice.attempts)
  expect(attempts.at(-1)).toMatchObject({ state: 'done', provider: 'sandbox', is_automatic: false })
})

test('a refund in whole closes what was bought at once; never more goes back than is left [STF-08]', async () => {
  const order = await shop.buy(learner, await shop.service({ EUR: 4900 }))
  expect(await refusal(refund(order.id, 4901, 'above'))).toEqual([422, 'refund_too_much', 'amount'])
  expect((await refund(order.id, 1000, 'part')).data).toEqual({ left: 3900, state: 'done' })
  expect(await story(order.id)).toMatchObject({ status: 'paid', is_open: true })
  expect(await refusal(refund(order.id, 3901, 'rest and more'))).toEqual([422, 'refund_too_much', 'amount'])
  expect((await refund(order.id, 3900, 'rest')).data).toEqual({ left: 0, state: 'done' })
  expect(await story(order.id)).toMatchObject({ status: 'refunded', is_open: false, refunded: 4900, left: 0 })
  expect(await refusal(refund(order.id, 1, 'once more'))).toEqual([422, 'refund_too_much', 'amount'])
})

test('a refund that is sent twice, or by two at once, sends each part once', async () => {
  const order = await shop.buy(learner, await shop.service({ EUR: 4900 }))
  const answers = await Promise.all([1, 2, 3].map(() => refund(order.id, 3000, 'one key')))
  expect(answers.map(({ data }) => data)).toEqual([1, 2, 3].map(() => ({ left: 1900, state: 'done' })))
  const colleague = await shop.app.signIn({ role: 'admin' })
  const rival = await Promise.all([refund(order.id, 1900, 'own'), refund(order.id, 1900, 'own', colleague)])
  expect(rival.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  const { entries, refunds } = await story(order.id)
  expect(entries.filter(({ kind }) => kind === 'refund').map(({ amount }) => amount)).toEqual([3000, 1900])
  expect(refunds).toHaveLength(2)
})

test('a refund waits for a provider that is down, and is sent once it answers', async () => {
  const order = await shop.buy(learner, await shop.service({ EUR: 4900 }))
  await shop.fail()
  expect((await refund(order.id, 4900, 'down')).data).toEqual({ left: 0, state: 'waiting' })
  expect(await story(order.id)).toMatchObject({ status: 'paid', refunds: [{ state: 'begun' }] })
  shop.app.clock.now += 61_000
  await shop.turn()
  expect(await story(order.id)).toMatchObject({ status: 'refunded', is_open: false, refunds: [{ state: 'done' }] })
})

const byHand = (body: object, idempotencyKey: string) =>
  admin.call('POST /studio/orders', {
    body: { user_id: learner.userId, currency: 'EUR', amount: 4000, reason: 'In cash', ...body } as never,
    idempotencyKey,
  })

test('what was paid by hand is entered and open at once, once for each key, and is given back by hand [STF-08]', async () => {
  const service_id = await shop.service({ EUR: 4900 }, { points: 30 })
  const made = await Promise.all([1, 2, 3].map(() => byHand({ service_id }, `cash ${service_id}`)))
  const { id } = made[0]?.data ?? { id: 0 }
  expect(made.map(({ data }) => data)).toEqual([{ id }, { id }, { id }])
  expect(await story(id)).toMatchObject({
    status: 'paid',
    is_open: true,
    price: 4900,
    amount: 4000,
    paid: 4000,
    entries: [{ kind: 'payment', amount: 4000, provider: null }],
    audit: [{ action: 'order.add', detail: { user_id: learner.userId, amount: 4000, reason: 'In cash' } }],
  })
  expect((await learner.call('GET /user-score/amount')).data).toEqual({ amount: 30 })
  expect((await refund(id, 3000, 'hand')).data).toEqual({ left: 1000, state: 'done' })
  expect(await refusal(refund(id, 1001, 'hand again'))).toEqual([422, 'refund_too_much', 'amount'])
})

test('an order by hand takes the place of one that waits; what cannot be is refused by its field', async () => {
  const service_id = await shop.service({ EUR: 4900 })
  const { data: waiting } = await learner.call('POST /order/:id', { params: { id: service_id }, body: {} })
  expect(await refusal(byHand({ service_id, amount: 4901 }, 'a'))).toEqual([422, 'above_price', 'amount'])
  expect(await refusal(byHand({ service_id, currency: 'JPY' }, 'b'))).toEqual([422, 'not_sold_in_currency', 'currency'])
  expect(await refusal(byHand({ service_id, reason: '  ' }, 'c'))).toEqual([422, 'invalid_input', 'reason'])
  expect(await refusal(byHand({ service_id: 999_999 }, 'd'))).toEqual([404, 'not_found', 'service_id'])
  expect(await refusal(byHand({ service_id, user_id: 999_999 }, 'e'))).toEqual([404, 'not_found', 'user_id'])
  const gift = await byHand({ service_id, amount: 0 }, 'gift')
  expect(await story(gift.data.id)).toMatchObject({ status: 'paid', is_open: true, amount: 0, entries: [] })
  expect(await story(waiting.id)).toMatchObject({ status: 'closed' })
  const monthly = await shop.service({ EUR: 900 }, { type: 'course_subscription' })
  expect(await refusal(byHand({ service_id: monthly, amount: 0 }, 'f'))).toEqual([422, 'nothing_paid', 'amount'])
  const begun = await byHand({ service_id: monthly, amount: 900 }, 'monthly')
  expect(await story(begun.data.id)).toMatchObject({ is_open: true, subscription: { state: 'active' } })
  expect(await refusal(byHand({ service_id: monthly, amount: 900 }, 'again'))).toEqual([
    409,
    'already_owned',
    'service_id',
  ])
})

test('an order by hand is not entered on one that its buyer is paying', async () => {
  const service_id = await shop.service({ EUR: 4900 })
  const { data: own } = await learner.call('POST /order/:id', { params: { id: service_id }, body: {} })
  await learner.call('POST /orders/:id/pay', { params: { id: own.id }, body: {} })
  // As a debit that takes the bank days.
  const state = `update payment_attempts p set state = $2 from invoices i where i.id = p.invoice_id and i.order_id = $1`
  await shop.app.db.query({ text: state, values: [own.id, 'pending'] })
  for (const amount of [0, 4000])
    expect(await refusal(byHand({ service_id, amount }, `beside ${amount}`))).toEqual([409, 'payment_under_way'])
  expect(await story(own.id)).toMatchObject({ status: 'waiting', paid: 0, entries: [] })
  await shop.app.db.query({ text: state, values: [own.id, 'refused'] })
  const { data } = await byHand({ service_id, amount: 4000 }, 'after it')
  expect(await story(data.id)).toMatchObject({ status: 'paid', paid: 4000 })
})

test('one key for two services at once makes an order of each', async () => {
  const services = [await shop.service({ EUR: 4900 }), await shop.service({ EUR: 4900 })]
  const entered = await Promise.all(services.map(service_id => byHand({ service_id }, 'one for both')))
  expect(entered.map(({ status }) => status)).toEqual([200, 200])
  expect(await Promise.all(entered.map(async ({ data }) => (await story(data.id)).paid))).toEqual([4000, 4000])
})

test('an order by hand waits for a payment of the one that it takes the place of, and neither locks the other out', async () => {
  const service_id = await shop.service({ EUR: 4900 }, { points: 30 })
  const { data: waiting } = await learner.call('POST /order/:id', { params: { id: service_id }, body: {} })
  const waitingForLocks = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  // As a payment does: its order first, then the points of its buyer.
  const entered = await shop.app.db.inTransaction(async tx => {
    await lockOrder(tx, waiting.id)
    const entering = byHand({ service_id }, 'while it is paid')
    await expect.poll(async () => (await run(waitingForLocks)).rowCount, { timeout: 10_000 }).toBeGreaterThan(0)
    await awardScore(tx, learner.userId, 30, 'paid meanwhile')
    return { entering }
  })
  const { status, data } = await entered.entering
  expect(status).toBe(200)
  expect(await story(data.id)).toMatchObject({ status: 'paid', paid: 4000 })
  expect(await story(waiting.id)).toMatchObject({ status: 'closed' })
  expect((await learner.call('GET /user-score/amount')).data).toEqual({ amount: 60 })
})

test('an order by hand of what is paid at the same moment is refused, and nothing is paid twice', async () => {
  const service_id = await shop.service({ EUR: 900 }, { type: 'course_subscription' })
  const { data: waiting } = await learner.call('POST /order/:id', { params: { id: service_id }, body: {} })
  const waitingForLocks = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const { now } = shop.app.clock
  const entered = await shop.app.db.inTransaction(async tx => {
    await lockOrder(tx, waiting.id)
    const entering = byHand({ service_id, amount: 900 }, 'while another pays it')
    await expect.poll(async () => (await run(waitingForLocks)).rowCount, { timeout: 10_000 }).toBeGreaterThan(0)
    const paid = { attemptId: null, fee: null, accountId: null, happenedAt: now / 1000, kind: 'payment' as const }
    await insertEntry(tx, { ...paid, invoiceId: waiting.invoices[0]?.id ?? 0, amount: 900, objectId: 'paid meanwhile' })
    await settle(tx, waiting.id, now, shop.app.billing.paying.listeners)
    return { entering }
  })
  const { status, data } = await entered.entering
  expect([status, 'code' in data && data.code]).toEqual([409, 'already_owned'])
  expect(await story(waiting.id)).toMatchObject({ status: 'paid', paid: 900, is_open: true })
})

test('all services are listed for staff, also hidden ones', async () => {
  const id = await shop.service({ EUR: 4900, JPY: 800 }, { isHidden: true })
  const { data } = await admin.call('GET /studio/services')
  expect(data.find(one => one.id === id)).toEqual({
    id,
    title: 'A good course',
    type: 'course_buy',
    prices: [
      { currency: 'EUR', amount: 4900 },
      { currency: 'JPY', amount: 800 },
    ],
    is_extension: false,
    is_hidden: true,
    is_archived: false,
  })
})
