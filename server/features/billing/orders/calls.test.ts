import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop } from '#server/app/testing/shop.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let learner: TestClient

beforeAll(async () => {
  shop = await openShop()
})
beforeEach(async () => {
  shop.app.clock.set('2026-12-01T10:00:00Z')
  learner = await shop.app.signIn()
  await shop.app.db.query({ text: `update sessions set expires_at = expires_at + interval '10 years'` })
})
afterAll(() => shop.close())

const transferToken = async () => (await learner.call('POST /auth/transfer-token')).data.token
const orderBy = (id: number, token: string) =>
  shop.app.visitor.call('POST /order/:id', { params: { id }, query: { token }, body: {} })

test('an order is created with the header, or once with a transfer token in the query [BIL-03]', async () => {
  const id = await shop.service({ EUR: 4900 })
  const token = await transferToken()
  const byToken = await orderBy(id, token)
  expect(byToken.data).toMatchObject({
    service_id: id,
    status: 'waiting',
    amount: 4900,
    currency: 'EUR',
    title: 'A good course',
  })
  const byHeader = await learner.call('POST /order/:id', { params: { id }, body: {} })
  expect(byHeader.data.id).toBe(byToken.data.id)
  expect((await learner.call('GET /orders')).data.map(order => order.id)).toEqual([byToken.data.id])
  for (const wrong of [token, 'made up', '']) expect((await orderBy(id, wrong)).status).toBe(401)
})

test('what the sandbox was paid stays a trial once the school takes money; what it was not paid does not [BIL-20]', async () => {
  const id = await shop.service({ EUR: 900 }, { type: 'course_subscription' })
  const paid = await shop.buy(learner, id)
  const waiting = await learner.call('POST /order/:id', { params: { id: await shop.service({ EUR: 4900 }) }, body: {} })
  const trials = async () => [
    ...(await learner.call('GET /orders')).data.map(order => [order.id, order.is_sandbox]),
    ...(await learner.call('GET /payment-subscription')).data.map(wire => [wire.order_id, wire.is_sandbox]),
  ]
  const both = [waiting.data.id, paid.id, paid.id]
  expect(await trials()).toEqual(both.map(order => [order, true]))
  const setSandbox = (isActive: boolean) =>
    shop.app.db.query({
      text: `update payment_accounts set is_active = $1 where provider = 'sandbox'`,
      values: [isActive],
    })
  await setSandbox(false)
  expect(await trials()).toEqual(both.map(order => [order, order === paid.id]))
  await setSandbox(true)
})

test('nobody orders as somebody else: staff who are signed in as a learner are refused', async () => {
  const id = await shop.service({ EUR: 4900 })
  const admin = await shop.app.signIn({ role: 'admin' })
  const { data } = await admin.call('POST /studio/users/:id/sign-in-as', { params: { id: learner.userId } })
  const opened = await shop.app.visitor.call('POST /auth/exchange-transfer-token', { body: { token: data.token } })
  const headers = { authorization: `Bearer ${opened.data.token}` }
  const asked = await shop.app.visitor.call('POST /order/:id', { params: { id }, body: {}, headers })
  expect([asked.status, asked.data.code]).toEqual([403, 'not_for_staff'])
  expect((await learner.call('GET /orders')).data).toEqual([])
})

test('a subscription is read, with what is said before it is canceled, and canceled with its answer [BIL-05] [BIL-06]', async () => {
  const quarterly = await shop.service({ EUR: 1000 }, { type: 'course_subscription', periodCount: 3 })
  const { subscription_id: id } = await shop.buy(learner, quarterly)
  const expand = ['cancelPopupText']
  const [listed] = (await learner.call('GET /payment-subscription', { expand, language: 'es' })).data
  expect(listed?.cancel_popup_text).toBe(
    'Si la cancelas, todo seguirá abierto hasta el 1 de marzo de 2027. Hasta entonces puedes cambiar de idea.',
  )
  const terms = {
    id,
    title: 'A good course',
    status: 'Active',
    period: 3,
    interval: 'month',
    course_service_type: 'main_subscription',
  }
  expect(listed).toMatchObject({ ...terms, is_lifetime: false, is_active: true, is_active_status: true })
  expect(listed?.recurrent_payments_enabled).toBe(true)
  const params = { id: id ?? 0 }
  const one = await learner.call('GET /payment-subscriptions/:id', { params })
  const { cancel_popup_text: _, ...known } = listed ?? {}
  expect(one.data).toEqual(known)
  const body = { reason_type: 'price', reason: 'It is too expensive' } as const
  const canceled = await learner.call('POST /payment-subscriptions/cancel', { query: params, body })
  const stopped = {
    id,
    status: 'Canceled',
    is_active: true,
    is_active_status: false,
    recurrent_payments_enabled: false,
  }
  expect(canceled.data).toMatchObject({ subscription: stopped, redirectUrl: null })
  const { rows } = await shop.app.db.query({ text: `select detail from subscription_events where kind = 'canceled'` })
  expect(rows).toEqual([{ detail: body }])
  const again = await learner.call('POST /payment-subscriptions/cancel', { query: params, body })
  expect([again.status, again.data.subscription.state]).toEqual([200, 'ending'])
})

