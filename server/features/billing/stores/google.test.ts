import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codes, openStoreShop } from '#server/app/testing/store-shop.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { keepBilling } from '../keep-billing.ts'

let shop: Awaited<ReturnType<typeof openStoreShop>>
let learner: TestClient
let [points, monthly] = [0, 0]
let made = 0

beforeAll(async () => {
  shop = await openStoreShop()
  points = await shop.service({ code: codes.course })
  monthly = await shop.service({ code: codes.monthly, type: 'course_subscription' })
}, 60_000)
beforeEach(async () => {
  shop.app.clock.set('2026-12-01T10:00:00Z')
  learner = await shop.app.signIn()
  await shop.rows(`update sessions set expires_at = expires_at + interval '10 years'`)
})
afterAll(() => shop.close())

const newToken = () => `token-${++made}`
const at = (date: string) => Date.parse(`${date}T10:00:00Z`)
const handIn = (proof: string, code?: string, by = learner) =>
  by.call('POST /app-store/purchases', { body: { store: 'google', proof, ...(code && { code }) } })
type Pushed = Parameters<typeof shop.google.push>[0]
const hear = async (kind: Pushed['kind'], token: string, more: Partial<Pushed> = {}) =>
  shop.tell('google', shop.google.push({ kind, token, ...more }), {
    authorization: `Bearer ${await shop.google.pushToken()}`,
  })
const turn = () => keepBilling(shop.app.billing.paying)
const balance = async () => (await learner.call('GET /user-score/amount')).data.amount
const orderOf = async (id: number) => (await learner.call('GET /orders/:id', { params: { id } })).data

test('a purchase is asked of Google, ordered at its price once, and used up where it can be bought again [BIL-13] [BIL-23]', async () => {
  const { play } = shop.google
  const token = play.buy(newToken(), codes.course, 4999)
  const { data: order } = await handIn(token, codes.course)
  expect(order).toMatchObject({ service_id: points, paid: 4999, scheduler: 'google', is_open: true, receipts: [] })
  const repeated = await Promise.all([handIn(token, codes.course), handIn(token, codes.course)])
  expect(repeated.map(({ data }) => data.id)).toEqual([order.id, order.id])
  expect(play.told).toEqual([`consume ${token}`])
  expect(await balance()).toBe(5)
  expect((await handIn(play.buy(newToken(), codes.course, 4999), codes.course)).status).toBe(200)
  expect(await balance()).toBe(10)
})

test('Google is told until it hears that a purchase has arrived, for without that the money goes back [BIL-23]', async () => {
  const { play, next } = shop.google
  const token = play.subscribe(newToken(), codes.monthly, 999, { expiresAt: at('2027-01-01') })
  await handIn(play.buy(newToken(), codes.course, 100), codes.course)
  next.fail = true
  expect((await handIn(token)).status).toBe(200)
  expect(play.subscriptions.get(token)?.isAcknowledged).toBe(false)
  shop.app.clock.now += 20_000
  await turn()
  expect(play.subscriptions.get(token)?.isAcknowledged).toBe(false)
  shop.app.clock.now += 20_000
  await turn()
  await turn()
  expect(play.subscriptions.get(token)?.isAcknowledged).toBe(true)
  expect(play.told.filter(line => line.endsWith(token))).toEqual([`acknowledge ${token}`])
})

test('a token that Google does not know, of a tester, not paid yet, or of another account is refused by name [BIL-23] [ERR-05]', async () => {
  const { play } = shop.google
  const code = async (token: string) => (await handIn(token, codes.course)).data as { code?: string }
  expect(await code('made-up')).toMatchObject({ code: 'ERR_VERIFICATION_FAILED' })
  expect(await code('../../orders/1')).toMatchObject({ code: 'ERR_VERIFICATION_FAILED' })
  expect(await code(play.buy(newToken(), codes.course, 100, { isTest: true }))).toMatchObject({
    code: 'ERR_VERIFICATION_FAILED',
  })
  const waiting = play.buy(newToken(), codes.course, 100, { state: 2 })
  expect(await code(waiting)).toMatchObject({ code: 'purchase_pending' })
  const other = await shop.app.signIn()
  const { data } = await other.call('POST /app-store/intents', { body: { store: 'google', service_id: points } })
  const carried = play.buy(newToken(), codes.course, 100, { account: data.account_token })
  expect(await code(carried)).toMatchObject({ code: 'purchase_of_another' })
  expect(await balance()).toBe(0)
})

