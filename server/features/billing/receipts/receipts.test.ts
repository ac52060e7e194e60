import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { outboxFolder } from '#server/app/messengers.ts'
import { openShop } from '#server/app/testing/shop.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { lettersIn } from '#server/features/notifications/testing/letters.ts'
import { settle } from '../orders/settle.ts'
import { insertEntry } from '../payments/attempts.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let admin: TestClient
let learner: TestClient

beforeAll(async () => {
  shop = await openShop()
})
beforeEach(async () => {
  shop.app.clock.set('2026-12-01T10:00:00Z')
  admin = await shop.app.signIn({ role: 'admin' })
  learner = await shop.app.signIn({ language: 'ru', email: `buyer-${Date.now()}@example.com` })
  await shop.app.db.query({ text: `update sessions set expires_at = expires_at + interval '10 years'` })
})
afterAll(() => shop.close())

type Numbered = { brand_id: string; kind: string; is_trial: boolean; number: number; entry_id: number; code: string }
const query = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await shop.app.db.query<Row>({ text, values })).rows
const numbered = () =>
  query<Numbered>('select brand_id, kind, is_trial, number, entry_id, code from receipts order by id')
const receipt = (id: number, by = learner) => by.call('GET /receipts/:id', { params: { id } })
const order = async (id: number, by = learner) => (await by.call('GET /orders/:id', { params: { id } })).data
const refund = (id: number, amount: number) =>
  admin.call('POST /studio/orders/:id/refunds', { params: { id }, body: { amount, reason: 'A day was missed' } })
const byHand = (service_id: number, amount: number, user = learner) =>
  admin.call('POST /studio/orders', {
    body: { user_id: user.userId, service_id, currency: 'EUR', amount, reason: 'In cash' },
  })
const letters = async () =>
  (await lettersIn(outboxFolder(shop.app.dataDir))).filter(({ text }) => text.includes('/receipts/'))
const setSeller = (seller: string) =>
  admin.call('PUT /studio/payments/terms', {
    body: { currency: 'EUR', grace_days: 14, reminds_unpaid: true, seller },
  })

/** Every line of the ledger has one receipt, and each series goes from 1 on without a gap. */
async function expectNoGaps() {
  const rows = await numbered()
  const [entries] = await query<{ count: number }>('select count(*)::int as count from ledger_entries')
  expect(new Set(rows.map(({ entry_id }) => entry_id)).size).toBe(entries?.count)
  expect(rows).toHaveLength(entries?.count ?? 0)
  const seriesOf = ({ brand_id, kind, is_trial }: Numbered) => `${brand_id} ${kind} ${is_trial}`
  for (const series of new Set(rows.map(seriesOf))) {
    const numbers = rows.flatMap(row => (seriesOf(row) === series ? [row.number] : [])).toSorted((a, b) => a - b)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  }
}

test('a payment has a receipt, a refund a credit note, each with its tax and in its own series [BIL-21]', async () => {
  await setSeller('Good School GmbH\nVAT DE123456789')
  const id = await shop.service({ EUR: 12_100 }, { taxRate: 2100 })
  const bought = await shop.buy(learner, id)
  expect(bought.receipts).toMatchObject([{ kind: 'receipt', number: 'TEST-R-000001', amount: 12_100 }])
  const { id: first = 0 } = bought.receipts[0] ?? {}
  const told = (await receipt(first)).data
  expect(told).toMatchObject({
    entry: 'payment',
    seller: 'Good School GmbH\nVAT DE123456789',
    buyer: expect.stringContaining('Test Person'),
    title: 'Хороший курс',
    order_id: bought.id,
    tax: 2100,
    tax_rate: 2100,
    lines: [{ kind: 'price', amount: 12_100 }],
    corrects: null,
    is_sandbox: true,
  })
  await setSeller('Another School Ltd')
  await refund(bought.id, 605)
  const after = await order(bought.id)
  expect(after.receipts).toMatchObject([
    { kind: 'receipt' },
    { kind: 'credit_note', number: 'TEST-C-000001', amount: 605 },
  ])
  const note = (await receipt(after.receipts[1]?.id ?? 0)).data
  const expected = { entry: 'refund', seller: 'Another School Ltd', amount: 605, tax: 105 }
  expect(note).toMatchObject({ ...expected, corrects: { id: first, number: 'TEST-R-000001' } })
  // What was issued stays as it was.
  expect((await receipt(first)).data).toEqual(told)
  const story = (await admin.call('GET /studio/orders/:id', { params: { id: bought.id } })).data
  expect(story.receipts).toEqual(after.receipts)
  expect((await admin.call('GET /studio/receipts/:id', { params: { id: first } })).data).toEqual(told)
})

