import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'

let app: TestApp
const lines: string[] = []

beforeAll(async () => {
  app = await startTestApp({ trustProxy: true, log: pino({ level: 'info' }, { write: line => lines.push(line) }) })
})
afterAll(() => app.close())
beforeEach(() => {
  lines.length = 0
  app.clock.now += 61_000
})

const told = () => lines.map(line => JSON.parse(line)).filter(({ msg }) => msg === 'Refused')
const from = (network: string) => ({ headers: { 'x-forwarded-for': network } })
const login = (email: string, password: string, network = '198.51.100.1') =>
  app.visitor.call('POST /auth/login', { body: { email, password }, ...from(network) })

test('a wrong password is in the log with its request and a stand-in of the account, and no e-mail, password or network', async () => {
  await login('Ada@Example.com', 'guess-one-77')
  await login('ada@example.com', 'guess-two-77')
  await login('eva@example.com', 'guess-three-77')
  const [first, second, third] = told()
  expect(first).toMatchObject({ level: 30, refusedAs: 'wrong_credentials', route: '/spa/api/v1/auth/login' })
  expect(first.reqId).toMatch(/^[\da-f-]{36}$/)
  expect(first.account).toMatch(/^[\da-f]{12}$/)
  expect(second.account).toBe(first.account)
  expect(third.account).not.toBe(first.account)
  expect(lines.join('')).not.toMatch(/example\.com|guess|198\.51/i)
})

test('wrong codes, links, missing sessions and rights, and too many tries are in the log, with the account where there is one', async () => {
  const learner = await app.signIn()
  await learner.call('GET /studio/audit-log', from('198.51.100.2'))
  await app.visitor.call('GET /user', from('198.51.100.3'))
  const body = { email: 'ada@example.com', code: '123456' }
  await app.visitor.call('POST /v2/auth/verify-otp', { body, ...from('198.51.100.4') })
  await app.visitor.call('POST /auth/exchange-transfer-token', {
    body: { token: 'long-gone' },
    ...from('198.51.100.5'),
  })
  for (let number = 0; number < 10; number++) await login('ada@example.com', 'guess', '198.51.100.6')
  const found = told().map(({ refusedAs, user }) => [refusedAs, user])
  expect(found.slice(0, 5)).toEqual([
    ['not_allowed', learner.userId],
    ['not_signed_in', undefined],
    ['code_wrong', undefined],
    ['transfer_token_spent', undefined],
    ['wrong_credentials', undefined],
  ])
  app.clock.now += 61_000
  await login('ada@example.com', 'guess', '198.51.100.6')
  expect(told().at(-1)).toMatchObject({
    refusedAs: 'too_many_requests',
    account: expect.stringMatching(/^[\da-f]{12}$/),
  })
  expect(lines.join('')).not.toMatch(/123456|long-gone|guess/)
})

test('what anybody may ask wrongly is not in the log', async () => {
  const learner = await app.signIn()
  await learner.call('GET /courses/:id', { params: { id: 999_999 } })
  await learner.call('GET /courses/:id', { params: { id: 'abc' } })
  await learner.call('GET /user')
  expect(told()).toEqual([])
})

test('a flood from one network takes ten lines a minute, does not hide others, and the next line counts what was left out', async () => {
  for (let number = 0; number < 50; number++) await app.visitor.call('GET /user', from('198.51.100.8'))
  expect(told()).toHaveLength(10)
  await app.visitor.call('GET /user', from('198.51.100.9'))
  expect(told()[10]).toMatchObject({ refusedAs: 'not_signed_in', leftOut: 40 })
  app.clock.now += 61_000
  await app.visitor.call('GET /user', from('198.51.100.8'))
  expect(told()[11]).not.toHaveProperty('leftOut')
})
