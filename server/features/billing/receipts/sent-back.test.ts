import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { outboxFolder } from '#server/app/messengers.ts'
import { courseSchool, plannedCourse } from '#server/app/testing/course-school.ts'
import { openShop } from '#server/app/testing/shop.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { settle } from '../orders/settle.ts'
import { handleEvent } from '../payments/events.ts'
import { lettersIn } from '#server/features/notifications/testing/letters.ts'
import { type PushService, startPushService } from '#server/features/notifications/testing/push-receiver.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let school: Awaited<ReturnType<typeof courseSchool>>
let push: PushService
let courseId: number
let admin: TestClient
let learner: TestClient
let email = ''
let people = 0

beforeAll(async () => {
  push = await startPushService()
  shop = await openShop({ notifications: { keys: undefined, allowPrivate: true } })
  school = await courseSchool(shop.app)
  courseId = (await school.take(plannedCourse([{ title: 'Water' }]))).id
})
beforeEach(async () => {
  shop.app.clock.set('2026-12-01T10:00:00Z')
  push.clear()
  email = `payer-${++people}@example.com`
  admin = await shop.app.signIn({ role: 'admin' })
  learner = await shop.app.signIn({ email, language: 'es' })
  await learner.call('POST /push-subscriptions', { body: push.subscribe(`phone-${people}`) })
  await shop.app.db.query({ text: `update sessions set expires_at = expires_at + interval '10 years'` })
})
afterAll(async () => {
  await school.remove()
  await shop.close()
  await push.close()
})

const order = async (id: number) => (await learner.call('GET /orders/:id', { params: { id } })).data
const story = async (id: number) => (await admin.call('GET /studio/orders/:id', { params: { id } })).data
const placeStatus = async () => (await learner.call('GET /user-course-streams')).data[0]?.status
const subscription = async () => (await learner.call('GET /payment-subscription')).data[0]
const subjects = async () =>
  (await lettersIn(outboxFolder(shop.app.dataDir))).filter(({ to }) => to === email).map(({ subject }) => subject ?? '')
const shown = () => push.arrived.map(({ shown: { title, body, url } }) => ({ title, body, url }))
const paymentOf = async (id: number) =>
  (await story(id)).entries.findLast(({ kind }) => kind === 'payment')?.object_id ?? ''

/** Credit note, e-mail and notice about what went back. */
async function expectTold(id: number, amount: string, title = 'Te devolvemos el dinero') {
  await shop.app.notices.sweep()
  const note = (await order(id)).receipts.findLast(({ kind }) => kind === 'credit_note')
  expect(note?.number).toMatch(/^TEST-C-\d{6}$/)
  await expect
    .poll(subjects, { timeout: 15_000 })
    .toContainEqual(expect.stringContaining(`Nota de abono ${note?.number}`))
  const url = `/receipts/${note?.id}`
  expect(shown().filter(one => one.url === url)).toEqual([{ title, body: expect.stringContaining(amount), url }])
}

test('a refund by staff, in part and in whole: credit note, access, log, and the learner is told [BIL-22]', async () => {
  const bought = await shop.buy(learner, await shop.service({ EUR: 4900 }, { courseId, accessDays: 30 }))
  expect(await placeStatus()).toBe('open')
  const refund = (amount: number, reason: string) =>
    admin.call('POST /studio/orders/:id/refunds', { params: { id: bought.id }, body: { amount, reason } })
  expect((await refund(900, 'A day was missed')).data).toEqual({ left: 4000, state: 'done' })
  expect(await placeStatus()).toBe('open')
  await expectTold(bought.id, '9')
  const from = performance.now()
  expect((await refund(4000, 'Ill for a month')).status).toBe(200)
  expect(await placeStatus()).toBe('stopped')
  expect(performance.now() - from).toBeLessThan(5000)
  await expectTold(bought.id, '40')
  const { audit, receipts } = await story(bought.id)
  expect(receipts.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['receipt', 4900],
    ['credit_note', 900],
    ['credit_note', 4000],
  ])
  expect(audit).toMatchObject([
    { action: 'order.refund', actor: { id: admin.userId }, detail: { amount: 4000, reason: 'Ill for a month' } },
    { action: 'order.refund', detail: { amount: 900, reason: 'A day was missed' } },
  ])
  const blank = await refund(1, '  ')
  expect([blank.status, Object.keys((blank.data as unknown as { errors: object }).errors)]).toEqual([422, ['reason']])
})

