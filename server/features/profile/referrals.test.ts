import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertSold } from '#server/app/testing/insert-sold.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const visitor = (number: number) => `4a3f4a3f-1111-4222-8333-${String(number).padStart(12, '0')}`
const jump = (code: string, number: number, headers: Record<string, string> = {}) =>
  app.visitor.call('POST /referral-jumps', { body: { code, visitor: visitor(number) }, headers })

test('a link counts each browser once and tells nobody whose it is [PRO-12]', async () => {
  const learner = await app.signIn()
  const { data } = await learner.call('GET /user/referrals')
  expect(data).toEqual({
    code: expect.stringMatching(/^[0-9a-f]{12}$/),
    link_jumps: 0,
    sign_ups: 0,
    referral_orders: 0,
  })
  const answers = [
    await jump(data.code, 1),
    await jump(data.code, 1),
    await jump(data.code, 2),
    await jump('nobody', 1),
  ]
  expect(answers.map(answer => [answer.status, answer.data])).toEqual(answers.map(() => [200, {}]))
  expect((await learner.call('GET /user/referrals')).data.link_jumps).toBe(2)
  const asked = await learner.call('GET /user', { expand: ['link_jumps'] })
  expect(asked.data.link_jumps).toBe(2)
  expect((await learner.call('GET /user')).data).not.toHaveProperty('link_jumps')
})

test('one’s own visits, and those of another school, do not count [PRO-12]', async () => {
  const learner = await app.signIn()
  const { code } = (await learner.call('GET /user/referrals')).data
  await jump(code, 3, { authorization: `Bearer ${learner.token}` })
  await app.visitor.call('POST /referral-jumps', { body: { code, visitor: visitor(4) }, appId: 'face' })
  expect((await learner.call('GET /user/referrals')).data.link_jumps).toBe(0)
})

test('accounts that were opened through a link are counted for its owner [PRO-12]', async () => {
  const learner = await app.signIn()
  const friend = await app.signIn()
  await app.db.query({
    text: 'update users set referred_by = $1 where id = $2',
    values: [learner.userId, friend.userId],
  })
  expect((await learner.call('GET /user/referrals')).data.sign_ups).toBe(1)
  expect((await friend.call('GET /user/referrals')).data.sign_ups).toBe(0)
})

test('an order that a friend pays counts for who invited them and brings points back, until it is refunded [PRO-04, PRO-12]', async () => {
  const [inviter, friend, admin] = [await app.signIn(), await app.signIn(), await app.signIn({ role: 'admin' })]
  await app.db.query({
    text: 'update users set referred_by = $1 where id = $2',
    values: [inviter.userId, friend.userId],
  })
  const figures = async () => {
    const expand = ['referral_orders', 'cashback', 'discount_for_referral']
    const asked = [await inviter.call('GET /user', { expand }), await friend.call('GET /user', { expand })]
    expect(asked.map(({ statements }) => statements)).toEqual([2, 2])
    const referrals = (await inviter.call('GET /user/referrals')).data.referral_orders
    return [...asked.map(({ data }) => [data.referral_orders, data.cashback, data.discount_for_referral]), referrals]
  }
  expect(await figures()).toEqual([[0, 0, 0], [0, 0, 0], 0])
  const { service } = await insertSold(app.db, admin.userId)
  const sale = { user_id: friend.userId, service_id: service, currency: 'EUR', amount: 900, reason: 'Paid in cash' }
  const { data: order } = await admin.call('POST /studio/orders', { body: sale, idempotencyKey: 'a-friend-buys' })
  expect(await figures()).toEqual([[1, 0, 0], [0, 5, 0], 1])
  const refund = { params: { id: order.id }, body: { amount: 900, reason: 'By mistake' } }
  expect((await admin.call('POST /studio/orders/:id/refunds', { ...refund, idempotencyKey: 'back' })).status).toBe(200)
  expect(await figures()).toEqual([[0, 0, 0], [0, 0, 0], 0])
})

test('jumps from one network are limited [SEC-03]', async () => {
  const { code } = (await (await app.signIn()).call('GET /user/referrals')).data
  const answers = await Promise.all(Array.from({ length: 25 }, (_, number) => jump(code, 100 + number)))
  expect(answers.some(({ status }) => status === 429)).toBe(true)
  expect((await app.visitor.call('POST /referral-jumps', { body: { code, visitor: 'me' } })).status).toBeGreaterThan(
    400,
  )
})
