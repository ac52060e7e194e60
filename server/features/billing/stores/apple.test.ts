import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codes, openStoreShop } from '#server/app/testing/store-shop.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { appleChain } from '../providers/testing/apple-double.ts'

let shop: Awaited<ReturnType<typeof openStoreShop>>
let learner: TestClient
let service: number
let made = 0

beforeAll(async () => {
  shop = await openStoreShop()
  service = await shop.service({ code: codes.course })
}, 60_000)
beforeEach(async () => {
  learner = await shop.app.signIn()
})
afterAll(() => shop.close())

const id = () => `2000000${++made}`
const bought = (transactionId: string, fields: object = {}) => ({
  transactionId,
  productId: codes.course,
  price: 49_990,
  ...fields,
})
const points = async (client = learner) => (await client.call('GET /user-score/amount')).data.amount
const entriesOf = (order: number) =>
  shop.rows<object>(
    `select e.kind, e.amount::int, e.object_id from ledger_entries e join invoices i on i.id = e.invoice_id
     where i.order_id = ${order} order by e.id`,
  )
const story = async (order: number) => (await shop.admin.call('GET /studio/orders/:id', { params: { id: order } })).data

test('a purchase that Apple signed is an order at Apple’s price, once, with what it gives and no receipt of ours [BIL-13] [BIL-23]', async () => {
  const transactionId = id()
  const order = (await shop.handIn(learner, bought(transactionId))).data
  const expected = {
    service_id: service,
    status: 'paid',
    is_open: true,
    paid: 4999,
    currency: 'EUR',
    scheduler: 'apple',
  }
  expect(order).toMatchObject({ ...expected, receipts: [], payable: null, is_sandbox: false })
  expect(await points()).toBe(5)
  const both = await Promise.all([1, 2, 3].map(() => shop.handIn(learner, bought(transactionId))))
  expect(both.map(({ data }) => data.id)).toEqual([order.id, order.id, order.id])
  expect(await entriesOf(order.id)).toEqual([{ kind: 'payment', amount: 4999, object_id: transactionId }])
  expect(await points()).toBe(5)
  expect(
    await shop.rows(
      `select from receipts r join ledger_entries e on e.id = r.entry_id where e.object_id = '${transactionId}'`,
    ),
  ).toEqual([])
})

test('what is not Apple’s, of another app, of an environment that is not ours or signs nothing is refused [BIL-13] [BIL-23] [ERR-05]', async () => {
  const { apple } = shop
  const proofs = {
    foreign: apple.signed(apple.transaction(bought(id())), { chain: appleChain() }),
    'a chain without Apple’s marks': apple.signed(apple.transaction(bought(id())), {
      chain: appleChain({ isMarked: false, root: apple.chain.root }),
    }),
    'a certificate that is over': apple.signed(apple.transaction(bought(id())), {
      chain: appleChain({ until: '251231235959Z', root: apple.chain.root }),
    }),
    unsigned: apple.signed(apple.transaction(bought(id())), { algorithm: 'none' }),
    'another app': apple.signed(apple.transaction(bought(id(), { bundleId: 'com.school.evening' }))),
    ...Object.fromEntries(
      ['Sandbox', 'Xcode', 'LocalTesting'].map(environment => [
        environment,
        apple.signed(apple.transaction(bought(id(), { environment }))),
      ]),
    ),
    'another text': `${apple.signed(apple.transaction(bought(id()))).slice(0, -8)}AAAAAAAA`,
    'no text of the kind': 'not a signature',
  }
  for (const [name, proof] of Object.entries(proofs)) {
    const { status, data } = await learner.call('POST /app-store/purchases', { body: { store: 'apple', proof } })
    expect([name, status, (data as { code?: string }).code]).toEqual([name, 422, 'ERR_VERIFICATION_FAILED'])
  }
  expect(await points()).toBe(0)
})

test('an environment that signs nothing cannot be chosen [BIL-23]', async () => {
  for (const environment of ['Xcode', 'LocalTesting']) {
    const body = { store: 'apple', ...shop.appleKeys, environment } as never
    expect((await shop.admin.call('PUT /studio/app-stores', { body })).status).toBe(422)
  }
})

test('a purchase has one owner: who hands it in first, or whose token it carries, whoever replays it [BIL-23]', async () => {
  const other = await shop.app.signIn()
  const transactionId = id()
  expect((await shop.handIn(learner, bought(transactionId))).status).toBe(200)
  const replayed = await shop.handIn(other, bought(transactionId))
  expect([replayed.status, replayed.data]).toMatchObject([409, { code: 'purchase_of_another' }])
  const { data } = await learner.call('POST /app-store/intents', { body: { store: 'apple', service_id: service } })
  expect(data.code).toBe(codes.course)
  const carried = bought(id(), { appAccountToken: data.account_token })
  expect((await shop.handIn(other, carried)).data).toMatchObject({ code: 'purchase_of_another' })
  const unknown = bought(id(), { appAccountToken: '7b1d9c8e-0000-4000-8000-000000000000' })
  expect((await shop.handIn(other, unknown)).data).toMatchObject({ code: 'purchase_of_another' })
  expect(await points(other)).toBe(0)
  expect((await shop.handIn(learner, carried)).status).toBe(200)
  expect(await points()).toBe(10)
})

