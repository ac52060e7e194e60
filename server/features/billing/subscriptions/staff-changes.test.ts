import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop } from '#server/app/testing/shop.ts'
import { discountTerms } from '#server/app/testing/shop-writes.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let admin: TestClient
let learner: TestClient
let month: number
let year: number
let params: { id: number }

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.app.signIn({ role: 'admin' })
  month = await shop.service({ EUR: 1000 }, { type: 'course_subscription' })
  year = await shop.service({ EUR: 9000 }, { type: 'course_subscription', periodUnit: 'year' })
})
beforeEach(async () => {
  shop.app.clock.set('2026-12-01T10:00:00Z')
  learner = await shop.app.signIn()
  await shop.app.db.query({ text: `update sessions set expires_at = expires_at + interval '10 years'` })
  params = { id: (await shop.buy(learner, month)).id }
})
afterAll(() => shop.close())

type Body = {
  kind: 'pause' | 'resume' | 'cancel' | 'stop' | 'move' | 'plan'
  on?: string
  service_id?: number
  reason?: string
}
let keys = 0
const change = (body: Body, idempotencyKey = `a change number ${++keys}`) =>
  admin.call('POST /studio/orders/:id/subscription', {
    params,
    body: { reason: 'Asked for it', ...body },
    idempotencyKey,
  })
const effect = async (query: Body) => (await admin.call('GET /studio/orders/:id/subscription', { params, query })).data
const order = async () => (await learner.call('GET /orders/:id', { params })).data
const subscription = async () => (await learner.call('GET /payment-subscription')).data[0]
const outcome = ({ status, data }: { status: number; data: { code?: string; errors?: object } }) => [
  status,
  data.code,
  Object.keys(data.errors ?? {}),
]
async function day(date: string) {
  shop.app.clock.set(`${date}T10:00:00Z`)
  await shop.turn()
  await shop.turn()
}

test('the effect of each change is shown before, and is what then happens [STF-08]', async () => {
  const changes: Body[] = [
    { kind: 'move', on: '2027-01-15' },
    { kind: 'plan', service_id: year },
    { kind: 'pause' },
    { kind: 'resume' },
    { kind: 'cancel' },
    { kind: 'stop' },
  ]
  for (const asked of changes) {
    const { after, can } = await effect(asked)
    expect(can).toContain(asked.kind)
    expect((await change(asked)).data).toEqual(after)
  }
  expect(await subscription()).toMatchObject({ state: 'ended', is_active: false })
  const { rows } = await shop.app.db.query<{ kind: string; reason: string }>({
    text: `select detail->>'kind' as kind, detail->>'reason' as reason from audit_log
      where action = 'subscription.change' and target_id = $1 order by id`,
    values: [params.id],
  })
  expect(rows).toEqual(changes.map(({ kind }) => ({ kind, reason: 'Asked for it' })))
})

test('a next payment that was moved is taken on its new day, and the later ones are counted from it', async () => {
  expect((await change({ kind: 'move', on: '2027-01-15' })).data).toMatchObject({
    next_charge_on: '2027-01-15',
    next_amount: 1000,
  })
  await day('2027-01-01')
  expect(await order()).toMatchObject({ paid: 1000, is_open: true })
  await day('2027-01-15')
  expect(await order()).toMatchObject({ paid: 2000, is_open: true })
  await day('2027-02-14')
  expect((await order()).paid).toBe(2000)
  await day('2027-02-15')
  expect((await order()).paid).toBe(3000)
})

test('another plan begins with the next payment, and nothing is charged before', async () => {
  const { plans } = await effect({ kind: 'plan' })
  expect(plans).toMatchObject([{ service_id: year, amount: 9000, interval: 'year' }])
  expect((await change({ kind: 'plan', service_id: year })).data).toMatchObject({
    next_charge_on: '2027-01-01',
    next_amount: 9000,
  })
  expect(await order()).toMatchObject({ paid: 1000 })
  expect(await subscription()).toMatchObject({ service_id: year, amount: 9000, interval: 'year' })
  await day('2027-01-01')
  expect((await order()).paid).toBe(10_000)
  await day('2027-06-01')
  expect((await order()).paid).toBe(10_000)
})

test('what is charged after a trial with a code is shown before, also when the plan is changed', async () => {
  const body = { ...discountTerms, code: 'TRIAL-30', percent: 30 }
  expect((await admin.call('POST /studio/discounts', { body })).status).toBe(200)
  const trial = await shop.service({ EUR: 1000 }, { type: 'course_subscription', trialDays: 7 })
  for (const asked of [undefined, { kind: 'plan', service_id: year }] as const) {
    shop.app.clock.set('2026-12-01T10:00:00Z')
    learner = await shop.app.signIn()
    await shop.app.db.query({ text: `update sessions set expires_at = expires_at + interval '10 years'` })
    params = { id: (await shop.buy(learner, trial, 'works', { promocode: 'TRIAL-30' })).id }
    expect(await order()).toMatchObject({ paid: 0, is_open: true })
    const shown = await effect(asked ?? { kind: 'pause' })
    const next = asked ? shown.after : shown.now
    expect(shown.now).toMatchObject({ state: 'trial', next_charge_on: '2026-12-08', next_amount: 700 })
    expect(next?.next_amount).toBe(asked ? 8700 : 700)
    if (asked) expect((await change(asked)).data).toEqual(next)
    await day('2026-12-08')
    expect((await order()).paid).toBe(next?.next_amount)
    // The periods after it cost what the plan does.
    expect((await effect({ kind: 'pause' })).now.next_amount).toBe(asked ? 9000 : 1000)
  }
})

