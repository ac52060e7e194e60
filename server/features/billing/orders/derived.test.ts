import { afterAll, beforeAll, expect, test } from 'vitest'
import { runBillingCommand } from '#server/app/commands/run-billing-command.ts'
import { courseSchool, plannedCourse } from '#server/app/testing/course-school.ts'
import { openShop } from '#server/app/testing/shop.ts'
import { clubTerms } from '#server/features/clubs/testing/access.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { formatMoney } from '#shared/platform/money.ts'
import { feature } from '../feature.ts'
import { checkNightly } from '../keep-billing.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let school: Awaited<ReturnType<typeof courseSchool>>
let admin: TestClient
let courseId: number

beforeAll(async () => {
  shop = await openShop()
  school = await courseSchool(shop.app)
  courseId = (await school.take(plannedCourse([{ title: 'Water' }]))).id
  admin = await shop.app.signIn({ role: 'admin' })
})
afterAll(async () => {
  await school.remove()
  await shop.close()
})

const run = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await shop.app.db.query<Row>({ text, values })).rows
const patience = { timeout: 5000, interval: 20 }

async function newLearner() {
  shop.app.clock.set('2026-12-01T10:00:00Z')
  const learner = await shop.app.signIn()
  await run(`update sessions set expires_at = expires_at + interval '10 years'`)
  return learner
}
const places = async (learner: TestClient) => (await learner.call('GET /user-course-streams')).data
const points = async (learner: TestClient) => (await learner.call('GET /user-score/amount')).data.amount

async function day(date: string) {
  shop.app.clock.set(`${date}T10:00:00Z`)
  await shop.turn()
  await shop.turn()
}

async function recompute(): Promise<string[]> {
  const lines: string[] = []
  const { db: database, clock } = shop.app
  await runBillingCommand('recompute', { database, now: clock.now, print: line => lines.push(line) })
  return lines
}

const refund = (id: number, amount: number) =>
  admin.call('POST /studio/orders/:id/refunds', { params: { id }, body: { amount, reason: 'Asked for it' } })

/** The provider’s payment for an order. */
async function paymentOf(id: number): Promise<string> {
  const [entry] = await run<{ object_id: string }>(
    `select object_id from ledger_entries e join invoices i on i.id = e.invoice_id where i.order_id = $1 and kind = 'payment'`,
    id,
  )
  return entry?.object_id ?? ''
}

test('a paid order opens at once what it gives: a course, consultations, points, a subscription [BIL-12]', async () => {
  const learner = await newLearner()
  const course = await shop.buy(learner, await shop.service({ EUR: 4900 }, { courseId, accessDays: 30 }))
  expect(await places(learner)).toMatchObject([{ id: course.stream_id, status: 'open', ends_on: '2026-12-30' }])
  const [before] = await places(learner)
  await shop.buy(learner, await shop.service({ EUR: 100 }, { consultations: 3 }))
  expect((await places(learner))[0]?.max_consultation_count).toBe((before?.max_consultation_count ?? 0) + 3)
  await shop.buy(learner, await shop.service({ EUR: 100 }, { points: 40 }))
  expect(await points(learner)).toBe(45)
  const other = await newLearner()
  const month = await shop.service({ EUR: 900 }, { type: 'course_subscription', courseId })
  const bought = await shop.buy(other, month)
  expect((await other.call('GET /payment-subscription')).data).toMatchObject([
    { id: bought.subscription_id, state: 'active', is_active: true },
  ])
  expect(await places(other)).toMatchObject([{ id: bought.stream_id, status: 'open' }])
})

test('consultations are added to one place and taken from it, and wait for a place where there is none', async () => {
  const learner = await newLearner()
  const count = async () => (await places(learner)).map(place => place.max_consultation_count)
  const three = await shop.buy(learner, await shop.service({ EUR: 100 }, { consultations: 3 }))
  expect(three).toMatchObject({ is_open: true })
  await shop.buy(learner, await shop.service({ EUR: 100 }, { courseId, accessDays: 10 }))
  const [first = 0] = await count()
  const later = await shop.service({ EUR: 100 }, { consultations: 2 })
  const two = await shop.buy(learner, later)
  expect(await count()).toEqual([first + 2])
  const another = (await school.take({ ...plannedCourse([{ title: 'Fire' }]), key: 'fire' })).id
  await shop.buy(learner, await shop.service({ EUR: 100 }, { courseId: another, accessDays: 90 }))
  const both = (await count()).toSorted((one, other) => one - other)
  await refund(two.id, 100)
  await refund(three.id, 100)
  const left = (await count()).toSorted((one, other) => one - other)
  expect(both.reduce((sum, one) => sum + one, 0) - left.reduce((sum, one) => sum + one, 0)).toBe(5)
  expect(Math.min(...left), 'from the place that had them').toBe(first - 3)
})