test('a subscription lasts as Google says, whatever the app does [BIL-17] [BIL-23]', async () => {
  const { play } = shop.google
  const { data: intent } = await learner.call('POST /app-store/intents', {
    body: { store: 'google', service_id: monthly },
  })
  const token = play.subscribe(newToken(), codes.monthly, 999, {
    expiresAt: at('2027-01-01'),
    account: intent.account_token,
  })
  expect(await hear('subscriptionNotification', token)).toBe(200)
  const subscription = async () => (await learner.call('GET /payment-subscription')).data[0]
  expect(await subscription()).toMatchObject({ state: 'active', is_active: true, scheduler: 'google', amount: 999 })
  shop.app.clock.set('2027-01-01T11:30:00Z')
  play.renew(token, 999, at('2027-02-01'))
  await turn()
  expect(await orderOf((await subscription())?.order_id ?? 0)).toMatchObject({ paid: 1998, is_open: true })
  for (const [state, told, isActive] of [
    ['CANCELED', 'ending', true],
    ['ACTIVE', 'active', true],
    ['IN_GRACE_PERIOD', 'past_due', true],
  ] as const) {
    play.set(token, { state })
    await hear('subscriptionNotification', token)
    expect(await subscription()).toMatchObject({ state: told, is_active: isActive })
  }
  shop.app.clock.set('2027-02-02T12:00:00Z')
  play.set(token, { state: 'ON_HOLD' })
  await hear('subscriptionNotification', token)
  expect(await subscription()).toMatchObject({ state: 'past_due', is_active: false })
  expect(await shop.rows('select from payment_attempts'), 'nobody else charges it').toEqual([])
})

test('what Google gives back is closed as soon as it says so [BIL-23]', async () => {
  const { play } = shop.google
  const token = play.buy(newToken(), codes.course, 4999)
  const { data: order } = await handIn(token, codes.course)
  expect(await balance()).toBe(5)
  play.refund(token)
  // It does not name the product.
  expect(await hear('voidedPurchaseNotification', token, { code: codes.course })).toBe(200)
  expect(await orderOf(order.id)).toMatchObject({ status: 'refunded', refunded: 4999, is_open: false })
  expect(await balance()).toBe(0)
  const refund = { params: { id: order.id }, body: { amount: 100, reason: 'Asked for it' } }
  expect((await shop.admin.call('POST /studio/orders/:id/refunds', refund)).data).toMatchObject({
    code: 'google_decides',
  })
})

test('a payment of a subscription that Google gives back later is the one that is sent back, and what was paid since stays open', async () => {
  const { play } = shop.google
  const token = play.subscribe(newToken(), codes.monthly, 999, { expiresAt: at('2027-01-01') })
  const { data: order } = await handIn(token)
  for (const month of ['2027-01', '2027-02']) {
    shop.app.clock.set(`${month}-01T11:30:00Z`)
    play.renew(token, month === '2027-01' ? 1099 : 1199, at(month === '2027-01' ? '2027-02-01' : '2027-03-01'))
    await hear('subscriptionNotification', token)
  }
  const story = async () => (await shop.admin.call('GET /studio/orders/:id', { params: { id: order.id } })).data
  const [first = '', renewal = ''] = play.ordersOf(token)
  expect(renewal).toBe(`${first}..0`)
  const own = { authorization: `Bearer ${await shop.google.pushToken()}` }
  for (const [back, refunded, number] of [
    [renewal, 1099, 2],
    [first, 2098, 1],
  ] as const) {
    play.refundPayment(back)
    const body = shop.google.push({ kind: 'voidedPurchaseNotification', token, order: back })
    for (const _ of ['once', 'again']) expect(await shop.tell('google', body, own)).toBe(200)
    expect(await orderOf(order.id)).toMatchObject({ status: 'paid', paid: 3297, refunded, is_open: true })
    expect((await story()).entries.at(-1)).toMatchObject({ kind: 'refund', invoice_number: number })
  }
  shop.app.clock.set('2027-03-01T11:30:00Z')
  play.renew(token, 1299, at('2027-04-01'))
  await turn()
  expect(await orderOf(order.id), 'it is asked about as before').toMatchObject({ paid: 4596, is_open: true })
})

