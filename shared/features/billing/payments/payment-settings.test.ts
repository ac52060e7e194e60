import { expect, test } from 'vitest'
import { currencies, formatMoney } from '#shared/platform/money.ts'
import { isTimeZone } from '#shared/platform/times.ts'
import { currencyZones } from './currency-zones.ts'
import { isCurrency, likelyCurrency, testAmount } from './payment-settings.ts'

test.each([
  ['Europe/Madrid', 'es', 'EUR'],
  ['Europe/London', 'en', 'GBP'],
  ['Asia/Novosibirsk', 'ru', 'RUB'],
  ['Asia/Almaty', 'ru', 'KZT'],
  ['America/Mexico_City', 'es', 'MXN'],
  ['America/Argentina/Cordoba', 'es', 'ARS'],
  ['America/Los_Angeles', 'es', 'USD'],
  ['Asia/Tokyo', 'en', 'JPY'],
  ['America/Bahia', 'en', 'BRL'],
  ['America/Bahia_Banderas', 'en', 'USD'],
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

test('a currency is found in each of its time zones, all of which exist, whatever the language', () => {
  const known = Intl.supportedValuesOf('timeZone')
  for (const currency of currencies) {
    const zones = currencyZones[currency]
    expect([currency, zones.length > 0]).toEqual([currency, true])
    for (const zone of zones) {
      const exact = zone.endsWith('/') ? known.find(name => name.startsWith(zone)) : zone
      expect([zone, isTimeZone(exact ?? '')]).toEqual([zone, true])
      if (!zone.endsWith('/')) expect([zone, likelyCurrency(zone, 'en')]).toEqual([zone, currency])
    }
  }
  expect([likelyCurrency('Australia/Perth', 'ru'), likelyCurrency('Europe/Vienna', 'ru')]).toEqual(['AUD', 'EUR'])
})

test('only the code of a currency in which schools sell is one', () => {
  expect(['EUR', 'eur', 'XXX', '', undefined, 5].map(isCurrency)).toEqual([true, false, false, false, false, false])
})