test('a chargeback does the same by itself; won, it gives back access with a receipt of its own [BIL-22]', async () => {
  const bought = await shop.buy(learner, await shop.service({ EUR: 4900 }, { courseId, accessDays: 30 }))
  const payment = await paymentOf(bought.id)
  const from = performance.now()
  await shop.dispute(payment)
  await expect.poll(placeStatus, { timeout: 5000, interval: 20 }).toBe('stopped')
  expect(performance.now() - from).toBeLessThan(5000)
  await expectTold(bought.id, '49', 'Tu banco ha retirado un pago')
  const disputed = await story(bought.id)
  expect(disputed).toMatchObject({ status: 'disputed', is_open: false })
  expect(disputed.audit).toMatchObject([
    { action: 'order.chargeback', actor: null, detail: { amount: 4900, currency: 'EUR', by: 'bank' } },
  ])
  await shop.closeDispute(payment, 'won')
  await expect.poll(placeStatus, { timeout: 5000, interval: 20 }).toBe('open')
  const { receipts, entries } = await story(bought.id)
  expect(entries.map(({ kind }) => kind)).toEqual(['payment', 'chargeback', 'chargeback_reversal'])
  expect(receipts.map(({ kind }) => kind)).toEqual(['receipt', 'credit_note', 'receipt'])
})

/** Something in three parts of which the first is paid. */
const boughtInParts = async () =>
  shop.buy(learner, await shop.service({ EUR: 9000 }, { instalments: 3, courseId, accessDays: 300 }), 'works', {
    is_in_instalments: true,
  })

test('after a dispute no part is charged by itself, also once it is won', async () => {
  const bought = await boughtInParts()
  const payment = await paymentOf(bought.id)
  await shop.dispute(payment)
  await expect.poll(async () => (await story(bought.id)).status, { timeout: 5000 }).toBe('disputed')
  shop.app.clock.set('2027-03-20T10:00:00Z')
  await shop.turn()
  await shop.closeDispute(payment, 'won')
  await expect.poll(async () => (await story(bought.id)).status, { timeout: 5000 }).toBe('overdue')
  for (let turn = 0; turn < 3; turn++) await shop.turn()
  expect(await order(bought.id)).toMatchObject({ paid: 3000, payable: 3000 })
})

test('parts of what was sent back whole are owed no more, and one that is paid all the same goes back', async () => {
  const bought = await boughtInParts()
  shop.app.clock.set('2027-01-01T10:00:00Z')
  await shop.app.db.query({ text: 'update invoices set next_try_at = null where order_id = $1', values: [bought.id] })
  const { data } = await learner.call('POST /orders/:id/pay', { params: { id: bought.id }, body: {} })
  const sent = { params: { id: bought.id }, body: { amount: 3000, reason: 'Ill' }, idempotencyKey: 'all of it' }
  expect((await admin.call('POST /studio/orders/:id/refunds', sent)).data).toEqual({ left: 0, state: 'done' })
  expect(await order(bought.id)).toMatchObject({ status: 'refunded', owed: 0, is_open: false })
  await shop.pay(data.attempt?.url ?? '')
  await expect
    .poll(async () => (await shop.turn(), order(bought.id)), { timeout: 10_000 })
    .toMatchObject({ paid: 6000, refunded: 6000, status: 'refunded', is_open: false })
  shop.app.clock.set('2027-02-02T10:00:00Z')
  await shop.turn()
  expect((await order(bought.id)).paid).toBe(6000)
})

test('a dispute that is won gives a subscription back the days that were left, and charges nothing', async () => {
  const month = await shop.service({ EUR: 1000 }, { type: 'course_subscription', courseId })
  const bought = await shop.buy(learner, month)
  const payment = await paymentOf(bought.id)
  shop.app.clock.set('2026-12-11T10:00:00Z')
  await shop.dispute(payment)
  await expect.poll(async () => (await subscription())?.state, { timeout: 5000 }).toBe('ended')
  expect(await placeStatus()).toBe('stopped')
  shop.app.clock.set('2027-01-20T10:00:00Z')
  await shop.turn()
  await shop.closeDispute(payment, 'won')
  await expect.poll(async () => (await subscription())?.state, { timeout: 5000 }).toBe('ending')
  expect(await placeStatus()).toBe('open')
  // Of 31 days ten were over.
  const day = (date: string) => shop.app.clock.set(`${date}T10:00:00Z`)
  day('2027-02-09')
  await shop.turn()
  expect(await placeStatus()).toBe('open')
  day('2027-02-10')
  await shop.turn()
  expect(await placeStatus()).toBe('stopped')
  expect((await order(bought.id)).paid).toBe(1000)
  const history = (await story(bought.id)).subscription?.history.map(({ kind }) => kind)
  expect(history).toEqual(['begun', 'paid', 'stopped', 'restored'])
})

