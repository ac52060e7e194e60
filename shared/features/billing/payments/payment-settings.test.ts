import { expect, test } from 'vitest'
import { currencies, formatMoney } from '#shared/platform/money.ts'
import { likelyCurrency, testAmount } from './payment-settings.ts'

test.each([
  ['Europe/Madrid', 'es', 'EUR'],
  ['Europe/London', 'en', 'GBP'],
  ['Asia/Novosibirsk', 'ru', 'RUB'],
  ['Asia/Almaty', 'ru', 'KZT'],
  ['America/Mexico_City', 'es', 'MXN'],
  ['America/Argentina/Cordoba', 'es', 'ARS'],
  ['America/Los_Angeles', 'es', 'USD'],
  ['Asia/Tokyo', 'en', 'JPY'],
  ['UTC', 'ru', 'RUB'],
  ['UTC', 'es', 'EUR'],
  ['Mars/Base', 'en', 'USD'],
])('a school in %s that speaks %s most likely sells in %s', (timezone, language, currency) => {
  expect(likelyCurrency(timezone, language)).toBe(currency)
})

test('a test charge is small, and whole, in every currency', () => {
  for (const currency of currencies) expect(formatMoney(testAmount(currency), currency, 'en')).not.toMatch(/\.\d/)
  expect(['EUR', 'JPY', 'KWD'].map(code => testAmount(code as 'EUR'))).toEqual([100, 150, 1000])
})
