import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SellingSchool, startSellingSchool } from '#server/app/testing/selling-school.ts'
import { payOnPage } from '#server/app/testing/shop.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { keepBilling } from '../keep-billing.ts'
import type { Rig } from '../providers/testing/rig.ts'

let school: SellingSchool
let admin: TestClient
beforeAll(async () => {
  school = await startSellingSchool()
}, 60_000)
beforeEach(async () => {
  admin = await school.app.signIn({ role: 'admin' })
})
afterAll(() => school.close())

const accounts = {
  stripe: { provider: 'stripe', secret_key: 'sk_test_ofthisschool', webhook_secret: 'whsec_ofthisschool' },
  yookassa: { provider: 'yookassa', shop_id: '100500', secret_key: 'test_of-this-school' },
  sandbox: { provider: 'sandbox', moves_no_money: true },
}
const set = (provider: keyof typeof accounts) =>
  admin.call('PUT /studio/payments/account', { body: accounts[provider] })
const sellIn = (currency: string) =>
  admin.call('PUT /studio/payments/terms', { body: { currency, grace_days: 14, reminds_unpaid: true, seller: '' } })
const begin = (by = admin) => by.call('POST /studio/payments/tests')
const comeBack = (id: number, by = admin) => by.call('POST /studio/payments/tests/:id/return', { params: { id } })
const read = async () => (await admin.call('GET /studio/payments')).data
const run = async (text: string, ...values: unknown[]) => (await school.app.db.query({ text, values })).rows
const story = async (id: number) => (await admin.call('GET /studio/orders/:id', { params: { id } })).data
const hasPayment = async () => (await admin.call('GET /studio/first-steps')).data.has_payment

test('through the sandbox a charge is paid, comes back, is told, checks the first step, and goes back at once [STF-22]', async () => {
  await set('sandbox')
  await sellIn('EUR')
  expect(await hasPayment()).toBe(false)
  const { data: begun } = await begin()
  expect(await read()).toMatchObject({
    account: { provider: 'sandbox', is_trial: true, keys: [], last_told_at: null },
    test: {
      order_id: begun.order_id,
      amount: 100,
      currency: 'EUR',
      status: 'waiting',
      returned_at: null,
      told_at: null,
    },
  })
  expect((await comeBack(begun.order_id)).status).toBe(200)
  expect((await read()).test).toMatchObject({ status: 'waiting', url: begun.url, returned_at: expect.any(Number) })
  await payOnPage(begun.url ?? '', 'noFunds')
  await comeBack(begun.order_id)
  expect((await read()).test).toMatchObject({ status: 'waiting', refusal: 'insufficient_funds' })
  expect(await hasPayment()).toBe(false)
  const back = await payOnPage(begun.url ?? '')
  expect(back).toMatch(new RegExp(`/admin/payments\\?test=${begun.order_id}$`))
  await comeBack(begun.order_id)
  expect((await read()).test).toMatchObject({ status: 'paid', refusal: null, url: null, left: 100 })
  await expect.poll(async () => (await read()).test?.told_at).toEqual(expect.any(Number))
  expect(await hasPayment()).toBe(true)
  expect(await story(begun.order_id)).toMatchObject({
    title: 'Test charge',
    buyer: { id: admin.userId },
    entries: [{ kind: 'payment', amount: 100, provider: 'sandbox' }],
    audit: [{ action: 'order.test', detail: { amount: 100, currency: 'EUR' } }],
  })
  const refund = { params: { id: begun.order_id }, body: { amount: 100, reason: 'A test' }, idempotencyKey: 'test' }
  expect((await admin.call('POST /studio/orders/:id/refunds', refund)).data).toEqual({ left: 0, state: 'done' })
  expect((await read()).test).toMatchObject({ status: 'refunded', left: 0 })
  expect(await hasPayment(), 'what worked, worked').toBe(true)
})

/** What the double of a provider has told is sent to the account's address. */
async function tell(rig: Rig) {
  const address = (await read()).account?.events_url ?? ''
  const answers = (await rig.told()).map(async ({ body, headers }) =>
    fetch(school.origin + new URL(address).pathname, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: { 'content-type': 'application/json', ...(headers as Record<string, string>) },
    }),
  )
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200))
}

