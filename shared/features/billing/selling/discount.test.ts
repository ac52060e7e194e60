import { expect, test } from 'vitest'
import { type Discount, discountCode, discounted, discountRefusal, leavesTooLittle, taxIn } from './discount.ts'

const unlimited: Discount = {
  percent: 10,
  amount: null,
  currency: null,
  startsAt: null,
  endsAt: null,
  mostUses: null,
  uses: 5,
  serviceIds: [],
}
const course = { id: 7, currency: 'EUR' }

test.each<[string, Partial<Discount>, string | undefined]>([
  ['without any limit', {}, undefined],
  ['that begins in this moment', { startsAt: 100 }, undefined],
  ['that begins in the next', { startsAt: 101 }, 'discount_not_yet'],
  ['that ends in the next moment', { endsAt: 101 }, undefined],
  ['that ends in this one', { endsAt: 100 }, 'discount_over'],
  ['with one use left', { mostUses: 6 }, undefined],
  ['with no use left', { mostUses: 5 }, 'discount_used_up'],
  ['for this service among others', { serviceIds: [3, 7] }, undefined],
  ['for other services', { serviceIds: [3, 8] }, 'discount_foreign'],
  ['of an amount in the same currency', { percent: null, amount: 500, currency: 'EUR' }, undefined],
  ['of an amount in another currency', { percent: null, amount: 500, currency: 'USD' }, 'discount_foreign'],
])('a code %s: %o is refused as %s', (_name, fields, refusal) => {
  expect(discountRefusal({ ...unlimited, ...fields }, course, 100)).toBe(refusal)
})

test('a code takes its percent or its amount off a price, which never falls below nothing', () => {
  expect(discounted(9990, { percent: 15, amount: null }, 'EUR')).toBe(8491)
  expect(discounted(9990, { percent: 100, amount: null }, 'EUR')).toBe(0)
  expect(discounted(9990, { percent: null, amount: 500 }, 'EUR')).toBe(9490)
  expect(discounted(400, { percent: null, amount: 500 }, 'EUR')).toBe(0)
  expect(discounted(400, { percent: null, amount: null }, 'EUR'), 'a code of nothing').toBe(400)
})

test('what a code would leave below the least that can be paid is given; in dinars it leaves two digits', () => {
  expect(discounted(500, { percent: 90, amount: null }, 'EUR')).toBe(50)
  expect(discounted(500, { percent: 91, amount: null }, 'EUR')).toBe(0)
  expect(discounted(9990, { percent: 15, amount: null }, 'KWD')).toBe(8490)
})

test('a code says of which product it would leave less than can be paid, but not nothing', () => {
  const price = (currency: string, amount: number) => ({ currency, amount })
  const tea = { id: 1, prices: [price('EUR', 500), price('JPY', 100_000)] }
  const coffee = { id: 2, prices: [price('EUR', 1000)] }
  const found = (code: Partial<Parameters<typeof leavesTooLittle>[0]>) =>
    leavesTooLittle({ percent: null, amount: null, currency: null, service_ids: [], ...code }, [coffee, tea])
  expect(found({ percent: 91 })).toEqual({ service: tea, currency: 'EUR', left: 45 })
  expect(found({ amount: 451, currency: 'EUR' })).toMatchObject({ left: 49 })
  expect(found({ amount: 99_960, currency: 'JPY' })).toMatchObject({ currency: 'JPY', left: 40 })
  for (const fit of [
    { percent: 90 },
    { percent: 100 },
    { amount: 450, currency: 'EUR' },
    { amount: 451, currency: 'USD' },
  ])
    expect(found(fit)).toBeUndefined()
  expect(found({ percent: 91, service_ids: [2] })).toBeUndefined()
})

test('tax is contained in the price, not added to it', () => {
  expect(taxIn(12_000, 2000)).toBe(2000)
  expect(taxIn(9990, 2100)).toBe(1734)
  expect(taxIn(9990, 0)).toBe(0)
})

test('a code is stored in capitals and without spaces, wherever they were typed', () => {
  expect(discountCode('  spring 20\t26 ')).toBe('SPRING2026')
})
