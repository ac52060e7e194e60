import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { keepBilling } from '../keep-billing.ts'
import { yooKassaRig } from '../providers/testing/yookassa-rig.ts'
import { insertService } from '../shop/service-queries.ts'

const keys = { shopId: '100500', secretKey: 'test_of-this-school', taxSystem: '2' }
let rig: Awaited<ReturnType<typeof yooKassaRig>>
let app: TestApp
let learner: TestClient
let admin: TestClient

beforeAll(async () => {
  rig = await yooKassaRig()
  app = await startTestApp({ given: { billing: { sandboxUrl: undefined, providersAt: { yookassa: rig.address } } } })
  await app.billing.setAccount(app.db, { brandId: 'kurso', provider: 'yookassa', keys, merchant: '100500' })
  learner = await app.signIn({ email: 'anna@example.com', language: 'ru' })
  admin = await app.signIn({ role: 'admin' })
})
afterAll(async () => {
  await app.close()
  await rig.close()
})

const sent = () => rig.double.receipts.sent
const turn = () => keepBilling(app.billing.paying)
async function later(minutes: number) {
  app.clock.now += minutes * 60_000
  await turn()
}
const states = async () =>
  (await app.db.query<{ state: string }>({ text: 'select state from tax_receipts order by receipt_id' })).rows.map(
    ({ state }) => state,
  )

async function buy(taxRate: number) {
  const texts = { ru: { title: 'Хороший курс', description: '' } }
  const service = {
    brandId: 'kurso',
    type: 'course_buy' as const,
    texts,
    prices: { RUB: 10_000_00 },
    points: 5,
    taxRate,
  }
  const id = (await insertService(app.db, { service: JSON.stringify(service) }))?.id ?? 0
  const { data: order } = await learner.call('POST /order/:id', { params: { id }, body: { currency: 'RUB' } })
  const params = { id: order.id }
  await learner.call('POST /orders/:id/pay', { params, body: {} })
  const [payment] = [...rig.double.payments.keys()].slice(-1)
  await rig.pay({ id: payment } as never)
  const { data } = await learner.call('POST /orders/:id/check', { params })
  return { ...data, payment }
}

test('a receipt for the tax office goes with payment and refund, and is sent again until it is accepted [BIL-21, BIL-22]', async () => {
  rig.double.receipts.registration = 'canceled'
  const order = await buy(2200)
  expect(order.status).toBe('paid')
  await later(2)
  expect(sent()).toMatchObject([
    {
      type: 'payment',
      payment_id: order.payment,
      customer: { email: 'anna@example.com' },
      items: [{ amount: { value: '10000.00', currency: 'RUB' }, vat_code: 11 }],
      settlements: [{ type: 'cashless', amount: { value: '10000.00', currency: 'RUB' } }],
      tax_system_code: 2,
    },
  ])
  rig.double.receipts.registration = 'pending'
  await later(5)
  expect(sent()).toHaveLength(2)
  // It is being registered: another is not sent.
  await later(10)
  expect(sent()).toHaveLength(2)
  expect(await states()).toEqual(['waiting'])
  for (const receipt of sent()) receipt.status = 'succeeded'
  await later(30)
  expect(await states()).toEqual(['accepted'])
  await later(600)
  expect(sent()).toHaveLength(2)
  rig.double.receipts.registration = 'canceled'
  const body = { amount: 500_00, reason: 'A day was missed' }
  const { data } = await admin.call('POST /studio/orders/:id/refunds', { params: { id: order.id }, body })
  expect(data).toEqual({ left: 9_500_00, state: 'done' })
  rig.double.receipts.registration = 'succeeded'
  await later(2)
  const [refund] = rig.double.refunds
  expect(refund?.receipt).toMatchObject({ items: [{ amount: { value: '500.00' }, vat_code: 11 }] })
  expect(sent()[0]).toMatchObject({ type: 'refund', refund_id: refund?.id, items: [{ amount: { value: '500.00' } }] })
  await later(30)
  expect(await states()).toEqual(['accepted', 'accepted'])
})
