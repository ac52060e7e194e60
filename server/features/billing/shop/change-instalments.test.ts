import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop } from '#server/app/testing/shop.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { recomputeOrders } from '../recompute.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let admin: TestClient
let learner: TestClient
let inParts: number
let params: { id: number }

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.app.signIn({ role: 'admin' })
  inParts = await shop.service({ EUR: 1000 }, { instalments: 4 })
})
beforeEach(async () => {
  shop.app.clock.set('2026-12-01T10:00:00Z')
  learner = await shop.app.signIn()
  await shop.app.db.query({ text: `update sessions set expires_at = expires_at + interval '10 years'` })
  params = { id: (await shop.buy(learner, inParts, 'works', { is_in_instalments: true })).id }
})
afterAll(() => shop.close())

type Division = { on: string; parts: number; reason?: string }
const change = (body: Division, by = admin) =>
  by.call('POST /studio/orders/:id/instalments', { params, body: { reason: 'Asked for it', ...body } })
const effect = async (query: Partial<Division> = {}) =>
  (await admin.call('GET /studio/orders/:id/instalments', { params, query })).data
const order = async () => (await learner.call('GET /orders/:id', { params })).data
const logged = async () =>
  (
    await shop.app.db.query<{ detail: object }>({
      text: `select detail from audit_log where action = 'instalments.change' and target_id = $1 order by id`,
      values: [params.id],
    })
  ).rows.map(({ detail }) => detail)
async function day(date: string) {
  shop.app.clock.set(`${date}T10:00:00Z`)
  await shop.turn()
  await shop.turn()
}
const part = (amount: number, due_on: string, is_paid = false) => ({ amount, due_on, is_paid })

test('staff divide what is left otherwise: what comes of it is shown before, logged, and charged on its days to the cent [STF-08]', async () => {
  const asked = { on: '2027-02-10', parts: 7 }
  const { can, left, now, after } = await effect(asked)
  expect({ can, left }).toEqual({ can: true, left: 750 })
  const later = ['2027-01-01', '2027-02-01', '2027-03-01'].map(date => part(250, date))
  expect(now).toEqual([part(250, '2026-12-01', true), ...later])
  const months = ['02', '03', '04', '05', '06', '07'].map(month => part(107, `2027-${month}-10`))
  expect(after).toEqual([part(250, '2026-12-01', true), ...months, part(108, '2027-08-10')])
  const changed = await change(asked)
  expect([changed.status, changed.data]).toEqual([200, after])
  expect(await logged()).toEqual([{ on: '2027-02-10', parts: 7, reason: 'Asked for it' }])
  const { data: story } = await admin.call('GET /studio/orders/:id', { params })
  expect(story.invoices.map(({ is_replaced }) => is_replaced)).toEqual([
    false,
    ...Array.from({ length: 3 }, () => true),
    ...Array.from({ length: 7 }, () => false),
  ])
  expect((await order()).invoices.map(({ amount }) => amount)).toEqual([250, 107, 107, 107, 107, 107, 107, 108])
  for (const date of ['2027-01-01', '2027-02-01', '2027-02-09']) await day(date)
  expect((await order()).paid, 'nothing is charged before the chosen day').toBe(250)
  for (const { due_on: date } of months) await day(date)
  await day('2027-08-10')
  await day('2027-12-01')
  expect(await order()).toMatchObject({ paid: 1000, owed: 0, status: 'paid', is_open: true })
  expect((await effect()).can, 'nothing is left').toBe(false)
})

test('what is late is put off, and opens again what it had closed [STF-08]', async () => {
  params = { id: (await shop.buy(learner, inParts, 'noFundsLater', { is_in_instalments: true })).id }
  for (const date of ['2027-01-01', '2027-01-02', '2027-01-20']) await day(date)
  expect(await order()).toMatchObject({ status: 'overdue', is_open: false })
  expect((await change({ on: '2027-02-15', parts: 1 })).status).toBe(200)
  expect(await order()).toMatchObject({ status: 'paid', is_open: true, owed: 0 })
  await day('2027-03-01')
  expect((await order()).owed).toBe(750)
  const { data } = await learner.call('POST /orders/:id/pay', { params, body: {} })
  await shop.pay(data.attempt?.url ?? '')
  await learner.call('POST /orders/:id/check', { params })
  expect(await order()).toMatchObject({ paid: 1000, owed: 0 })
})

