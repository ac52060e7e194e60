import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SellingSchool, startSellingSchool } from '#server/app/testing/selling-school.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { payOnPage } from '#server/app/testing/shop.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import type { Charge } from '../providers/provider.ts'
import type { TrialCard } from '../providers/testing/rig.ts'
import { keepBilling } from '../keep-billing.ts'
import { insertService } from '../shop/service-queries.ts'

let school: SellingSchool
let admin: TestClient
let learner: TestClient
beforeAll(async () => {
  school = await startSellingSchool()
  admin = await school.app.signIn({ role: 'admin' })
}, 60_000)
beforeEach(async () => {
  learner = await school.app.signIn()
})
afterAll(() => school.close())

const accounts = {
  stripe: { provider: 'stripe', secret_key: 'sk_test_ofthisschool', webhook_secret: 'whsec_ofthisschool' },
  sandbox: { provider: 'sandbox', moves_no_money: true },
}
const sellThrough = (provider: keyof typeof accounts) =>
  admin.call('PUT /studio/payments/account', { body: accounts[provider] })
const pay = (id: number, body: object = {}) => learner.call('POST /orders/:id/pay', { params: { id }, body })
const check = async (id: number) => (await learner.call('POST /orders/:id/check', { params: { id } })).data
const outcome = ({ status, data }: { status: number; data: { code?: string; errors?: object } }) => [
  status,
  data.code,
  Object.keys(data.errors ?? {}),
]

/** Pays an order on the page that Stripe opens for it. */
async function payAtStripe(id: number, card: TrialCard = 'works') {
  const { data } = await pay(id)
  const page = { id: data.attempt?.url?.split('/').at(-1) ?? '' } as Charge
  await school.stripe.pay(page, card)
}

/** Something new to be sold. */
async function added(fields: object) {
  const texts = { en: { title: 'A good course', description: '' } }
  const service = { brandId: 'kurso', type: 'course_buy', texts, points: 5, prices: { EUR: 4900 }, ...fields }
  return (await insertService(school.app.db, { service: JSON.stringify(service) })) ?? { id: 0 }
}

/** An order of something new; `fields` are those of its service. */
async function ordered(fields: object = {}, body: object = {}) {
  const { id } = await added(fields)
  return (await learner.call('POST /order/:id', { params: { id }, body })).data
}

test('what was saved in the sandbox pays nothing once the school takes real money [BIL-20]', async () => {
  await sellThrough('sandbox')
  const inParts = { instalments: 3 }
  const tried = await ordered(inParts, { is_in_instalments: true })
  await payOnPage((await pay(tried.id)).data.attempt?.url ?? '')
  expect(await check(tried.id)).toMatchObject({ status: 'paid', is_sandbox: true })
  const [method] = (await learner.call('GET /v2/user-payment-method')).data.data
  const methodId = method?.id ?? 0

  await sellThrough('stripe')
  const order = await ordered()
  expect(order.is_sandbox).toBe(false)
  expect(outcome(await pay(order.id, { method_id: methodId }))).toEqual([409, 'method_gone', ['method_id']])
  expect(await check(order.id)).toMatchObject({ status: 'waiting', paid: 0, is_open: false })

  // What was begun in the sandbox is not paid with real money either.
  const { rows } = await school.app.db.query<{ id: number }>({
    text: `update invoices set due_at = now() - interval '1 hour', next_try_at = null where order_id = $1 and number = 2 returning id`,
    values: [tried.id],
  })
  expect(rows).toHaveLength(1)
  expect(outcome(await pay(tried.id))).toEqual([409, 'selling_closed', []])

  const monthly = await ordered({ type: 'course_subscription', points: 0 })
  await payAtStripe(monthly.id)
  await check(monthly.id)
  const methods = (await learner.call('GET /v2/user-payment-method')).data.data.map(({ id }) => id)
  expect(methods, 'offered first is what pays').toEqual([expect.any(Number), methodId])
  const { subscription_id: id } = await check(monthly.id)
  const change = { params: { id: id ?? 0 }, body: { method_id: methodId } }
  expect(outcome(await learner.call('POST /payment-subscriptions/:id/method', change))).toEqual([
    409,
    'method_gone',
    ['method_id'],
  ])
  const { data } = await learner.call('GET /payment-subscriptions/:id', { params: { id: id ?? 0 } })
  expect(data.method?.id).not.toBe(methodId)
})

test('what was begun by hand goes on through who takes the money now', async () => {
  await sellThrough('sandbox')
  const tried = await ordered({}, {})
  await payOnPage((await pay(tried.id, { saves_method: true })).data.attempt?.url ?? '')
  await check(tried.id)
  const [method] = (await learner.call('GET /v2/user-payment-method')).data.data
  const { id: serviceId } = await added({ type: 'course_subscription', points: 0 })
  const body = { user_id: learner.userId, service_id: serviceId, currency: 'EUR', amount: 4900, reason: 'Cash' }
  const { data: order } = await admin.call('POST /studio/orders', { body })
  const { subscription_id: id } = (await learner.call('GET /orders/:id', { params: { id: order.id } })).data
  const change = { params: { id: id ?? 0 }, body: { method_id: method?.id ?? 0 } }
  const choose = () => learner.call('POST /payment-subscriptions/:id/method', change)
  expect((await choose()).data.method?.id).toBe(method?.id)
  await sellThrough('stripe')
  expect(outcome(await choose())).toEqual([409, 'method_gone', ['method_id']])
})

test('an order whose page could not be opened for long is paid once the provider is back [BIL-19]', async () => {
  await sellThrough('stripe')
  const order = await ordered()
  await school.stripe.fail()
  expect(outcome(await pay(order.id))).toEqual([503, 'provider_silent', []])
  await school.stripe.pass(45 * 60)
  school.app.clock.now += 45 * 60_000
  await keepBilling(school.app.billing.paying)
  await payAtStripe(order.id)
  expect(await check(order.id)).toMatchObject({ status: 'paid', paid: 4900 })
})

test('a renewal whose bank wants to hear from the learner is written about as that [BIL-17]', async () => {
  await sellThrough('stripe')
  const monthly = await ordered({ type: 'course_subscription', points: 0 })
  await payAtStripe(monthly.id, 'confirmsLater')
  expect(await check(monthly.id)).toMatchObject({ status: 'paid' })
  const letters: string[] = []
  const { paying } = school.app.billing
  const written = { ...paying, write: async (_tx: Db, _orderId: number, letter: string) => void letters.push(letter) }
  school.app.clock.now += 32 * 86_400_000
  await school.stripe.pass(32 * 86_400)
  for (const _turn of [1, 2]) await keepBilling(written)
  expect(letters).toEqual(['confirm'])
})
