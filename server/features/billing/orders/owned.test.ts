import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertCourse } from '#server/app/testing/course-fixture.ts'
import { courseSchool, plannedCourse } from '#server/app/testing/course-school.ts'
import { openShop } from '#server/app/testing/shop.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let school: Awaited<ReturnType<typeof courseSchool>>
let courseId: number
let learner: TestClient

beforeAll(async () => {
  shop = await openShop()
  school = await courseSchool(shop.app)
  courseId = (await school.take(plannedCourse([{ title: 'Water' }]))).id
})
beforeEach(async () => {
  shop.app.clock.set('2026-12-01T10:00:00Z')
  learner = await shop.app.signIn()
  await shop.app.db.query({ text: `update sessions set expires_at = expires_at + interval '10 years'` })
})
afterAll(async () => {
  await school.remove()
  await shop.close()
})

const order = async (id: number, currency = 'EUR') =>
  (await learner.call('POST /order/:id', { params: { id }, body: { currency } })).data
const pay = (id: number) => learner.call('POST /orders/:id/pay', { params: { id }, body: {} })
const check = async (id: number) => (await learner.call('POST /orders/:id/check', { params: { id } })).data
const read = async (id: number) => (await learner.call('GET /orders/:id', { params: { id } })).data
const places = async () => (await learner.call('GET /user-course-streams')).data

/** Orders with a page of its own each, as of two tabs. */
async function opened(...ordered: [service: number, currency?: string][]) {
  const pages: { id: number; url: string }[] = []
  for (const [service, currency] of ordered) {
    const { id } = await order(service, currency)
    const { data } = await pay(id)
    pages.push({ id, url: data.attempt?.url ?? '' })
  }
  const [first = { id: 0, url: '' }, second = { id: 0, url: '' }] = pages
  return { first, second }
}

/** As with a provider whose pages cannot be closed: the page of an order is not asked about until it is paid. */
const keepPageOpen = (orderId: number) =>
  shop.app.db.query({
    text: `update payment_attempts p set ask_at = 'infinity', state = 'begun' from invoices i
      where i.id = p.invoice_id and i.order_id = $1`,
    values: [orderId],
  })

test('the page of an order that another took the place of is closed before the other’s opens [BIL-19, BIL-25]', async () => {
  const service = await shop.service({ EUR: 4900, USD: 5500 }, { courseId, accessDays: 30 })
  const { first, second } = await opened([service], [service, 'USD'])
  await shop.pay(first.url)
  expect(await check(first.id)).toMatchObject({ status: 'closed', paid: 0 })
  await shop.pay(second.url)
  expect(await check(second.id)).toMatchObject({ status: 'paid', paid: 5500, is_open: true })
  expect(await places()).toHaveLength(1)
})

test('what was paid in one tab meanwhile is not asked for in the other [BIL-25]', async () => {
  const service = await shop.service({ EUR: 4900, USD: 5500 }, { courseId, accessDays: 30 })
  const { first } = await opened([service])
  const { id } = await order(service, 'USD')
  await shop.pay(first.url)
  const refused = await pay(id)
  expect([refused.status, refused.data.code]).toEqual([409, 'already_owned'])
  expect(await read(id), 'nothing is left to be paid').toMatchObject({ status: 'closed', payable: null })
  expect(await read(first.id)).toMatchObject({ status: 'paid', is_open: true })
  expect(await places()).toHaveLength(1)
})