test.each([
  ['day', 1, '2026-12-02', '16 de diciembre de 2026'],
  ['week', 2, '2026-12-15', '29 de diciembre de 2026'],
  ['month', 1, '2027-01-01', '15 de enero de 2027'],
] as const)(
  'what is paid every %s is listed while it is active, paid or cancelled, with what stopping means [BIL-09]',
  async (unit, count, next, closes) => {
    const service = await shop.service({ EUR: 1000 }, { instalments: 2, periodUnit: unit, periodCount: count })
    const terms = { is_in_instalments: true }
    const bought = await shop.buy(learner, service, 'works', terms)
    await shop.buy(learner, await shop.service({ EUR: 500 }))
    const expand = ['cancelPopupText']
    const list = async () => (await learner.call('GET /installment', { expand, language: 'es' })).data
    const [active, ...others] = await list()
    expect(others, 'what is paid at once is not among them').toEqual([])
    const text = `Si no se hace el próximo pago, el acceso se cierra el ${closes}. Podrás terminar de pagar más adelante.`
    const expected = { id: bought.id, state: 'active', period: count, interval: unit, cancel_popup_text: text }
    expect(active).toMatchObject({ ...expected, order: { id: bought.id, paid: 500, amount: 1000 } })
    expect(new Date((active?.next_pay_at ?? 0) * 1000).toISOString()).toContain(next)
    const params = { id: bought.id }
    const { cancel_popup_text: _text, ...known } = active ?? {}
    expect((await learner.call('GET /installment/:id', { params })).data).toEqual(known)
    expect((await learner.call('GET /installment/:id', { params, expand, language: 'es' })).data).toEqual(active)
    shop.app.clock.set('2027-01-01T10:00:00Z')
    await shop.turn()
    expect(await list()).toMatchObject([{ state: 'paid', next_pay_at: null, cancel_popup_text: null }])
    const admin = await shop.app.signIn({ role: 'admin' })
    const refund = { params, body: { amount: 1000, reason: 'Asked for it' }, headers: { 'idempotency-key': 'all' } }
    await admin.call('POST /studio/orders/:id/refunds', refund)
    expect(await list()).toMatchObject([{ state: 'cancelled', cancel_popup_text: null }])
    const stranger = await shop.app.signIn()
    expect((await stranger.call('GET /installment/:id', { params })).status).toBe(404)
    expect((await stranger.call('GET /installment')).data).toEqual([])
  },
)

test.each([
  [
    'en',
    'If the next payment is not made, what you bought closes on 15 January 2027. You can still pay the rest later.',
  ],
  ['ru', 'Если следующий платёж не поступит, 15 января 2027 доступ закроется. Доплатить можно будет и позже.'],
] as const)(
  'what stopping to pay means is said in %s, and only once something was paid [BIL-09]',
  async (language, text) => {
    const service = await shop.service({ EUR: 1000 }, { instalments: 2 })
    const said = async () =>
      (await learner.call('GET /installment', { expand: ['cancelPopupText'], language })).data.map(
        one => one.cancel_popup_text,
      )
    const params = { id: service }
    await learner.call('POST /order/:id', { params, body: { is_in_instalments: true } })
    expect(await said()).toEqual([null])
    await shop.buy(learner, service, 'works', { is_in_instalments: true })
    expect(await said()).toEqual([text])
  },
)

test('parts that are late say so, and keep the points that the order gave until they are paid', async () => {
  const service = await shop.service({ EUR: 1000 }, { instalments: 2, points: 30 })
  const { id } = await shop.buy(learner, service, 'noFundsLater', { is_in_instalments: true })
  const balance = async () => (await learner.call('GET /user-score/amount')).data.amount
  expect(await balance()).toBe(30)
  for (const date of ['2027-01-01', '2027-01-20']) {
    shop.app.clock.set(`${date}T10:00:00Z`)
    await shop.turn()
  }
  const late = { state: 'overdue', cancel_popup_text: null, order: { is_open: false } }
  expect((await learner.call('GET /installment', { expand: ['cancelPopupText'] })).data).toMatchObject([late])
  expect(await balance()).toBe(0)
  const begun = await learner.call('POST /orders/:id/pay', { params: { id }, body: {} })
  await shop.pay(begun.data.attempt?.url ?? '')
  expect((await learner.call('POST /orders/:id/check', { params: { id } })).data).toMatchObject({ status: 'paid' })
  expect(await balance()).toBe(30)
})

test('an unpaid order is written about once after a day, unless the brand does not want it, and closed after seven [BIL-24]', async () => {
  const reminded = async () => {
    const id = await shop.service({ EUR: 4900 })
    const { data } = await learner.call('POST /order/:id', { params: { id }, body: {} })
    const at = shop.app.clock.now
    const jobs: number[] = []
    for (const hours of [23, 25, 49, 24 * 7 + 1]) {
      shop.app.clock.now = at + hours * 3_600_000
      await shop.turn()
      await shop.turn()
      const text = 'select count(*)::int as count from orders where id = $1 and reminded_at is not null'
      jobs.push((await shop.app.db.query<{ count: number }>({ text, values: [data.id] })).rows[0]?.count ?? 0)
    }
    const { status } = (await learner.call('GET /orders/:id', { params: { id: data.id } })).data
    return [...jobs, status]
  }
  expect(await reminded()).toEqual([0, 1, 1, 1, 'closed'])
  await shop.app.db.query({ text: `insert into billing_terms (brand_id, reminds_unpaid) values ('kurso', false)` })
  expect(await reminded()).toEqual([0, 0, 0, 0, 'closed'])
})