test('a receipt is read by who bought and by staff of the school, and by nobody else', async () => {
  const bought = await shop.buy(learner, await shop.service({ EUR: 100 }))
  const id = bought.receipts[0]?.id ?? 0
  const other = await shop.app.signIn()
  const elsewhere = await shop.app.signIn({ role: 'admin', brandId: 'face' })
  const expert = await shop.app.signIn({ role: 'expert' })
  expect((await receipt(id)).status).toBe(200)
  expect((await receipt(id, other)).status).toBe(404)
  expect((await receipt(id, shop.app.visitor)).status).toBe(401)
  const staff = (by: TestClient) => by.call('GET /studio/receipts/:id', { params: { id } })
  expect([(await staff(elsewhere)).status, (await staff(expert)).status]).toEqual([401, 403])
})

test('each receipt is e-mailed once, in the buyer’s language, with the way to its page [BIL-21]', async () => {
  const bought = await shop.buy(learner, await shop.service({ EUR: 12_100 }, { taxRate: 2100 }))
  await refund(bought.id, 605)
  const { receipts } = await order(bought.id)
  const mine = async () =>
    (await letters()).filter(({ text }) => receipts.some(({ id }) => new RegExp(`/receipts/${id}\\s`).test(text)))
  await expect.poll(async () => (await mine()).length, { timeout: 15_000 }).toBe(2)
  const texts = (await mine()).map(({ subject, text }) => `${subject}\n${text}`).toSorted()
  const [first = '', second = ''] = texts[0]?.startsWith('Квитанция TEST') ? texts : texts.toReversed()
  expect(first).toMatch(/^Квитанция TEST-R-\d{6}: Хороший курс/)
  expect(first).toMatch(/121\s€/)
  expect(first).toMatch(/В том числе налог 21%: 21\s€/)
  expect(first).toContain('деньги не списывались')
  expect(second).toMatch(/^Квитанция о возврате TEST-C-\d{6}: Хороший курс/)
  expect(second).toMatch(/6,05\s€/)
  await shop.turn()
  expect(await mine()).toHaveLength(2)
})

test('numbers have no gaps under parallel payments, refunds and transactions that are rolled back [BIL-21]', async () => {
  const service = await shop.service({ EUR: 5000 }, { points: 1 })
  const people = await Promise.all(Array.from({ length: 24 }, () => shop.app.signIn()))
  const brokenOff = async (orderId: number, index: number) => {
    await shop.app.db.inTransaction(async tx => {
      const [invoice] = await tx
        .query<{ id: number }>({ text: 'select id from invoices where order_id = $1', values: [orderId] })
        .then(({ rows }) => rows)
      const line = { invoiceId: invoice?.id ?? 0, attemptId: null, fee: null, accountId: null, happenedAt: 0 }
      await insertEntry(tx, { ...line, kind: 'refund', amount: 1, objectId: `broken off ${index}` })
      await settle(tx, orderId, shop.app.clock.now, shop.app.billing.paying.listeners)
      const [made] = (
        await tx.query<{ count: number }>({
          text: `select count(*)::int as count from receipts r join ledger_entries e on e.id = r.entry_id where e.object_id = $1`,
          values: [`broken off ${index}`],
        })
      ).rows
      expect(made?.count).toBe(1)
      throw new Error('The machine stops')
    })
  }
  await Promise.all(
    people.map(async (person, index) => {
      const { data } = await byHand(service, 5000, person)
      const work = [refund(data.id, 1000), brokenOff(data.id, index).catch(() => undefined), refund(data.id, 500)]
      const [one, , two] = await Promise.all(work)
      expect([one, two].map(answer => (answer as { status: number }).status)).toEqual([200, 200])
    }),
  )
  await expectNoGaps()
  const real = (await numbered()).filter(({ is_trial }) => !is_trial)
  expect(real.filter(({ kind }) => kind === 'receipt')).toHaveLength(24)
  expect(real.filter(({ kind }) => kind === 'credit_note')).toHaveLength(48)
  expect(real.every(({ code }) => /^[RC]-\d{6}$/.test(code))).toBe(true)
})

