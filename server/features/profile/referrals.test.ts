import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const visitor = (number: number) => `4a3f4a3f-1111-4222-8333-${String(number).padStart(12, '0')}`
const jump = (code: string, number: number, headers: Record<string, string> = {}) =>
  app.visitor.call('POST /referral-jumps', { body: { code, visitor: visitor(number) }, headers })

test('a link counts each browser once and tells nobody whose it is [PRO-12, PRO-04]', async () => {
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
  const asked = await learner.call('GET /user', { expand: ['link_jumps', 'referral_orders', 'cashback'] })
  expect(asked.data).toMatchObject({ link_jumps: 2, referral_orders: 0, cashback: 0 })
  expect(asked.statements).toBe(2)
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

test('jumps from one network are limited [SEC-03]', async () => {
  const { code } = (await (await app.signIn()).call('GET /user/referrals')).data
  const answers = await Promise.all(Array.from({ length: 25 }, (_, number) => jump(code, 100 + number)))
  expect(answers.some(({ status }) => status === 429)).toBe(true)
  expect((await app.visitor.call('POST /referral-jumps', { body: { code, visitor: 'me' } })).status).toBeGreaterThan(
    400,
  )
})
