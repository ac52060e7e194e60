import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { debitScore, awardScore } from './queries.ts'

let app: TestApp
let learner: TestClient

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function learnerWith(...amounts: number[]) {
  learner = await app.signIn()
  for (const [index, amount] of amounts.entries()) await awardScore(app.db, learner.userId, amount, `gift ${index}`)
  return learner
}

const balanceOf = async (client: TestClient) => (await client.call('GET /user-score/amount')).data.amount
const spend = (client: TestClient, amount: number, source: string) =>
  app.db.inTransaction(tx => debitScore(tx, client.userId, amount, 'order', source))

test('the balance is the sum of own entries [PTS-02, PTS-05]', async () => {
  const other = await learnerWith(1000)
  const mine = await learnerWith(10, 25)
  expect(await balanceOf(mine)).toBe(35)
  expect(await balanceOf(other)).toBe(1000)
  expect(await balanceOf(await learnerWith())).toBe(0)
})

test('nobody sees points without signing in [PTS-02]', async () => {
  expect((await app.visitor.call('GET /user-score/amount')).status).toBe(401)
  expect((await app.visitor.call('GET /user-score')).status).toBe(401)
})

test('the ledger comes 20 a page, newest first, with pagination headers and a constant number of statements [PTS-01, PTS-02]', async () => {
  const few = await learnerWith(7)
  await spend(few, 3, 'order 1')
  const short = await few.call('GET /user-score')
  expect(short.data.map(({ amount, type }) => [amount, type])).toEqual([
    [-3, 'order'],
    [7, 'gift'],
  ])
  expect(short.data[0]?.created_at).toBeCloseTo(Date.now() / 1000, -2)
  expect(short.headers).toMatchObject({ 'x-pagination-page-count': '1', 'x-pagination-total-count': '2' })

  const many = await learnerWith(...Array.from({ length: 45 }, (_, index) => index + 1))
  const pages = await Promise.all([1, 2, 3, 4].map(page => many.call('GET /user-score', { query: { page } })))
  expect(pages.map(page => page.data.map(entry => entry.amount))).toEqual([
    Array.from({ length: 20 }, (_, index) => 45 - index),
    Array.from({ length: 20 }, (_, index) => 25 - index),
    [5, 4, 3, 2, 1],
    [],
  ])
  expect(pages[3]?.headers).toMatchObject({
    'x-pagination-current-page': '4',
    'x-pagination-page-count': '3',
    'x-pagination-per-page': '20',
    'x-pagination-total-count': '45',
  })
  expect((await many.call('GET /user-score')).statements).toBe(2)
  expect(short.statements).toBe(2)
  expect((await many.call('GET /user-score/amount')).statements).toBe(2)
})

test.each(['0', '-1', '1.5', 'all', '9999999999'])('page %s is refused by name [PTS-02]', async page => {
  const answer = await (await learnerWith()).call('GET /user-score', { query: { page }, language: 'es' })
  expect(answer.status).toBe(422)
  expect(Object.keys(answer.data.errors ?? {})).toEqual(['page'])
})

test('a source awards once, even when 50 award it at once [PTS-05]', async () => {
  const client = await learnerWith()
  const entered = await Promise.all(Array.from({ length: 50 }, () => awardScore(app.db, client.userId, 30, 'one gift')))
  expect(entered.reduce((sum, count) => sum + count)).toBe(1)
  expect(await balanceOf(client)).toBe(30)
})

test('50 parallel debits never take the balance below zero [PTS-05]', async () => {
  const client = await learnerWith(100, 45)
  const done = await Promise.all(Array.from({ length: 50 }, (_, index) => spend(client, 20, `order ${index}`)))
  expect(done.filter(Boolean)).toHaveLength(7)
  expect(await balanceOf(client)).toBe(5)
})

test('parallel debits and awards lose or double nothing [PTS-05]', async () => {
  const client = await learnerWith(50)
  const debits = Array.from({ length: 25 }, (_, index) => spend(client, 10, `order ${index}`))
  const awards = Array.from({ length: 25 }, (_, index) => awardScore(app.db, client.userId, 4, `more ${index}`))
  const spent = (await Promise.all(debits)).filter(Boolean).length
  await Promise.all(awards)
  expect(await balanceOf(client)).toBe(50 + 25 * 4 - spent * 10)
  expect(spent).toBeGreaterThanOrEqual(5)
})

test('a debit repeated for its source debits once and still says it is done [PTS-05]', async () => {
  const client = await learnerWith(50)
  expect(await Promise.all(Array.from({ length: 10 }, () => spend(client, 40, 'the order')))).toEqual(
    Array.from({ length: 10 }, () => true),
  )
  expect(await balanceOf(client)).toBe(10)
  expect(await spend(client, 11, 'too dear')).toBe(false)
  expect(await balanceOf(client)).toBe(10)
})

test.each([0, -5, 0.5, Number.NaN])('a debit of %s is the caller’s mistake [PTS-05]', async amount => {
  const client = await learnerWith(50)
  await expect(spend(client, amount, 'odd')).rejects.toThrow(RangeError)
  expect(await balanceOf(client)).toBe(50)
})