test('each brand numbers its receipts from 1 on by itself, however many another has [BIL-21]', async () => {
  const ofKurso = await shop.service({ EUR: 5000 })
  const ofFace = await shop.service({ EUR: 5000 }, { brandId: 'face' })
  const keeper = await shop.app.signIn({ role: 'admin', brandId: 'face' })
  const buyer = await shop.app.signIn({ brandId: 'face' })
  const body = { user_id: buyer.userId, service_id: ofFace, currency: 'EUR', amount: 5000, reason: 'In cash' } as const
  const numberOf = async (id: number, by: TestClient, appId: string) =>
    (await by.call('GET /studio/orders/:id', { params: { id }, appId })).data.receipts.map(one => one.number)
  const before = (await byHand(ofKurso, 5000)).data.id
  const first = (await keeper.call('POST /studio/orders', { body, appId: 'face' })).data.id
  const between = (await byHand(ofKurso, 5000, await shop.app.signIn())).data.id
  const gone = { amount: 5000, reason: 'Ill' }
  await keeper.call('POST /studio/orders/:id/refunds', { params: { id: first }, body: gone, appId: 'face' })
  const second = (await keeper.call('POST /studio/orders', { body, appId: 'face' })).data.id
  expect(await numberOf(first, keeper, 'face')).toEqual(['R-000001', 'C-000001'])
  expect(await numberOf(second, keeper, 'face')).toEqual(['R-000002'])
  const [own, next] = [await numberOf(before, admin, 'kurso'), await numberOf(between, admin, 'kurso')]
  const count = (code = '') => Number(code.slice('R-'.length))
  expect(count(next[0])).toBe(count(own[0]) + 1)
  await expectNoGaps()
})

test('what was paid before there were receipts is numbered in its order', async () => {
  const id = await shop.service({ EUR: 4900 })
  for (const amount of [100, 200]) await refund((await shop.buy(await shop.app.signIn(), id)).id, amount)
  // What still reads receipts would be in the way of dropping them.
  await shop.told()
  const unfinished = `select name from pgboss.job where name = any($1) and state < 'completed'`
  const ofReceipts = ['handle-payment-event', 'send-receipt']
  await expect.poll(() => query(unfinished, ofReceipts), { timeout: 20_000 }).toEqual([])
  const before = await numbered()
  const folder = join(import.meta.dirname, '../migrations')
  const texts = await Promise.all(
    ['20261125-1000-receipts.sql', '20261125-1010-tax-receipts.sql'].map(name => readFile(join(folder, name), 'utf8')),
  )
  await query('drop table tax_receipts, receipt_buyers, receipts, receipt_series')
  await query('drop function refuse_receipt_change')
  for (const text of texts) await query(text)
  await expectNoGaps()
  const after = await numbered()
  expect(after).toHaveLength(before.length)
  const ofSeries = after.filter(({ kind, is_trial }) => kind === 'receipt' && is_trial)
  expect(ofSeries.map(({ entry_id }) => entry_id)).toEqual(
    ofSeries.map(({ entry_id }) => entry_id).toSorted((a, b) => a - b),
  )
  await shop.buy(learner, id)
  await expectNoGaps()
})

test('an erased person’s receipts stay with number, day and amount, without the name', async () => {
  const email = `leaving-${Date.now()}@example.com`
  const leaving = await shop.app.signIn({ email })
  const bought = await shop.buy(leaving, await shop.service({ EUR: 700 }))
  const params = { id: bought.receipts[0]?.id ?? 0 }
  const before = (await admin.call('GET /studio/receipts/:id', { params })).data
  const erased = await admin.call('POST /studio/users/:id/erase', {
    params: { id: leaving.userId },
    body: { confirm: email },
  })
  expect(erased.status).toBe(200)
  expect((await admin.call('GET /studio/receipts/:id', { params })).data).toEqual({ ...before, buyer: null })
  await refund(bought.id, 700)
  const story = (await admin.call('GET /studio/orders/:id', { params: { id: bought.id } })).data
  expect(story.receipts).toMatchObject([{ kind: 'receipt' }, { kind: 'credit_note' }])
  await expectNoGaps()
})

test('receipts cannot be changed or taken away, as the ledger cannot', async () => {
  await shop.buy(learner, await shop.service({ EUR: 700 }))
  await expect(query('update receipts set number = number + 1')).rejects.toThrow(/stay as they are/)
  await expect(query('delete from receipts')).rejects.toThrow(/stay as they are/)
  await expect(query('update ledger_entries set amount = 1')).rejects.toThrow(/stay as they are/)
})