test('a course that was paid twice, for two offers at once, opens once, and the later payment is sent back whole [BIL-25]', async () => {
  const days = { courseId, accessDays: 30 }
  const [short, long] = [
    await shop.service({ EUR: 4900 }, { ...days, points: 5 }),
    await shop.service({ EUR: 9900 }, days),
  ]
  const { first, second } = await opened([short], [long])
  await Promise.all([shop.pay(first.url), shop.pay(second.url)])
  const settled = await Promise.all([check(first.id), check(second.id), shop.turn()])
  const open = settled.slice(0, 2).find(one => one?.is_open)
  const spare = [first.id, second.id].find(id => id !== open?.id) ?? 0
  expect((await read(spare)).is_spare).toBe(true)
  await expect.poll(async () => (await shop.turn(), read(spare))).toMatchObject({ status: 'refunded', is_open: false })
  expect((await read(spare)).refunded).toBe((await read(spare)).paid)
  expect(await read(open?.id ?? 0)).toMatchObject({ status: 'paid', is_open: true, refunded: 0 })
  expect(await places()).toMatchObject([{ id: open?.stream_id }])
  const { data } = await learner.call('GET /user-score/amount')
  expect(data.amount, 'only what is open gives its points').toBe(open?.id === first.id ? 5 : 0)
})

test('whether a buyer has it is asked of the course that was ordered, also when the product has another by now', async () => {
  const ordered = await shop.service({ EUR: 4900 }, { courseId, accessDays: 30 })
  const { first } = await opened([ordered])
  const elsewhere = (await insertCourse(shop.app.db, { stages: [{ days: [{}] }] })).id
  await shop.buy(learner, await shop.service({ EUR: 100 }, { courseId: elsewhere, accessDays: 30 }))
  await shop.app.db.query({ text: 'update services set course_id = $2 where id = $1', values: [ordered, elsewhere] })
  await shop.pay(first.url)
  expect(await check(first.id)).toMatchObject({ status: 'paid', is_open: true })
  expect(new Set((await places()).map(place => place.course_id))).toEqual(new Set([courseId, elsewhere]))
})

test('a page at an account that refuses everything now stops nobody from paying', async () => {
  const service = await shop.service({ EUR: 4900, USD: 5500 }, { courseId, accessDays: 30 })
  const { first } = await opened([service])
  const keys = { key: 'revoked', signingSecret: 'revoked' }
  const left = await shop.app.billing.setAccount(shop.app.db, {
    brandId: 'face',
    provider: 'sandbox',
    keys,
    merchant: '',
  })
  await shop.app.db.query({
    text: `update payment_attempts p set account_id = $2 from invoices i where i.id = p.invoice_id and i.order_id = $1`,
    values: [first.id, left],
  })
  const { id } = await order(service, 'USD')
  await shop.pay((await pay(id)).data.attempt?.url ?? '')
  expect(await check(id)).toMatchObject({ status: 'paid', is_open: true })
})

test('who has got a course elsewhere meanwhile is not reminded to pay for it', async () => {
  const service = await shop.service({ EUR: 4900 }, { courseId, accessDays: 30 })
  const { id } = await order(service)
  await shop.buy(learner, await shop.service({ EUR: 100 }, { courseId, accessDays: 30 }))
  shop.app.clock.set('2026-12-02T10:00:01Z')
  await shop.turn()
  const { rows } = await shop.app.db.query<{ reminded: boolean; letters: number }>({
    text: `select o.reminded_at is not null as reminded, (select count(*)::int from pgboss.job j
      where j.data::text like '%unpaid%' and j.data::text like '%' || o.id || '%') as letters from orders o where o.id = $1`,
    values: [id],
  })
  expect(rows).toEqual([{ reminded: true, letters: 0 }])
})