test('the ledger only grows, and knows each object of a provider once of each kind [BIL-16]', async () => {
  const learner = await newLearner()
  const { id } = await shop.buy(learner, await shop.service({ EUR: 4900 }))
  const again = `insert into ledger_entries (invoice_id, kind, amount, account_id, object_id, happened_at)
    select e.invoice_id, $2, e.amount, e.account_id, e.object_id, now() from ledger_entries e join invoices i on i.id = e.invoice_id
    where i.order_id = $1 and e.kind = 'payment'`
  await expect(run(again, id, 'payment')).rejects.toThrow('duplicate key')
  for (const text of [
    'update ledger_entries set amount = 1',
    'delete from ledger_entries',
    'truncate ledger_entries cascade',
    'update receipts set number = 1',
  ])
    await expect(run(text), text).rejects.toThrow(/stay as they are/)
  await expect(run(again, id, 'gift')).rejects.toThrow('check constraint')
  for (const amount of ['0', '-1', '0.5::numeric / 2'])
    await expect(run(again.replace('e.amount', amount), id, 'refund'), amount).rejects.toThrow()
})

test.each([
  ['JPY', 0, 9_999_999, [3_333_333, 3_333_333, 3_333_333], '¥3,333,333'],
  ['USD', 2, 10_000, [3333, 3333, 3334], '$33.33'],
  ['KWD', 3, 10_010, [3330, 3330, 3350], 'KWD 3.330'],
] as const)(
  'money is whole minor units of %s, of which %i digits are after the point [BIL-16]',
  async (currency, _digits, price, parts, shown) => {
    const learner = await newLearner()
    const service = await shop.service({ [currency]: price }, { instalments: 3 })
    const { id } = await shop.buy(learner, service, 'works', { is_in_instalments: true })
    for (const date of ['2027-01-01', '2027-02-01']) await day(date)
    const { data } = await learner.call('GET /orders/:id', { params: { id } })
    expect(data.invoices.map(({ paid }) => paid)).toEqual(parts)
    expect([data.paid, data.owed]).toEqual([price, 0])
    expect(formatMoney(parts[0], currency, 'en').replace(/\u00a0/g, ' ')).toBe(shown)
    await refund(id, 1)
    expect((await learner.call('GET /orders/:id', { params: { id } })).data.refunded).toBe(1)
  },
)

/** Opens a club to who has bought any one thing of a learner’s, for each of them. */
async function openClubs({ userId }: TestClient) {
  const sold = await run<{ id: number }>('select distinct service_id as id from orders where user_id = $1', userId)
  for (const { id } of sold) {
    const club = { ...clubTerms, slug: `club-of-${id}`, service_ids: [id] }
    expect((await admin.call('POST /studio/clubs', { body: club })).status).toBe(200)
  }
}

/** All that is derived from the ledger and the histories, and all that it gave. */
async function derived(learner: TestClient) {
  return {
    clubs: (await learner.call('GET /community')).data.map(({ slug, type }) => [slug, type]),
    orders: await run('select id, status, is_open, due_at from orders order by id'),
    subscriptions: await run(
      `select id, status, state, end_at, next_pay_at, next_charge_on, paid_until, amount, period_count, period_unit, service_id, title
       from payment_subscriptions order by id`,
    ),
    spans: await run(
      'select subscription_id, number, state, starts_on, ends_on, reason from subscription_spans order by 1, 2',
    ),
    places: await run(
      `select id, starts_on, ends_on, stopped_at is null as is_open, taken_out_at, max_consultation_count from user_streams order by id`,
    ),
    points: await run('select user_id, sum(amount)::int as sum from user_scores group by 1 order by 1'),
    ledger: await run('select * from ledger_entries order by id'),
  }
}

