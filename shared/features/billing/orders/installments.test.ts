import { expect, test } from 'vitest'
import { installmentState, isDivisible, partsOf } from './installments.ts'

test.each([
  ['overdue', 3300, 'overdue'],
  ['paid', 9899, 'active'],
  ['paid', 9900, 'paid'],
  ['waiting', 0, 'active'],
  ['closed', 0, 'cancelled'],
  ['refunded', 9900, 'cancelled'],
  ['disputed', 9900, 'cancelled'],
] as const)('an order in instalments that is %s, with %i of 9900 paid, is %s', (status, paid, state) => {
  expect(installmentState(status, paid, 9900)).toBe(state)
})

test('parts are equal but for the last, which takes the remainder, and a period apart', () => {
  expect(partsOf({ amount: 10_000, currency: 'EUR', count: 3 }, '2027-01-31', { count: 1, unit: 'month' })).toEqual([
    { amount: 3333, dueOn: '2027-01-31' },
    { amount: 3333, dueOn: '2027-02-28' },
    { amount: 3334, dueOn: '2027-03-31' },
  ])
})

test('each part can be paid: it is not below the least, and of dinars it has two digits', () => {
  const divides = (amount: number, count: number) => isDivisible({ amount, currency: 'EUR', count })
  expect([divides(150, 3), divides(149, 3), divides(30, 1), divides(0, 1)]).toEqual([true, false, true, false])
  const dinars = { amount: 100_000, currency: 'KWD', count: 3 }
  expect(partsOf(dinars, '2027-01-31', { count: 1, unit: 'month' }).map(({ amount }) => amount)).toEqual([
    33_330, 33_330, 33_340,
  ])
})