test.each([
  ['stripe', 'EUR', 100],
  ['yookassa', 'RUB', 1000],
] as const)('through %s a charge is asked of its page, read and told', async (provider, currency, amount) => {
  await set(provider)
  await sellIn(currency)
  expect([(await read()).test, await hasPayment()], 'that of another account does not count').toEqual([null, false])
  const { data: begun } = await begin()
  expect(begun.url).toMatch(/^https?:/)
  const [attempt] = await run(
    `select p.object_id as id from payment_attempts p join invoices i on i.id = p.invoice_id where i.order_id = $1`,
    begun.order_id,
  )
  await school[provider].pay({ id: String(attempt?.['id']) } as never)
  await tell(school[provider])
  await comeBack(begun.order_id)
  await expect.poll(read).toMatchObject({
    account: { last_told_at: expect.any(Number) },
    test: { status: 'paid', amount, currency, told_at: expect.any(Number), returned_at: expect.any(Number) },
  })
  expect(await hasPayment()).toBe(true)
})

test('what waits goes on, however often it is begun; for another account or currency there is a new one', async () => {
  await set('sandbox')
  await sellIn('EUR')
  const first = await begin()
  const again = await Promise.all([begin(), begin(), begin()])
  for (const { data } of again) expect(data).toEqual(first.data)
  const orders: number[] = [first.data.order_id]
  for (const change of [() => sellIn('USD'), () => set('stripe')]) {
    await change()
    orders.push((await begin()).data.order_id)
  }
  expect(new Set(orders).size).toBe(3)
  const rows = await run('select status from orders where id = any($1) order by id', orders)
  expect(rows.map(({ status }) => status as string)).toEqual(['closed', 'closed', 'waiting'])
})

test('begun by two devices at once there is one charge', async () => {
  await set('sandbox')
  const answers = await Promise.all([begin(), begin(), begin()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map(({ data }) => data.order_id)).size).toBe(1)
})

test('a provider that does not answer is told, and the same charge goes on when it does', async () => {
  await set('stripe')
  await sellIn('EUR')
  await school.stripe.fail()
  expect(await begin()).toMatchObject({ status: 503, data: { code: 'payment_provider_silent' } })
  const waiting = (await read()).test
  expect(waiting).toMatchObject({ status: 'waiting', url: null })
  expect((await begin()).data).toMatchObject({ order_id: waiting?.order_id, url: expect.stringMatching(/^https?:/) })
})

test('a currency that the provider does not take is refused, and another is tried afresh', async () => {
  await set('yookassa')
  await sellIn('EUR')
  const { data } = await begin()
  expect(data.url).toBeNull()
  expect((await read()).test).toMatchObject({
    order_id: data.order_id,
    status: 'waiting',
    refusal: 'unavailable',
    url: null,
  })
  await sellIn('RUB')
  expect((await begin()).data.url).toMatch(/^https?:/)
})

test('nobody is reminded of a test charge: after an hour it is over', async () => {
  await set('sandbox')
  const { data } = await begin()
  school.app.clock.now += 61 * 60_000
  await keepBilling(school.app.billing.paying)
  expect((await story(data.order_id)).status).toBe('closed')
  const owner = await school.app.signIn({ role: 'admin' })
  expect((await begin(owner)).data.order_id).not.toBe(data.order_id)
})

test('a test charge is of its brand alone, and nothing that is sold', async () => {
  await admin.call('POST /user/prove', { body: { password: 'correct horse' } })
  await set('sandbox')
  const { data } = await begin()
  const elsewhere = await school.app.signIn({ role: 'admin', brandId: 'face' })
  const params = { id: data.order_id }
  const answer = await elsewhere.call('POST /studio/payments/tests/:id/return', { params, appId: 'face' })
  expect(answer.data.code).toBe('not_found')
  expect((await comeBack(987_654)).data.code).toBe('not_found')
  expect((await admin.call('GET /studio/services')).data).toEqual([])
  expect((await admin.call('GET /course-services')).data).toEqual([])
})

test('who has no e-mail is told to enter one', async () => {
  await run('update users set email = null where id = $1', admin.userId)
  expect((await begin()).data.code).toBe('email_needed')
})