test('while it is paused nothing is charged, and one that is ended at once gives nothing more and takes nothing back [BIL-17]', async () => {
  await change({ kind: 'pause' })
  await day('2027-02-01')
  expect(await order()).toMatchObject({ paid: 1000, is_open: false })
  await change({ kind: 'resume' })
  expect(await order()).toMatchObject({ is_open: true })
  await change({ kind: 'stop' })
  expect(await order()).toMatchObject({ is_open: false, paid: 1000, refunded: 0 })
  const { rows } = await shop.app.db.query<{ reason: string }>({
    text: `select s.reason from subscription_spans s join payment_subscriptions ps on ps.id = s.subscription_id
      where ps.order_id = $1 and s.state = 'ended'`,
    values: [params.id],
  })
  expect(rows).toEqual([{ reason: 'school' }])
})

test('sent twice with one key it happens and is logged once', async () => {
  const both = await Promise.all([
    change({ kind: 'pause' }, 'one-key-of-two'),
    change({ kind: 'pause' }, 'one-key-of-two'),
  ])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const { rows } = await shop.app.db.query({
    text: `select 1 from audit_log where action = 'subscription.change' and target_id = $1`,
    values: [params.id],
  })
  expect(rows).toHaveLength(1)
})

test('what cannot be is refused at its field, and who may not is refused', async () => {
  for (const on of ['2026-12-01', '2026-11-01', '2029-12-31', 'soon', undefined])
    expect((await change({ kind: 'move', ...(on && { on }) })).status).toBeGreaterThanOrEqual(409)
  expect(outcome(await change({ kind: 'move', on: '2026-11-01' }))).toEqual([409, 'subscription_unfit', ['on']])
  expect(outcome(await change({ kind: 'plan', service_id: month }))).toEqual([
    409,
    'subscription_unfit',
    ['service_id'],
  ])
  expect(outcome(await change({ kind: 'resume' }))).toEqual([409, 'subscription_unfit', ['kind']])
  expect(outcome(await change({ kind: 'pause', reason: '  ' }))).toEqual([422, 'invalid_input', ['reason']])
  expect((await effect({ kind: 'resume' })).after).toBeNull()
  const single = { id: (await shop.buy(learner, await shop.service({ EUR: 100 }))).id }
  expect((await admin.call('GET /studio/orders/:id/subscription', { params: single })).status).toBe(404)
  const body = { kind: 'pause', reason: 'Mine' } as const
  expect((await learner.call('POST /studio/orders/:id/subscription', { params, body })).status).toBe(403)
  const elsewhere = await shop.app.signIn({ role: 'admin', brandId: 'face' })
  expect((await elsewhere.call('POST /studio/orders/:id/subscription', { params, body, appId: 'face' })).status).toBe(
    404,
  )
  expect(await subscription()).toMatchObject({ state: 'active' })
})

test('a month’s reconciliation adds up to the ledger, by day, provider and currency', async () => {
  await shop.buy(learner, await shop.service({ EUR: 4900 }))
  await admin.call('POST /studio/orders/:id/refunds', { params, body: { amount: 250, reason: 'Asked for it' } })
  const byHand = {
    user_id: learner.userId,
    service_id: await shop.service({ EUR: 500 }),
    currency: 'EUR',
    amount: 500,
    reason: 'Cash',
  }
  await admin.call('POST /studio/orders', { body: byHand })
  const read = async (month: string, by = admin) =>
    (await by.call('GET /studio/reconciliation', { query: { month } })).data
  const rows = await read('2026-12')
  expect(rows.find(({ date, provider }) => date === '2026-12-01' && provider === null)).toMatchObject({
    gross: 500,
    refund: 0,
  })
  const months = ['2026-11', '2026-12', ...Array.from({ length: 9 }, (_, index) => `2027-0${index + 1}`)]
  const all = (await Promise.all(months.map(month => read(month)))).flat()
  const { rows: sums } = await shop.app.db.query<{ kind: string; amount: number; fee: number }>({
    text: `select kind, sum(amount)::bigint as amount, coalesce(sum(fee), 0)::bigint as fee from ledger_entries group by kind`,
  })
  const sumOf = (name: 'gross' | 'fee' | 'refund' | 'chargeback') => all.reduce((sum, row) => sum + row[name], 0)
  const ledger = (kind: string) => sums.find(sum => sum.kind === kind)?.amount ?? 0
  expect(sumOf('gross')).toBe(ledger('payment'))
  expect(sumOf('refund')).toBe(ledger('refund'))
  expect(sumOf('chargeback')).toBe(ledger('chargeback') - ledger('chargeback_reversal'))
  expect(sumOf('fee')).toBe(sums.reduce((sum, { fee }) => sum + fee, 0))
  expect(sumOf('gross')).toBeGreaterThan(0)
  expect(await read('2025-01')).toEqual([])
  for (const month of ['2026-13', 'december', ''])
    expect((await admin.call('GET /studio/reconciliation', { query: { month } })).status).toBe(422)
  const elsewhere = await shop.app.signIn({ role: 'admin', brandId: 'face' })
  const foreign = await elsewhere.call('GET /studio/reconciliation', { query: { month: '2026-12' }, appId: 'face' })
  expect(foreign.data).toEqual([])
})
