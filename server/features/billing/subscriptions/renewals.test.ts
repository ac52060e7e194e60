import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { outboxFolder } from '#server/app/messengers.ts'
import { openShop } from '#server/app/testing/shop.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { lettersIn } from '#server/features/notifications/testing/letters.ts'
import { addDays } from '#shared/platform/times.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let admin: TestClient
let learner: TestClient
let month: number
let year: number

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.app.signIn({ role: 'admin' })
  month = await shop.service({ EUR: 1000 }, { type: 'course_subscription' })
  year = await shop.service({ EUR: 9000 }, { type: 'course_subscription', periodUnit: 'year' })
})
beforeEach(async () => {
  shop.app.clock.set('2026-12-01T10:00:00Z')
  learner = await shop.app.signIn()
  await shop.app.db.query({ text: `update sessions set expires_at = expires_at + interval '10 years'` })
})
afterAll(() => shop.close())

const run = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await shop.app.db.query<Row>({ text, values })).rows
const order = async (id: number) => (await learner.call('GET /orders/:id', { params: { id } })).data
const subscription = async () => (await learner.call('GET /payment-subscription')).data[0]

async function day(date: string) {
  shop.app.clock.set(`${date}T10:00:00Z`)
  await shop.turn()
  await shop.turn()
}

type Attempt = { id: number; invoice: number; key: string; day: string; state: string; refusal: string | null }
const attemptsOf = (id: number) =>
  run<Attempt>(
    `select p.id::int, i.id::int as invoice, p.key, to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD') as day, p.state, p.refusal
     from payment_attempts p join invoices i on i.id = p.invoice_id where i.order_id = $1 order by p.id`,
    id,
  )

/** How many letters of this subject, with the amount of the month, lead to an order. */
async function lettersAbout(id: number, subject: string): Promise<number> {
  const letters = await lettersIn(outboxFolder(shop.app.dataDir))
  return letters.filter(
    letter =>
      letter.subject?.includes(subject) && letter.text.includes(`/user/orders/${id}`) && letter.text.includes('€10'),
  ).length
}

test.each([
  [14, [0, 1, 3, 5, 7, 10, 13]],
  [5, [0, 1, 3]],
  [0, [0]],
])(
  'with %i days of grace a charge for which money is missing is tried on the days %j, each time with a letter; access ends with them [BIL-17]',
  async (graceDays, days) => {
    const terms = { currency: 'EUR', grace_days: graceDays, reminds_unpaid: true, point_values: [] }
    expect((await admin.call('PUT /studio/payments/terms', { body: terms })).status).toBe(200)
    const { id } = await shop.buy(learner, month, 'noFundsLater')
    const due = '2027-01-01'
    for (let passed = 0; passed <= graceDays + 2; passed++) {
      await day(addDays(due, passed))
      const isOver = passed >= graceDays
      expect(await subscription(), addDays(due, passed)).toMatchObject({
        state: isOver ? 'ended' : 'past_due',
        is_active: !isOver,
      })
      expect((await order(id)).is_open).toBe(!isOver)
    }
    const tried = (await attemptsOf(id)).slice(1)
    expect(tried.map(attempt => attempt.day)).toEqual(days.map(passed => addDays(due, passed)))
    expect(
      tried.every(({ refusal, invoice }) => refusal === 'insufficient_funds' && invoice === tried[0]?.invoice),
    ).toBe(true)
    await expect.poll(() => lettersAbout(id, 'did not go through'), { timeout: 10_000 }).toBe(days.length)
    expect(await order(id)).toMatchObject({ paid: 1000, owed: 0 })
    await admin.call('PUT /studio/payments/terms', { body: { ...terms, grace_days: 14 } })
  },
)

test('a card that has expired is not tried again: the buyer is written to once, and the days of grace are over in their time [BIL-17]', async () => {
  const { id } = await shop.buy(learner, month)
  await run(`update sessions set expires_at = expires_at + interval '10 years'`)
  shop.app.clock.set('2041-01-01T10:00:00Z')
  await run(
    `update subscription_events set happened_on = '2040-12-01' where subscription_id = (select id from payment_subscriptions where order_id = $1)`,
    id,
  )
  await run(`update orders set due_at = now() where id = $1`, id)
  await shop.turn()
  await shop.turn()
  for (const date of ['2041-01-02', '2041-01-04', '2041-01-14']) await day(date)
  const tried = (await attemptsOf(id)).slice(1)
  expect(tried.map(({ day: on, refusal }) => [on, refusal])).toEqual([['2041-01-01', 'expired_card']])
  expect(await subscription()).toMatchObject({ state: 'past_due', is_active: true })
  await day('2041-01-15')
  expect(await subscription()).toMatchObject({ state: 'ended', is_active: false })
  await expect.poll(() => lettersAbout(id, 'did not go through'), { timeout: 10_000 }).toBe(1)
})