test.each([
  ['an earlier payment', true],
  ['the renewal itself', false],
] as const)(
  'a void of %s and the renewal leave the same in either order, and meanwhile paid days stay open: %s [BIL-23]',
  async (what, isOpen) => {
    const { play } = shop.google
    const isEarlier = what === 'an earlier payment'
    for (const heard of [
      ['void', 'renewal'],
      ['renewal', 'void'],
    ]) {
      shop.app.clock.set('2026-12-01T10:00:00Z')
      const token = play.subscribe(newToken(), codes.monthly, 999, { expiresAt: at('2027-01-01') })
      const { data: bought } = await handIn(token)
      shop.app.clock.set('2027-01-01T11:30:00Z')
      play.renew(token, 1099, at('2027-02-01'))
      const order = play.ordersOf(token).at(isEarlier ? 0 : 1) ?? ''
      play.refundPayment(order)
      for (const told of heard) {
        if (told === 'renewal') await hear('subscriptionNotification', token)
        else await hear('voidedPurchaseNotification', token, { order })
        expect([heard, told, (await orderOf(bought.id)).is_open]).toEqual([heard, told, isOpen])
      }
      expect(await orderOf(bought.id)).toMatchObject({ paid: 2098, refunded: isEarlier ? 999 : 1099 })
      const { data: subscriptions } = await learner.call('GET /payment-subscription')
      expect(subscriptions.find(({ order_id: id }) => id === bought.id)).toMatchObject({ is_active: isOpen })
    }
  },
)

test('only what Google pushes in the name of the account that was named is taken [BIL-23]', async () => {
  const { google } = shop
  const token = google.play.buy(newToken(), codes.course, 100)
  const body = google.push({ kind: 'oneTimeProductNotification', token, code: codes.course })
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const tokens = [
    undefined,
    'nothing',
    await google.pushToken({ email: 'somebody@else.iam.gserviceaccount.com' }),
    await google.pushToken({ audience: 'https://else.test' }),
    await google.pushToken({ key: foreign }),
  ]
  for (const sent of tokens)
    expect(await shop.tell('google', body, sent ? { authorization: `Bearer ${sent}` } : {})).toBe(400)
  const own = { authorization: `Bearer ${await google.pushToken()}` }
  expect(await shop.tell('google', google.push({ kind: 'testNotification', token }, 'com.school.evening'), own)).toBe(
    400,
  )
  expect(await shop.tell('google', google.push({ kind: 'testNotification', token }), own)).toBe(200)
  shop.app.clock.now += 2 * 3_600_000
  expect(await shop.tell('google', body, own)).toBe(400)
})

test('a store that does not answer keeps the purchase for later', async () => {
  shop.app.clock.set('2027-06-01T10:00:00Z')
  const token = shop.google.play.buy(newToken(), codes.course, 100)
  shop.google.next.fail = true
  const { status, data } = await handIn(token, codes.course)
  expect([status, (data as { code?: string }).code]).toEqual([503, 'store_silent'])
  expect((await handIn(token, codes.course)).status).toBe(200)
})