test.each([
  ['with its first payment', 0],
  ['with a trial', 14],
])(
  'of a subscription that was begun twice %s the later one ends at once and charges nothing [BIL-25]',
  async (_, trialDays) => {
    const monthly = { type: 'course_subscription', courseId, trialDays } as const
    const service = await shop.service({ EUR: 1000, USD: 1100 }, monthly)
    const { first } = await opened([service])
    await keepPageOpen(first.id)
    await shop.app.db.query({
      text: `update orders set status = 'closed', closes_at = now() where id = $1`,
      values: [first.id],
    })
    const { id } = await order(service, 'USD')
    await shop.pay((await pay(id)).data.attempt?.url ?? '')
    expect(await check(id)).toMatchObject({ status: 'paid', is_open: true })
    await shop.pay(first.url)
    await check(first.id)
    for (const day of ['2026-12-02', '2027-01-02', '2027-02-02']) {
      shop.app.clock.set(`${day}T10:00:00Z`)
      await shop.turn()
      await shop.turn()
    }
    const spare = await check(first.id)
    expect(spare).toMatchObject({ is_open: false, paid: trialDays ? 0 : 1000, refunded: trialDays ? 0 : 1000 })
    expect((await check(id)).paid).toBeGreaterThanOrEqual(2200)
    const { data } = await learner.call('GET /payment-subscription')
    expect(data.filter(({ is_active }) => is_active)).toMatchObject([{ id: (await read(id)).subscription_id }])
    expect((await places()).filter(({ status }) => status === 'open')).toHaveLength(1)
  },
)

/** A payment that is heard of after its subscription has ended, when the learner has another meanwhile. */
async function paidLate(service: number, meanwhile: number) {
  const first = await shop.buy(learner, service, 'noFundsLater')
  shop.app.clock.set('2027-01-01T10:00:00Z')
  await shop.turn()
  shop.app.clock.set('2027-01-14T23:59:00Z')
  const { data: late } = await pay(first.id)
  shop.app.clock.set('2027-01-15T00:05:00Z')
  expect((await check(first.id)).is_open, 'the days of grace are over').toBe(false)
  const second = await shop.buy(learner, meanwhile)
  expect(second).toMatchObject({ status: 'paid', is_open: true })
  await shop.pay(late.attempt?.url ?? '')
  await Promise.all([check(first.id), check(first.id), shop.turn()])
  return { first, second }
}

const monthly = { type: 'course_subscription' } as const
const yearly = { ...monthly, periodUnit: 'year' } as const

/** A club that subscriptions of these services open. */
const club = (...services: number[]) =>
  shop.app.db.query({
    text: `with c as (insert into communities (brand_id, titles, slug, chat_only, is_hidden, course_ids)
        values ('kurso', '{"en": "Club"}', 'club-' || gen_random_uuid(), false, false, '{}') returning id)
      insert into community_services (community_id, service_id) select c.id, n.id from c, unnest($1::bigint[]) n(id)`,
    values: [services],
  })

test.each([
  [
    'the same product',
    async () => {
      const service = await shop.service({ EUR: 1000 }, monthly)
      return [service, service]
    },
  ],
  [
    'another plan of the same course',
    async () => [
      await shop.service({ EUR: 1000 }, { ...monthly, courseId, accessDays: 365 }),
      await shop.service({ EUR: 1000 }, { ...yearly, courseId, accessDays: 365 }),
    ],
  ],
  [
    'another plan of the same club',
    async () => {
      const plans = [await shop.service({ EUR: 1000 }, monthly), await shop.service({ EUR: 1000 }, yearly)]
      await club(...plans)
      return plans
    },
  ],
])(
  'a payment that comes after its subscription has ended does not open it again beside a later one of %s, and goes back whole [BIL-25]',
  async (_, plans) => {
    const [service = 0, meanwhile = 0] = await plans()
    const { first, second } = await paidLate(service, meanwhile)
    await expect
      .poll(async () => (await shop.turn(), read(first.id)))
      .toMatchObject({ paid: 2000, refunded: 1000, is_open: false })
    const { data } = await learner.call('GET /payment-subscription')
    expect(data.filter(({ is_active }) => is_active)).toMatchObject([{ id: second.subscription_id }])
    expect(await read(second.id)).toMatchObject({ paid: 1000, refunded: 0, is_open: true })
  },
)