test('an attempt is one of its invoice by number, and its key is the provider’s, once each [BIL-17]', async () => {
  const { id } = await shop.buy(learner, month)
  await day('2027-01-01')
  const attempts = await attemptsOf(id)
  expect(new Set(attempts.map(({ key }) => key)).size).toBe(2)
  for (const { key } of attempts) {
    const { data } = (await shop.ask(`GET /v1/payments?reference=${key}`)) as { data: { reference: string }[] }
    expect(data.map(({ reference }) => reference)).toEqual([key])
  }
  const again = (columns: string) =>
    run(
      `insert into payment_attempts (invoice_id, number, account_id, is_automatic, amount, state, key)
       select invoice_id, ${columns} from payment_attempts where id = $1`,
      attempts[1]?.id,
    )
  await expect(again(`number, account_id, true, amount, 'refused', gen_random_uuid()`)).rejects.toThrow('duplicate key')
  await expect(again(`number + 1, account_id, true, amount, 'refused', key`)).rejects.toThrow('duplicate key')
})

test('a change of plan is a credit line and a charge line of one invoice [BIL-17]', async () => {
  const { id, subscription_id } = await shop.buy(learner, month)
  await day('2026-12-17')
  const params = { id: subscription_id ?? 0 }
  const [plan] = (await learner.call('GET /payment-subscriptions/:id/plans', { params })).data
  // Of 31 days 15 are left.
  expect(plan).toMatchObject({ service: { id: year }, credit: 484, amount: 8516 })
  const body = { service_id: year, amount: 8516 }
  const { data } = await learner.call('POST /payment-subscriptions/:id/plan', { params, body })
  expect(data).toMatchObject({ id, paid: 9516 })
  const receipt = data.receipts.at(-1)
  const { data: paper } = await learner.call('GET /receipts/:id', { params: { id: receipt?.id ?? 0 } })
  expect(paper.lines).toEqual([
    { kind: 'price', amount: 9000 },
    { kind: 'credit', amount: -484 },
  ])
  expect(await subscription()).toMatchObject({ interval: 'year', amount: 9000 })
})

test('canceled, it is open until the end of its period and can be taken back until then; staff end one at once [BIL-17]', async () => {
  const { id, subscription_id } = await shop.buy(learner, month)
  const cancel = () =>
    learner.call('POST /payment-subscriptions/cancel', {
      query: { id: subscription_id ?? 0 },
      body: { reason_type: 'break', reason: 'I need a break' },
    })
  const resume = async () =>
    (await learner.call('POST /payment-subscriptions/:id/resume', { params: { id: subscription_id ?? 0 } })).status
  await cancel()
  await day('2026-12-31')
  expect(await subscription()).toMatchObject({ state: 'ending', is_active: true, can: { resume: true } })
  expect(await resume()).toBe(200)
  await day('2027-01-01')
  expect((await order(id)).paid).toBe(2000)
  await cancel()
  await day('2027-02-01')
  expect(await subscription()).toMatchObject({ state: 'ended', is_active: false, can: { resume: false } })
  expect(await resume()).toBe(409)
  expect((await order(id)).paid).toBe(2000)
  const other = await shop.buy(learner, year)
  const stop = { kind: 'stop', reason: 'Asked for it' } as const
  await admin.call('POST /studio/orders/:id/subscription', { params: { id: other.id }, body: stop })
  expect((await order(other.id)).is_open).toBe(false)
})

test('a code that takes all off makes the first paid period after a trial free, and is not owed afterwards', async () => {
  const terms = { amount: null, currency: null, most_uses: null, starts_on: null, ends_on: null, service_ids: [] }
  await admin.call('POST /studio/discounts', { body: { code: 'WHOLE', percent: 100, ...terms } })
  const trial = await shop.service({ EUR: 1000 }, { type: 'course_subscription', trialDays: 7 })
  const { id } = await shop.buy(learner, trial, 'works', { promocode: 'WHOLE' })
  expect(await order(id)).toMatchObject({ status: 'paid', is_open: true, paid: 0, amount: 0 })
  await day('2026-12-08')
  expect(await subscription()).toMatchObject({ state: 'active', is_active: true })
  expect(await order(id)).toMatchObject({ paid: 0, owed: 0 })
  await day('2027-01-07')
  expect(await order(id)).toMatchObject({ paid: 0, is_open: true })
  await day('2027-01-08')
  expect(await order(id)).toMatchObject({ paid: 1000, owed: 0, is_open: true })
})

test('canceled while a charge is past due it ends at once, and canceling it again is as good', async () => {
  const { subscription_id: id } = await shop.buy(learner, month, 'noFundsLater')
  await day('2027-01-01')
  expect(await subscription()).toMatchObject({ state: 'past_due' })
  const asked = { query: { id: id ?? 0 }, body: { reason_type: 'price', reason: 'Too much for me' } } as const
  const first = await learner.call('POST /payment-subscriptions/cancel', asked)
  expect(first).toMatchObject({ status: 200, data: { subscription: { state: 'ended', is_active: false } } })
  expect(await learner.call('POST /payment-subscriptions/cancel', asked)).toMatchObject({
    status: 200,
    data: first.data,
  })
})

test('a letter says a title as it is written', async () => {
  const id = await shop.service({ EUR: 1000 })
  const title = 'Earn $$$ with $&'
  await run(`update services set texts = $2 where id = $1`, id, { en: { title, description: '' } })
  const { data } = await learner.call('POST /order/:id', { params: { id }, body: {} })
  await day('2026-12-02')
  const told = async () =>
    (await lettersIn(outboxFolder(shop.app.dataDir))).some(
      ({ text }) => text.includes(`/user/orders/${data.id}`) && text.includes(`ordered ${title}.`),
    )
  await expect.poll(told, { timeout: 10_000 }).toBe(true)
})
