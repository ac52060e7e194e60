import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openProvider } from '../open-provider.ts'
import { ProviderRefused, type Receipt } from '../provider.ts'
import { yooKassaRig } from '../testing/yookassa-rig.ts'

let rig: Awaited<ReturnType<typeof yooKassaRig>>
beforeAll(async () => {
  rig = await yooKassaRig()
})
afterAll(() => rig.close())

const soldAt = Date.parse('2026-11-23T12:00:00Z')
const receipt: Receipt = {
  email: 'ann@example.com',
  soldAt,
  items: [
    { description: 'Курс', amount: 100_00, taxPercent: 22 },
    { description: 'x'.repeat(200), amount: 50_05, taxPercent: undefined },
  ],
}
const asked = (more: object = {}) => ({
  key: randomUUID(),
  askedAt: rig.now(),
  amount: 150_05,
  currency: 'RUB' as const,
  description: 'A course',
  email: 'ann@example.com',
  language: 'ru' as const,
  returnUrl: 'https://school.test/back',
  cancelUrl: 'https://school.test/cancel',
  savesMethod: true,
  expiresInSeconds: 3600,
  receipt,
  ...more,
})
const items = [
  { description: 'Курс', quantity: '1', amount: { value: '100.00', currency: 'RUB' }, vat_code: 11 },
  { description: 'x'.repeat(128), quantity: '1', amount: { value: '50.05', currency: 'RUB' }, vat_code: 1 },
]

test('a payment, a later charge and a refund carry their receipts [BIL-20]', async () => {
  const sent = { customer: { email: 'ann@example.com' }, items, tax_system_code: 2 }
  const page = await rig.provider.openCheckout(asked())
  expect(rig.lastBody()).toMatchObject({ amount: { value: '150.05', currency: 'RUB' }, receipt: sent })
  await rig.pay(page)
  const { method, payment } = await rig.provider.read(page.id)
  const charge = await rig.provider.charge({ ...asked(), method: method?.token ?? '' })
  expect(charge.state).toBe('done')
  expect(rig.lastBody()).toMatchObject({ receipt: sent })
  const refund = await rig.provider.refund({ ...asked(), payment: payment?.id ?? '', isPending: false })
  expect(refund.state).toBe('done')
  expect(rig.lastBody()).toMatchObject({ receipt: sent })
})

test('a receipt that does not add up, and a rate that did not hold then, are refused', async () => {
  await expect(rig.provider.openCheckout(asked({ amount: 150_06 }))).rejects.toThrow(/receipt\.items/)
  const old = { ...receipt, items: [{ description: 'Курс', amount: 150_05, taxPercent: 20 }] }
  await expect(rig.provider.openCheckout(asked({ receipt: old }))).rejects.toThrow(ProviderRefused)
})

test('keys that YooKassa does not take are named as such, and not told', async () => {
  const keys = { shopId: '100500', secretKey: 'test_of-another' }
  const { address } = rig
  const other = openProvider('yookassa', keys, { address, clock: Date.now })
  await expect(other.read(randomUUID())).rejects.toThrow(/^YooKassa refuses this: invalid_credentials$/)
})