test.each([
  [
    'of another course',
    async () => {
      const elsewhere = (await insertCourse(shop.app.db, { stages: [{ days: [{}] }] })).id
      return [
        await shop.service({ EUR: 1000 }, { ...monthly, courseId, accessDays: 365 }),
        await shop.service({ EUR: 1000 }, { ...monthly, courseId: elsewhere, accessDays: 365 }),
      ]
    },
  ],
  [
    'without its club',
    async () => {
      const service = await shop.service({ EUR: 1000 }, monthly)
      await club(service)
      return [service, await shop.service({ EUR: 1000 }, yearly)]
    },
  ],
  [
    'without its consultation',
    async () => {
      const service = await shop.service({ EUR: 1000 }, monthly)
      await shop.app.db.query({ text: 'update services set consultations = 1 where id = $1', values: [service] })
      return [service, await shop.service({ EUR: 1000 }, yearly)]
    },
  ],
  [
    'of a course alone',
    async () => [
      await shop.service({ EUR: 1000 }, monthly),
      await shop.service({ EUR: 1000 }, { ...monthly, courseId, accessDays: 365 }),
    ],
  ],
  [
    'of the app alone',
    async () => [
      await shop.service({ EUR: 1000 }, monthly),
      await shop.service({ EUR: 1000 }, { ...monthly, isGeneral: true }),
    ],
  ],
])('what is paid late is used beside a subscription %s', async (_, plans) => {
  const [service = 0, meanwhile = 0] = await plans()
  const { first, second } = await paidLate(service, meanwhile)
  await shop.turn()
  expect(await read(first.id)).toMatchObject({ paid: 2000, refunded: 0, is_open: true })
  expect(await read(second.id)).toMatchObject({ paid: 1000, refunded: 0, is_open: true })
})

test('what the school could not send back by itself staff see as failed, and send again', async () => {
  const days = { courseId, accessDays: 30 }
  const { first, second } = await opened(
    [await shop.service({ EUR: 4900 }, days)],
    [await shop.service({ EUR: 9900 }, days)],
  )
  await shop.pay(first.url)
  await shop.pay(second.url)
  await check(first.id)
  await check(second.id)
  await shop.turn()
  expect(await read(second.id)).toMatchObject({ status: 'refunded', refunded: 9900 })
  const admin = await shop.app.signIn({ role: 'admin' })
  const params = { id: second.id }
  const story = async () => (await admin.call('GET /studio/orders/:id', { params })).data
  await shop.failRefund((await story()).entries.find(({ kind }) => kind === 'refund')?.object_id ?? '')
  await expect.poll(story, { timeout: 10_000 }).toMatchObject({ refunded: 0, left: 9900, is_open: false })
  await shop.turn()
  const [failed] = (await story()).refunds
  expect(failed).toMatchObject({ state: 'failed', amount: 9900, actor: null, cause: 'excess', reason: '' })
  const send = (id: number, amount: number, cause: 'excess' | 'unused', idempotencyKey = randomUUID()) =>
    admin.call('POST /studio/orders/:id/refunds', { params: { id }, body: { amount, cause }, idempotencyKey })
  const refused = { status: 422, data: { code: 'invalid_input', errors: { cause: expect.any(Array) } } }
  expect(await send(first.id, 100, 'excess'), 'nothing of it went back by itself').toMatchObject(refused)
  expect(await send(second.id, 9900, 'unused'), 'it went back for another cause').toMatchObject(refused)
  expect((await story()).left).toBe(9900)
  const key = randomUUID()
  for (const _ of ['once', 'again'])
    expect((await send(second.id, 9000, 'excess', key)).data).toEqual({ left: 900, state: 'done' })
  expect((await send(second.id, 900, 'excess')).data).toEqual({ left: 0, state: 'done' })
  expect(await story()).toMatchObject({ status: 'refunded', refunded: 9900 })
  const { refunds, audit } = await story()
  expect(refunds.at(-1)).toMatchObject({ cause: 'excess', reason: '', actor: { id: admin.userId } })
  expect(audit[0]).toMatchObject({ action: 'order.refund', detail: { amount: 900, currency: 'EUR', cause: 'excess' } })
  expect(await read(first.id)).toMatchObject({ status: 'paid', is_open: true })
})
