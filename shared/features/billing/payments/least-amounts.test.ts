import { expect, test } from 'vitest'
import { currencies } from '#shared/platform/money.ts'
import { amountFault, leastAmount, restOf } from './least-amounts.ts'
import { testAmount } from './payment-settings.ts'

test('an amount can be charged from the least of its currency on, and with two digits after the point', () => {
  expect([amountFault(0, 'USD'), amountFault(49, 'USD'), amountFault(50, 'USD')]).toEqual([
    undefined,
    'too_small',
    undefined,
  ])
  expect(['KWD', 'TND'].map(currency => amountFault(9995, currency))).toEqual(['unround', 'unround'])
  expect([amountFault(9990, 'KWD'), amountFault(9995, 'EUR'), amountFault(199, 'KWD')]).toEqual([
    undefined,
    undefined,
    'too_small',
  ])
})

test('a test charge can be made in every currency', () => {
  for (const currency of currencies)
    expect([currency, amountFault(testAmount(currency), currency)]).toEqual([currency, undefined])
})

test.each([
  [1000, 0, 'EUR', 1000],
  [1000, 950, 'EUR', 50],
  [1000, 951, 'EUR', 0],
  [1000, 1200, 'EUR', 0],
  [9990, 1, 'KWD', 9980],
  [9990, 9791, 'KWD', 0],
  // A price that nobody can pay does not become a gift by itself.
  [30, 0, 'EUR', 30],
])('of %i, when %i %s are taken off, %i are to be paid', (price, taken, currency, rest) => {
  expect(restOf(price, taken, currency)).toBe(rest)
})

test('in a currency of app stores alone there is no least', () => expect(leastAmount('ISK')).toBe(1))
