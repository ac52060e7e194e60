import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop } from '#server/app/testing/shop.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { type Provider, ProviderRefused } from '../providers/provider.ts'
import { askAttempt } from './ask-attempt.ts'
import { handleEvent } from './events.ts'
import { askRefund } from './ask-refund.ts'

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

const pay = (id: number) => learner.call('POST /orders/:id/pay', { params: { id }, body: {} })
const check = (id: number) => learner.call('POST /orders/:id/check', { params: { id } })

/** An order whose page is open at the provider. */
async function opened() {
  const { data: order } = await learner.call('POST /order/:id', { params: { id: service }, body: {} })
  const { data } = await pay(order.id)
  const { rows } = await shop.app.db.query<{ id: number; key: string }>({
    text: `select p.id, p.key from payment_attempts p join invoices i on i.id = p.invoice_id where i.order_id = $1`,
    values: [order.id],
  })
  const [attempt = { id: 0, key: '' }] = rows
  return { orderId: order.id, url: data.attempt?.url ?? '', attempt }
}

/** How an attempt is written down. */
async function written(attemptId: number) {
  const { rows } = await shop.app.db.query<{ state: string; isPutOff: boolean; isAsked: boolean }>({
    text: `select state, ask_at > to_timestamp($2) as "isPutOff", ask_at is not null as "isAsked" from payment_attempts where id = $1`,
    values: [attemptId, shop.app.clock.now / 1000],
  })
  return rows[0]
}

/** A page at the provider that is paid. */
async function paidPage(fields: object) {
  const page = await shop.ask('POST /v1/checkouts', {
    mode: 'payment',
    amount: 4900,
    currency: 'EUR',
    description: 'Other',
    save_method: false,
    language: 'en',
    return_url: 'http://a.test/',
    cancel_url: 'http://a.test/',
    ...fields,
  })
  await shop.pay(String(page['url']))
  return String(page['id'])
}

test.each([
  ['amount', { amount: 1 }],
  ['currency', { currency: 'USD' }],
  ['order', { reference: 'key-of-another-order' }],
])(
  'a payment of another %s than was asked for changes nothing, and is not asked about without a pause [BIL-18]',
  async (_, other) => {
    const { orderId, attempt } = await opened()
    const object = await paidPage({ reference: attempt.key, ...other })
    await shop.app.db.query({
      text: 'update payment_attempts set object_id = $2, ask_at = to_timestamp($3) where id = $1',
      values: [attempt.id, object, shop.app.clock.now / 1000],
    })
    await shop.turn()
    expect((await check(orderId)).data).toMatchObject({ status: 'waiting', paid: 0, is_open: false })
    expect(await written(attempt.id)).toMatchObject({ state: 'open', isPutOff: true })
  },
)

test('an answer that comes after a later one undoes nothing [BIL-18]', async () => {
  const { orderId, url, attempt } = await opened()
  const { paying } = shop.app.billing
  let answer = () => {}
  const line = new Promise<void>(done => (answer = done))
  const slowly = (provider: Provider): Provider => ({
    ...provider,
    async read(id) {
      const charge = await provider.read(id)
      await line
      return charge
    },
  })
  const slow = { ...paying, providerOf: async (id: number) => slowly(await paying.providerOf(id)) }
  const late = askAttempt(slow, attempt.id)
  await new Promise(done => setTimeout(done, 300))
  await shop.pay(url)
  expect((await check(orderId)).data).toMatchObject({ status: 'paid', attempt: { state: 'done' } })
  answer()
  await late
  expect(await written(attempt.id)).toMatchObject({ state: 'done', isAsked: false })
})

test('a provider that refuses to say what became of a page keeps the order, and says so', async () => {
  const { orderId, attempt } = await opened()
  const { db } = shop.app
  const { rows } = await db.query<{ keys: Buffer }>({
    text: 'select keys from payment_accounts where id = $1',
    values: [shop.accountId],
  })
  const setKeys = (keys: Buffer | undefined) =>
    db.query({ text: 'update payment_accounts set keys = $2 where id = $1', values: [shop.accountId, keys] })
  shop.app.clock.now += 120_000
  await setKeys(Buffer.from('worn out'))
  const refused = await pay(orderId)
  expect([refused.status, refused.data.code]).toEqual([503, 'provider_silent'])
  expect(await check(orderId)).toMatchObject({ status: 200, data: { status: 'waiting' } })
  expect(await written(attempt.id)).toMatchObject({ state: 'open', isPutOff: true })
  await setKeys(rows[0]?.keys)
  expect((await pay(orderId)).data.attempt?.state).toBe('open')
})

test('a refund that is done stays done when another node can no longer ask about it', async () => {
  const bought = await shop.buy(learner, service)
  const admin = await shop.app.signIn({ role: 'admin' })
  await shop.fail()
  const body = { amount: 900, reason: 'Asked for it' }
  await admin.call('POST /studio/orders/:id/refunds', { params: { id: bought.id }, body })
  const { rows } = await shop.app.db.query<{ id: number }>({ text: 'select max(id) as id from refunds' })
  const refundId = rows[0]?.id ?? 0
  const { paying } = shop.app.billing
  let goOn = () => {}
  const line = new Promise<void>(done => (goOn = done))
  const withoutKeys = async () => {
    await line
    throw new ProviderRefused('The keys cannot be read')
  }
  const late = askRefund({ ...paying, providerOf: withoutKeys }, refundId)
  await new Promise(done => setTimeout(done, 300))
  await askRefund(paying, refundId)
  goOn()
  await expect(late).rejects.toThrow(ProviderRefused)
  const { data } = await admin.call('GET /studio/orders/:id', { params: { id: bought.id } })
  expect(data.refunds).toMatchObject([{ amount: 900, state: 'done' }])
})

test('an event that overtakes the answer to a charge has it looked for, and not charged a second time [BIL-18]', async () => {
  const monthly = await shop.service({ EUR: 1000 }, { type: 'course_subscription' })
  const { id: orderId } = await shop.buy(learner, monthly)
  shop.app.clock.set('2027-01-01T10:00:00Z')
  await shop.turn()
  const { db, clock, billing } = shop.app
  const charges = async () => {
    const { rows } = await db.query<{ id: number; key: string; object: string; paid: number }>({
      text: `select p.id, p.key, p.object_id as object, (select count(*)::int from ledger_entries e where e.attempt_id = p.id) as paid
        from payment_attempts p join invoices i on i.id = p.invoice_id where i.order_id = $1 and i.number = 2`,
      values: [orderId],
    })
    return rows
  }
  const [made] = await charges()
  await shop.told()
  // As it was while the answer was on its way.
  await db.query({
    text: `update payment_attempts set state = 'begun', object_id = null where id = $1`,
    values: [made?.id],
  })
  await db.query({
    text: 'insert into provider_events (account_id, event_id, object_id, received_at) values ($1, $2, $3, now())',
    values: [shop.accountId, 'overtaking', made?.object],
  })
  // It reaches the provider when that has just forgotten the key.
  clock.now += 40 * 86_400_000
  const slowly = (provider: Provider): Provider => ({
    ...provider,
    charge: asked => provider.charge({ ...asked, askedAt: clock.now }),
  })
  const { paying } = billing
  const slow = { ...paying, providerOf: async (id: number) => slowly(await paying.providerOf(id)) }
  await handleEvent(slow, { accountId: shop.accountId, eventId: 'overtaking' })
  expect(await charges()).toEqual([{ ...made, paid: 1 }])
  expect(await shop.ask(`GET /v1/payments?reference=${made?.key}`)).toMatchObject({ data: [{ id: made?.object }] })
})
