import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { addPupil, handIn, homeworkOf, insertHomeworkCourse } from '#server/app/testing/homework-people.ts'
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

test('each entry names its day and course, its homework, or its order; what is somebody else’s is not named [PTS-03]', async () => {
  app.clock.set('2026-12-10T12:00:00Z')
  const course = await insertHomeworkCourse(app)
  const pupil = await addPupil(app, course)
  const other = await learnerWith()
  const { rows } = await app.db.query<{ day: number; number: number; order: number }>({
    text: `with s as (
        insert into services (brand_id, type, texts, points) values ('kurso', 'course_buy', '{}', 1) returning id
      ), o as (
        insert into orders (brand_id, user_id, service_id, type, title, language, timezone, currency, full_amount, amount,
          tax_rate, consultations, points, closes_at)
        select 'kurso', $1, id, 'course_buy', 'Evening practice', 'en', 'UTC', 'EUR', 100, 100, 0, 0, 1, now() from s returning id
      )
      select d.id as day, d.day_number as number, o.id as "order" from course_days d, o where d.course_id = $2 order by d.day_number limit 1`,
    values: [pupil.client.userId, course.id],
  })
  const [{ day, number, order } = { day: 0, number: 0, order: 0 }] = rows
  await app.db.query({
    text: `insert into user_scores (user_id, amount, type, source, note) values ($1, 5, 'day', $2, null), ($1, 9, 'gift', $3, null),
      ($1, -4, 'spent', $3, null), ($4, 9, 'gift', $3, null), ($1, 3, 'staff', 'staff 1', 'Well done'), ($1, 1, 'day', 'stream:1:day:0', null)`,
    values: [pupil.client.userId, `stream:1:day:${day}`, `order ${order}`, other.userId],
  })
  await handIn(pupil, homeworkOf(course, 'required'))
  const expert = await app.signIn({ role: 'expert' })
  const review = await app.db.query<{ id: number }>({ text: 'select max(id) as id from homework_attempts' })
  const params = { id: review.rows[0]?.id ?? 0 }
  await expert.call('POST /studio/reviews/:id/claim', { params })
  await expert.call('POST /studio/reviews/:id/verdict', { params, body: { verdict: 'DONE', points: 7 } })
  const { data, statements } = await pupil.client.call('GET /user-score', { language: 'ru' })
  expect(statements).toBe(2)
  const about = Object.fromEntries(data.map(entry => [`${entry.type} ${entry.amount}`, entry.about]))
  expect(about).toMatchObject({
    'homework 7': {
      kind: 'homework',
      title: expect.stringMatching(/./),
      course_title: expect.stringMatching(/./),
      order_id: null,
    },
    'day 5': { kind: 'day', day_number: number, course_title: expect.stringMatching(/./) },
    'gift 9': { kind: 'order', title: 'Evening practice', order_id: order },
    'spent -4': { kind: 'order', order_id: order },
    'day 1': null,
    'staff 3': null,
  })
  expect(data.find(({ type }) => type === 'staff')?.note).toBe('Well done')
  expect((await other.call('GET /user-score')).data).toMatchObject([{ amount: 9, about: null }])
})

test('from how many points on they can be spent, and what they take off, is told to who is signed in [PTS-03, PTS-04]', async () => {
  const client = await learnerWith()
  expect((await client.call('GET /user-score/spending')).data).toEqual({ least: 200, values: [] })
  await app.db.query({
    text: `insert into billing_terms (brand_id, currency, point_values) values ('kurso', 'USD', '{"EUR": 90, "USD": 100}')`,
  })
  const { data, statements } = await client.call('GET /user-score/spending')
  expect(data.values).toEqual([
    { currency: 'USD', amount: 100 },
    { currency: 'EUR', amount: 90 },
  ])
  expect(statements).toBe(2)
  expect((await app.visitor.call('GET /user-score/spending')).status).toBe(401)
})

test('staff give and take points with a reason, once for each key, never below zero, and it is logged [STF-08]', async () => {
  const client = await learnerWith(10)
  const admin = await app.signIn({ role: 'admin' })
  const params = { id: client.userId }
  const change = (amount: number, idempotencyKey: string, reason = 'Helped others') =>
    admin.call('POST /studio/users/:id/points', { params, body: { amount, reason }, idempotencyKey })
  const twice = await Promise.all([change(50, 'first-given'), change(50, 'first-given')])
  expect(twice.map(({ data }) => data)).toEqual([{ amount: 60 }, { amount: 60 }])
  expect((await change(-20, 'first-taken')).data).toEqual({ amount: 40 })
  expect((await admin.call('GET /studio/users/:id/points', { params })).data).toEqual({ amount: 40 })
  const tooMuch = await change(-41, 'taken-too-much')
  expect([tooMuch.status, tooMuch.data.code, Object.keys(tooMuch.data.errors ?? {})]).toEqual([
    422,
    'points_short',
    ['amount'],
  ])
  for (const [amount, reason] of [
    [0, 'why'],
    [1.5, 'why'],
    [2_000_000, 'why'],
    [5, '   '],
  ] as const)
    expect((await change(amount, `wrong ${amount}`, reason)).status).toBe(422)
  const taken = await Promise.all(Array.from({ length: 5 }, (_, index) => change(-15, `taken-at-once-${index}`)))
  expect(taken.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(await balanceOf(client)).toBe(10)
  expect((await client.call('GET /user-score')).data[0]).toMatchObject({
    amount: -15,
    type: 'staff',
    note: 'Helped others',
  })
  const { rows } = await app.db.query<{ action: string }>({
    text: `select action from audit_log where target_type = 'user' and target_id = $1 order by id`,
    values: [client.userId],
  })
  expect(rows.map(({ action }) => action)).toEqual(['points.give', 'points.take', 'points.take', 'points.take'])
  const elsewhere = await app.signIn({ role: 'admin', brandId: 'face' })
  const foreign = await elsewhere.call('POST /studio/users/:id/points', {
    params,
    body: { amount: 5, reason: 'Mine' },
    appId: 'face',
  })
  expect(foreign.status).toBe(404)
  expect((await elsewhere.call('GET /studio/users/:id/points', { params, appId: 'face' })).status).toBe(404)
})
