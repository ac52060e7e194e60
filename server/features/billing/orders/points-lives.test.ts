import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop } from '#server/app/testing/shop.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { awardScore } from '#server/features/points/queries.ts'
import { recomputeOrders } from '../recompute.ts'

const price = 10_000
const lives = 6
const steps = 14
const dayMs = 86_400_000

let shop: Awaited<ReturnType<typeof openShop>>
let admin: TestClient
let services: number[]
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.app.signIn({ role: 'admin' })
  const body = {
    currency: 'EUR',
    grace_days: 14,
    reminds_unpaid: true,
    point_values: [{ currency: 'EUR', amount: 150 }],
  }
  expect((await admin.call('PUT /studio/payments/terms', { body })).status).toBe(200)
  services = await Promise.all(
    Array.from({ length: 3 }, () => shop.service({ EUR: price }, { points: 0, consultations: 1, instalments: 2 })),
  )
  // Each life has two of its periods.
  const short = { type: 'course_subscription', points: 0, periodCount: 2, periodUnit: 'day' } as const
  services.push(await shop.service({ EUR: price }, short))
})
afterAll(() => shop.close())

/** The same numbers for the same seed. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

type Life = { client: TestClient; roll: (sides: number) => number; earned: number }

const orders = async ({ client }: Life) => (await client.call('GET /orders')).data
const balanceOf = async ({ client }: Life) => (await client.call('GET /user-score/amount')).data.amount
const pick = <One>({ roll }: Life, list: readonly One[]) => list[roll(list.length)]

/** What the bank has decided about once stays so. */
const onlyOnce = () => undefined

/** The provider’s objects in the books of somebody’s orders; refunds only where no points are to be spent again after them. */
async function entriesOf({ client }: Life, kind: 'payment' | 'refund'): Promise<string[]> {
  const { rows } = await shop.app.db.query<{ object_id: string }>({
    text: `select e.object_id from ledger_entries e join invoices i on i.id = e.invoice_id join orders o on o.id = i.order_id
      where o.user_id = $1 and e.kind = $2 and ($2 = 'payment' or o.points_spent = 0) order by e.id`,
    values: [client.userId, kind],
  })
  return rows.map(row => row.object_id)
}

/** Waits until all that the provider has told is written down. */
async function heard() {
  await shop.told()
  const text = 'select count(*)::int as count from provider_events where handled_at is null'
  await expect
    .poll(async () => (await shop.app.db.query<{ count: number }>({ text })).rows[0]?.count, { timeout: 30_000 })
    .toBe(0)
}

/** What may happen to somebody's orders; each answers nothing, whether it could happen or not. */
const events: ((life: Life) => Promise<unknown>)[] = [
  async life => {
    const points = 50 + life.roll(800)
    life.earned += points * (await awardScore(shop.app.db, life.client.userId, points, `gift ${life.earned} ${points}`))
  },
  // From two devices at once.
  async life =>
    Promise.all(
      [life.roll(4), life.roll(4)].map(at =>
        life.client.call('POST /order/:id', {
          params: { id: services[at] ?? 0 },
          body: { points: life.roll(2) ? 200 + life.roll(600) : 200, is_in_instalments: life.roll(2) === 1 },
        }),
      ),
    ),
  async life => {
    const waiting = pick(
      life,
      (await orders(life)).filter(({ payable }) => payable),
    )
    if (!waiting) return
    const params = { id: waiting.id }
    const { data } = await life.client.call('POST /orders/:id/pay', { params, body: {} })
    if (data.attempt?.url && life.roll(4)) await shop.pay(data.attempt.url)
    await life.client.call('POST /orders/:id/check', { params })
  },
  async life => {
    const paid = pick(
      life,
      (await orders(life)).filter(order => order.paid > order.refunded),
    )
    if (!paid) return
    const left = paid.paid - paid.refunded
    const body = { amount: life.roll(3) ? 1 + life.roll(left) : left, reason: 'Asked for it' }
    await admin.call('POST /studio/orders/:id/refunds', { params: { id: paid.id }, body })
  },
  // A bank takes a payment back, be it of a period that is over, or decides about one.
  async life => {
    const payment = pick(life, await entriesOf(life, 'payment'))
    if (!payment) return
    const outcome = life.roll(2) ? 'won' : 'lost'
    await shop.dispute(payment).catch(() => shop.closeDispute(payment, outcome).catch(onlyOnce))
    await heard()
  },
  // A refund comes back.
  async life => {
    const refund = pick(life, await entriesOf(life, 'refund'))
    if (refund) await shop.failRefund(refund).catch(onlyOnce)
    await heard()
  },
  async life => {
    const point_values = [{ currency: 'EUR', amount: 150 }]
    const body = { currency: 'EUR', grace_days: life.roll(20), reminds_unpaid: true, point_values }
    expect((await admin.call('PUT /studio/payments/terms', { body })).status).toBe(200)
  },
  async life => {
    shop.app.clock.set(new Date(shop.app.clock.now + life.roll(5) * dayMs).toISOString())
    await shop.turn()
  },
]

/** Whether both ledgers are exact: no point and no cent is lost, doubled, or below zero. */
async function check(life: Life) {
  const all = await orders(life)
  let held = 0
  for (const { status, amount, points_spent: spent, points_returned: returned, paid, refunded, ...order } of all) {
    expect(amount + order.points_discount).toBe(price)
    expect(order.points_discount).toBe(Math.min(price, Math.floor(spent * 1.5)))
    expect(refunded).toBeLessThanOrEqual(paid)
    const isPeriodic = order.subscription_id !== null
    expect(paid).toBeLessThanOrEqual(isPeriodic ? order.invoices.reduce((sum, one) => sum + one.amount, 0) : amount)
    const isGivenUp = status === 'closed' || status === 'refunded'
    const back = isPeriodic ? (order.invoices[0]?.refunded ?? 0) : refunded
    const share = amount === 0 ? 0 : Number((BigInt(spent) * BigInt(back)) / BigInt(amount))
    expect(returned, `${status} ${order.id}`).toBe(isGivenUp ? spent : share)
    held += spent - returned
  }
  const balance = await balanceOf(life)
  expect(balance).toBeGreaterThanOrEqual(0)
  expect(balance).toBe(life.earned - held)
}

test('the balance of points and the money are exact through any life of orders [PTS-03, PTS-04]', async () => {
  for (let seed = 1; seed <= lives; seed++) {
    const life: Life = { client: await shop.app.signIn(), roll: dice(seed * 7919), earned: 0 }
    await shop.app.db.query({ text: `update sessions set expires_at = expires_at + interval '10 years'` })
    for (let step = 0; step < steps; step++) {
      const event = pick(life, step === 0 ? events.slice(0, 1) : events)
      await event?.(life)
      await check(life)
    }
  }
  const { count, wrong } = await recomputeOrders(
    shop.app.db,
    () => shop.app.clock.now,
    shop.app.billing.paying.listeners,
  )
  expect(count).toBeGreaterThan(lives)
  expect(wrong).toEqual([])
}, 180_000)