test('sent twice, at once or later, it is the same as once [STF-08]', async () => {
  const body = { on: '2027-01-10', parts: 2 }
  const both = await Promise.all([change(body), change(body)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect((await change(body)).data).toEqual(both[0]?.data)
  expect(await logged()).toHaveLength(1)
  expect((await order()).invoices.map(({ amount }) => amount)).toEqual([250, 375, 375])
})

test('what is paid of an invoice that was replaced meanwhile goes back by itself', async () => {
  params = { id: (await shop.buy(learner, inParts, 'noFundsLater', { is_in_instalments: true })).id }
  await day('2027-01-01')
  const { data } = await learner.call('POST /orders/:id/pay', { params, body: {} })
  expect((await change({ on: '2027-02-01', parts: 2 })).status, 'a payment is under way').toBe(409)
  // The provider is thought to have closed its page, which can be paid all the same.
  const text = `update payment_attempts p set state = 'closed' from invoices i
    where i.id = p.invoice_id and i.order_id = $1 and p.state = 'open'`
  await shop.app.db.query({ text, values: [params.id] })
  expect((await change({ on: '2027-02-01', parts: 2 })).status).toBe(200)
  await shop.pay(data.attempt?.url ?? '')
  await expect.poll(async () => (await order()).paid).toBe(500)
  await shop.turn()
  await shop.turn()
  const { invoices, ...state } = await order()
  expect(state).toMatchObject({ paid: 500, refunded: 250, status: 'paid', is_open: true })
  expect(invoices.map(({ amount, paid }) => [amount, paid])).toEqual([
    [250, 250],
    [0, 250],
    [375, 0],
    [375, 0],
  ])
  for (const date of ['2027-02-01', '2027-03-01', '2027-04-01']) await day(date)
  expect(await order()).toMatchObject({ paid: 1250, refunded: 250, owed: 0 })
  const { paying } = shop.app.billing
  expect((await recomputeOrders(shop.app.db, () => shop.app.clock.now, paying.listeners)).wrong).not.toContain(
    params.id,
  )
})

test('what cannot be is refused at its field, and who may not is refused [STF-08]', async () => {
  const refused = async (body: Division) => {
    const { status, data } = await change(body)
    const { code, errors } = data as unknown as { code: string; errors?: object }
    return [status, code, ...Object.keys(errors ?? {})]
  }
  for (const on of ['2026-11-30', '2029-12-31', '2027-02-30', 'soon'])
    expect((await refused({ on, parts: 2 })).slice(-1), on).toEqual(['on'])
  expect(await refused({ on: '2026-11-30', parts: 2 })).toEqual([409, 'instalments_unfit', 'on'])
  expect((await refused({ on: '2027-01-01', parts: 37 })).slice(-1)).toEqual(['parts'])
  expect((await refused({ on: '2027-01-01', parts: 0 })).slice(-1)).toEqual(['parts'])
  expect(await refused({ on: '2027-01-01', parts: 2, reason: '  ' })).toEqual([422, 'invalid_input', 'reason'])
  expect((await effect({ on: '2026-11-30', parts: 2 })).after).toBeNull()
  expect((await effect({ on: '2027-01-01' })).after).toBeNull()
  const body = { on: '2027-01-01', parts: 2, reason: 'Mine' }
  expect((await change(body, learner)).status).toBe(403)
  const elsewhere = await shop.app.signIn({ role: 'admin', brandId: 'face' })
  const call = { params, appId: 'face' } as const
  expect((await elsewhere.call('GET /studio/orders/:id/instalments', call)).status).toBe(404)
  expect((await elsewhere.call('POST /studio/orders/:id/instalments', { ...call, body })).status).toBe(404)
  const wholes = [
    await shop.buy(learner, await shop.service({ EUR: 100 })),
    await shop.buy(learner, await shop.service({ EUR: 100 }, { type: 'course_subscription' })),
    (await learner.call('POST /order/:id', { params: { id: inParts }, body: { is_in_instalments: true } })).data,
  ]
  for (const { id } of wholes) {
    params = { id }
    expect((await effect()).can).toBe(false)
    expect(await refused({ on: '2027-01-01', parts: 2 })).toEqual([409, 'instalments_unfit', 'parts'])
  }
  expect(await logged()).toEqual([])
})