test('points that an order gives go with each dispute and come back when it is won, once for each', async () => {
  const bought = await shop.buy(learner, await shop.service({ EUR: 4900 }, { points: 300 }))
  const payment = await paymentOf(bought.id)
  const { paying } = shop.app.billing
  const balance = async () => (await learner.call('GET /user-score/amount')).data.amount
  const moves = async () => (await learner.call('GET /user-score')).data.map(({ amount }) => amount).toReversed()
  const repeated = async () => {
    for (const { id } of await shop.events())
      await handleEvent(paying, { accountId: String(shop.accountId), eventId: id })
    await shop.turn()
  }
  expect(await balance()).toBe(300)
  await shop.dispute(payment)
  await expect.poll(balance, { timeout: 5000, interval: 20 }).toBe(0)
  await repeated()
  expect(await moves()).toEqual([300, -300])
  await shop.closeDispute(payment, 'won')
  await expect.poll(balance, { timeout: 5000, interval: 20 }).toBe(300)
  await repeated()
  expect(await moves()).toEqual([300, -300, 300])
  // Another dispute of the same payment, when some of the points are spent.
  await admin.call('POST /studio/users/:id/points', {
    params: { id: learner.userId },
    body: { amount: -120, reason: 'Spent' },
  })
  const bank = async (kind: 'chargeback' | 'chargeback_reversal') => {
    const text = `insert into ledger_entries (invoice_id, kind, amount, object_id, happened_at)
      select id, $2, 4900, 'another dispute', now() from invoices where order_id = $1`
    await shop.app.db.query({ text, values: [bought.id, kind] })
    await shop.app.db.inTransaction(tx => settle(tx, bought.id, shop.app.clock.now, paying.listeners))
    await repeated()
  }
  await bank('chargeback')
  expect(await moves()).toEqual([300, -300, 300, -120, -180])
  await bank('chargeback_reversal')
  expect(await moves()).toEqual([300, -300, 300, -120, -180, 180])
})

test('the points of a subscription stay when it ends in its time', async () => {
  const id = await shop.service({ EUR: 900 }, { type: 'course_subscription', points: 30 })
  await shop.buy(learner, id)
  const own = await subscription()
  const canceled = await learner.call('POST /payment-subscriptions/cancel', {
    query: { id: own?.id ?? 0 },
    body: { reason_type: 'other', reason: 'I am going on a long voyage' },
  })
  expect(canceled.status).toBe(200)
  shop.app.clock.set('2027-02-01T10:00:00Z')
  await shop.turn()
  expect(await subscription()).toMatchObject({ state: 'ended' })
  expect((await learner.call('GET /user-score/amount')).data).toEqual({ amount: 30 })
})

test('who has only to save a card for a trial is not asked to pay nothing', async () => {
  const trial = await shop.service({ EUR: 1000 }, { type: 'course_subscription', courseId, trialDays: 7 })
  await learner.call('POST /order/:id', { params: { id: trial }, body: {} })
  shop.app.clock.set('2026-12-02T11:00:00Z')
  await shop.turn()
  const own = async () => (await lettersIn(outboxFolder(shop.app.dataDir))).filter(({ to }) => to === email)
  await expect.poll(async () => (await own()).length, { timeout: 15_000 }).toBe(1)
  const [letter] = await own()
  expect(letter?.text).toContain('en cuanto guardes una tarjeta')
  expect(letter?.text).not.toContain('0,00')
})

test('a refund that comes back opens again what was paid for, with a receipt; staff see that it failed and can send it again', async () => {
  const bought = await shop.buy(learner, await shop.service({ EUR: 4900 }, { courseId, accessDays: 30 }))
  const refund = async () => {
    const body = { amount: 4900, reason: 'Ill for a month' }
    return (await admin.call('POST /studio/orders/:id/refunds', { params: { id: bought.id }, body })).data
  }
  expect(await refund()).toEqual({ left: 0, state: 'done' })
  expect(await placeStatus()).toBe('stopped')
  const sent = (await story(bought.id)).entries.find(({ kind }) => kind === 'refund')
  await shop.failRefund(sent?.object_id ?? '')
  await expect.poll(placeStatus, { timeout: 10_000, interval: 50 }).toBe('open')
  const failed = await story(bought.id)
  expect(failed).toMatchObject({ status: 'paid', is_open: true, paid: 4900, refunded: 0, left: 4900 })
  expect(failed.entries.map(({ kind }) => kind)).toEqual(['payment', 'refund', 'refund_reversal'])
  expect(failed.receipts.map(({ kind }) => kind)).toEqual(['receipt', 'credit_note', 'receipt'])
  expect(failed.refunds).toMatchObject([{ state: 'failed', amount: 4900 }])
  expect(failed.audit[0]).toMatchObject({ action: 'order.refund_failed', actor: null, detail: { amount: 4900 } })
  expect(await refund()).toEqual({ left: 0, state: 'done' })
  expect(await story(bought.id)).toMatchObject({ status: 'refunded', is_open: false, refunded: 4900 })
})

test('a place that staff have taken away stays so when the order’s money comes back', async () => {
  const bought = await shop.buy(learner, await shop.service({ EUR: 4900 }, { courseId, accessDays: 30 }))
  const payment = await paymentOf(bought.id)
  await shop.dispute(payment)
  await expect.poll(placeStatus, { timeout: 10_000, interval: 50 }).toBe('stopped')
  const text = 'update user_streams set taken_out_at = now() where order_service_id = $1'
  await shop.app.db.query({ text, values: [bought.id] })
  await shop.closeDispute(payment, 'won')
  await expect
    .poll(() => order(bought.id), { timeout: 10_000, interval: 50 })
    .toMatchObject({ status: 'paid', is_open: true })
  expect((await learner.call('GET /user-course-streams')).data).toEqual([])
})