test('what Apple tells opens it for the account of its token, though the app never came to hand it in [BIL-23]', async () => {
  const { data } = await learner.call('POST /app-store/intents', { body: { store: 'apple', service_id: service } })
  const transaction = shop.apple.transaction(bought(id(), { appAccountToken: data.account_token }))
  expect(await shop.tell('apple', shop.apple.notification('ONE_TIME_CHARGE', { transaction }))).toBe(200)
  expect(await points()).toBe(5)
})

test('a refund by Apple closes what was bought, in part too, and one that is reversed opens it again [BIL-23]', async () => {
  const transactionId = id()
  const order = (await shop.handIn(learner, bought(transactionId))).data
  const at = (shop.app.clock.now += 1000)
  const revoked = {
    revocationDate: at,
    revocationReason: 0,
    revocationType: 'REFUND_PRORATED',
    revocationPercentage: 50_000,
  }
  const refund = shop.apple.notification('REFUND', {
    transaction: shop.apple.transaction(bought(transactionId, { purchaseDate: at - 1000, ...revoked })),
  })
  shop.app.clock.now += 1000
  const again = shop.apple.notification('REFUND_REVERSED', {
    transaction: shop.apple.transaction(bought(transactionId, { purchaseDate: at - 1000 })),
  })
  expect(await shop.tell('apple', refund)).toBe(200)
  expect(await story(order.id)).toMatchObject({
    is_open: false,
    refunded: 2500,
    left: 0,
    bought: [{ store: 'apple', transaction: transactionId }],
  })
  for (const payload of [again, refund, again]) expect(await shop.tell('apple', payload)).toBe(200)
  expect(await story(order.id)).toMatchObject({ is_open: true, status: 'paid' })
  expect((await entriesOf(order.id)).map(entry => Object.values(entry).slice(0, 2))).toEqual([
    ['payment', 4999],
    ['refund', 2500],
    ['payment', 2500],
  ])
})

test('a forged notification is refused and kept nowhere; a trial of Apple’s is answered [BIL-23]', async () => {
  const count = async () =>
    (await shop.rows<{ count: number }>('select count(*)::int as count from provider_events'))[0]?.count
  const before = await count()
  const forged = JSON.stringify({
    signedPayload: shop.apple.signed({ notificationType: 'REFUND' }, { chain: appleChain() }),
  })
  for (const payload of [forged, '{}', 'nothing', JSON.stringify({ signedPayload: 5 })])
    expect(await shop.tell('apple', payload)).toBe(400)
  expect(await count()).toBe(before)
  const { bundleId, environment, appAppleId } = shop.apple.app
  const trial = {
    notificationType: 'TEST',
    notificationUUID: 'trial',
    signedDate: shop.app.clock.now,
    data: { bundleId, environment, appAppleId },
  }
  expect(await shop.tell('apple', JSON.stringify({ signedPayload: shop.apple.signed(trial) }))).toBe(200)
  const { data } = await shop.admin.call('GET /studio/app-stores')
  expect(data[0]).toMatchObject({ store: 'apple', is_trial: false, last_told_at: shop.app.clock.now / 1000 })
})

test('what is sold by nobody here, shared by a family, or over is refused by name [BIL-23] [ERR-05]', async () => {
  const code = async (fields: object) => (await shop.handIn(learner, bought(id(), fields))).data as { code?: string }
  expect(await code({ productId: 'com.school.gone' })).toMatchObject({ code: 'ERR_PRODUCT_NOT_AVAILABLE' })
  expect(await code({ inAppOwnershipType: 'FAMILY_SHARED' })).toMatchObject({ code: 'ERR_PAYMENT_INVALID' })
  expect(await code({ revocationDate: shop.app.clock.now })).toMatchObject({ code: 'ERR_PAYMENT_EXPIRED' })
  const missing = { body: { store: 'apple', service_id: 99_999 } } as const
  expect((await learner.call('POST /app-store/intents', missing)).data).toMatchObject({
    code: 'ERR_PRODUCT_NOT_AVAILABLE',
  })
})

test('staff cannot refund what Apple sold, and are told where it can be', async () => {
  const order = (await shop.handIn(learner, bought(id()))).data
  const body = { amount: 100, reason: 'Asked for it' }
  const refused = await shop.admin.call('POST /studio/orders/:id/refunds', { params: { id: order.id }, body })
  expect([refused.status, refused.data]).toMatchObject([409, { code: 'apple_decides' }])
  expect(JSON.stringify(refused.data)).toContain('reportaproblem.apple.com')
})