/** One of everything: whole, in parts, refunded in part and wholly, disputed and won, by hand, subscriptions in each state. */
async function buyEverything() {
  const learner = await newLearner()
  const buy = async (
    fields: Parameters<typeof shop.service>[1],
    ...how: [card?: 'works' | 'noFundsLater', body?: object]
  ) => shop.buy(learner, await shop.service({ EUR: 3000 }, fields), ...how)
  await buy({ courseId, accessDays: 300 })
  await buy({ consultations: 2 })
  await buy({ instalments: 3, points: 9 }, 'works', { is_in_instalments: true })
  await buy({ instalments: 3, points: 9 }, 'noFundsLater', { is_in_instalments: true })
  await refund((await buy({ points: 7 })).id, 1000)
  await refund((await buy({ points: 8, consultations: 4 })).id, 3000)
  for (const outcome of ['won', 'lost'] as const) {
    const disputed = await buy({ points: 6 })
    const payment = await paymentOf(disputed.id)
    const status = async () => (await learner.call('GET /orders/:id', { params: { id: disputed.id } })).data.status
    await shop.dispute(payment)
    await expect.poll(status, patience).toBe('disputed')
    await shop.closeDispute(payment, outcome)
    if (outcome === 'won') await expect.poll(status, patience).toBe('paid')
  }
  const service_id = await shop.service({ EUR: 500 })
  const hand = { user_id: learner.userId, service_id, currency: 'EUR', amount: 400, reason: 'Cash' }
  await admin.call('POST /studio/orders', { body: hand })
  const params = async (card?: 'works' | 'noFundsLater', trialDays = 0) => ({
    id: (await buy({ type: 'course_subscription', trialDays }, card)).subscription_id ?? 0,
  })
  await params('works', 60)
  await params('noFundsLater')
  await learner.call('POST /payment-subscriptions/:id/pause', { params: await params() })
  const body = { reason_type: 'break', reason: 'I need a break' } as const
  await learner.call('POST /payment-subscriptions/cancel', { query: await params(), body })
  const waiting = await shop.service({ EUR: 1 })
  await learner.call('POST /order/:id', { params: { id: waiting }, body: {} })
  await day('2026-12-20')
  await day('2027-01-05')
  await shop.told()
  await openClubs(learner)
  return learner
}

test('access is derived: whatever is wiped of it, one command tells and mends the same, and finds nothing the next time [BIL-16]', async () => {
  const learner = await buyEverything()
  const kinds = await run<{ kind: string }>('select distinct kind from ledger_entries order by 1')
  expect(kinds.map(({ kind }) => kind)).toEqual(['chargeback', 'chargeback_reversal', 'payment', 'refund'])
  const papers = await run<{ kind: string }>('select distinct kind from receipts order by 1')
  expect(papers.map(({ kind }) => kind)).toEqual(['credit_note', 'receipt'])
  expect((await recompute())[0]).toMatch(/ 0 stood otherwise$/)
  const before = await derived(learner)
  expect(new Set(before.clubs.map(([, type]) => type))).toEqual(new Set(['owned', 'expired', 'hidden']))
  const states = new Set(before.subscriptions.map(row => (row as { state: string }).state))
  expect([...states].toSorted()).toEqual(expect.arrayContaining(['active', 'ended', 'past_due', 'paused', 'trial']))
  const wipes = [
    `update orders set status = 'closed', is_open = false, due_at = null`,
    'update orders set is_open = not is_open',
    `update payment_subscriptions set status = 'Created', state = 'created', end_at = null, next_pay_at = null, next_charge_on = null,
       paid_until = null, amount = null where order_id is not null`,
    'delete from subscription_spans',
  ]
  for (const wipe of wipes) {
    await run(wipe)
    const [told, ...wrong] = await recompute()
    expect(Number(/, (\d+) stood otherwise$/.exec(told ?? '')?.[1]), wipe).toBe(wrong.length)
    expect(wrong.length, wipe).toBeGreaterThan(3)
    expect(await derived(learner), wipe).toEqual(before)
    expect((await recompute())[0], wipe).toMatch(/ 0 stood otherwise$/)
  }
})

test('the check runs by itself once a night, on one node, mends what is wrong and logs it [BIL-16]', async () => {
  const logged: object[] = []
  const log = { warn: () => undefined, error: (facts: object) => logged.push(facts) } as never
  const paying = { ...shop.app.billing.paying, log }
  const at = (date: string, hours: number) => (shop.app.clock.now = new Date(date).setHours(hours, 10))
  at('2027-02-01T12:00:00Z', 3)
  await checkNightly(paying)
  expect(logged).toEqual([])
  const [order] = await run<{ id: number }>(
    `update orders set is_open = not is_open where id = (select max(id) from orders) returning id::int`,
  )
  at('2027-02-01T12:00:00Z', 4)
  await checkNightly(paying)
  at('2027-02-01T12:00:00Z', 15)
  await checkNightly(paying)
  expect(logged, 'it has been checked this night').toEqual([])
  at('2027-02-02T12:00:00Z', 2)
  await Promise.all([checkNightly(paying), checkNightly(paying)])
  expect(logged).toEqual([{ orders: [order?.id] }])
  at('2027-02-03T12:00:00Z', 18)
  await run('update orders set is_open = not is_open where id = $1', order?.id)
  await checkNightly(paying)
  expect(logged, 'a night was missed').toHaveLength(2)
  const work = feature.tidying?.({} as never, { paying } as never) ?? []
  expect(work.map(({ everyMs }) => everyMs)).toContain(3_600_000)
})
