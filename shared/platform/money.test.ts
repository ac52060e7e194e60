import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Language } from './contract.ts'
import {
  type Currency,
  currencies,
  decimalText,
  exponentOf,
  formatMoney,
  instalmentsOf,
  minorUnitsOf,
  mostAmount,
  readAmount,
  shareOf,
  typedAmount,
} from './money.ts'

const amount = fc.integer({ min: 0, max: mostAmount })
const currency = fc.constantFrom(...currencies)

test('an amount is written with the digits of its currency: none, two or three', () => {
  const written = (['JPY', 'USD', 'KWD'] as Currency[]).map(one => decimalText(1250, one))
  expect(written).toEqual(['1250', '12.50', '1.250'])
  expect([decimalText(5, 'USD'), decimalText(-5, 'KWD'), decimalText(0, 'JPY')]).toEqual(['0.05', '-0.005', '0'])
})

test('an amount is typed with the decimal sign of the language', () => {
  const typed = (['en', 'ru', 'es'] as const).map(language => typedAmount(1250, 'USD', language))
  expect(typed).toEqual(['12.50', '12,50', '12,50'])
})

test('what is written into a field is read back in every language', () => {
  fc.assert(
    fc.property(amount, currency, fc.constantFrom<Language>('en', 'ru', 'es'), (value, one, language) => {
      expect(readAmount(typedAmount(value, one, language), one, language)).toBe(value)
    }),
  )
})

test('an amount is shown as each language writes it, whole ones without cents', () => {
  const plain = (text: string) => text.replace(/\s/g, ' ')
  expect(plain(formatMoney(123_450, 'USD', 'en'))).toBe('$1,234.50')
  expect(plain(formatMoney(123_400, 'EUR', 'es'))).toBe('1234 €')
  expect(plain(formatMoney(123_450, 'RUB', 'ru'))).toBe('1 234,50 ₽')
  expect(plain(formatMoney(1250, 'JPY', 'en'))).toBe('¥1,250')
  expect(plain(formatMoney(99_999_999, 'KWD', 'en'))).toBe('KWD 99,999.999')
})

test('what is written is read as the same amount, whichever sign divides it', () => {
  fc.assert(
    fc.property(amount, currency, (one, of) => {
      expect(readAmount(decimalText(one, of), of, 'en')).toBe(one)
      expect(readAmount(decimalText(one, of).replace('.', ','), of, 'ru')).toBe(one)
    }),
  )
})

test('what is no amount of the currency is not read as one', () => {
  const read = (typed: string, of: Currency = 'USD') => readAmount(typed, of, 'en')
  expect([read('12'), read(' 1 234,5 '), read('99999999.99')]).toEqual([1200, 123_450, mostAmount])
  for (const typed of ['', '-1', '1.234', '1,000.00', '1e3', 'ten', '.5', '100000000', '99999999999'])
    expect(read(typed), typed).toBeUndefined()
  expect(read('12.5', 'JPY')).toBeUndefined()
  expect(read('1.2345', 'KWD')).toBeUndefined()
})

test('a sign that groups thousands in a language is not taken for the decimal one', () => {
  const dinars = (typed: string, language: Language) => readAmount(typed, 'KWD', language)
  expect([dinars('1,250', 'en'), dinars('1.250', 'es')]).toEqual([undefined, undefined])
  expect([dinars('1.250', 'en'), dinars('1,250', 'es'), dinars('1,250', 'ru'), dinars('1,25', 'en')]).toEqual([
    1250, 1250, 1250, 1250,
  ])
})

test('a share is rounded to the nearest unit, halves away from zero, without an error of large numbers', () => {
  expect(shareOf(0, 1, 3)).toBe(0)
  expect([shareOf(100, 1, 3), shareOf(100, 2, 3), shareOf(1, 1, 2), shareOf(-1, 1, 2), shareOf(5, 0, 7)]).toEqual([
    33, 67, 1, -1, 0,
  ])
  expect(shareOf(9_007_199_254_740_991, 3, 3)).toBe(9_007_199_254_740_991)
})

test('instalments add up to the whole, all but the last are equal, the last takes what is left', () => {
  expect(instalmentsOf(1000, 3)).toEqual([333, 333, 334])
  fc.assert(
    fc.property(amount, fc.integer({ min: 1, max: 60 }), (whole, count) => {
      const parts = instalmentsOf(whole, count)
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(whole)
      expect(new Set(parts.slice(0, -1)).size).toBeLessThanOrEqual(1)
      expect((parts.at(-1) ?? 0) - (parts[0] ?? 0)).toBeLessThan(count)
    }),
  )
})

test('a currency in which only an app store sells has its own digits, two where nothing else is known', () => {
  const digits = (codes: string) => codes.split(' ').map(code => exponentOf(code))
  expect(digits('ISK PYG RWF UGX VND XAF XOF')).toEqual([0, 0, 0, 0, 0, 0, 0])
  expect(digits('BHD IQD JOD OMR')).toEqual([3, 3, 3, 3])
  expect(digits('JPY EUR TND ZAR')).toEqual([0, 2, 3, 2])
  expect((['JPY', 'EUR', 'TND'] as const).map(minorUnitsOf)).toEqual([1, 100, 1000])
})
