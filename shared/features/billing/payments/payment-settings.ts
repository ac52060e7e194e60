import { type Currency, currencies, minorUnitsOf } from '#shared/platform/money.ts'
import { stores } from '../stores/app-store.ts'
import { currencyZones } from './currency-zones.ts'

export const providers = ['sandbox', 'stripe', 'yookassa'] as const
export type ProviderName = (typeof providers)[number]
/** Through whom money comes in: the providers, and the stores that sell in the app. */
export const payees = [...providers, ...stores] as const

/** What a test charge takes in whole units where one is not enough: providers refuse less, or it would be next to nothing. */
const wholeUnits: Partial<Record<Currency, number>> = {
  AED: 5,
  ARS: 1500,
  BRL: 5,
  CLP: 1000,
  COP: 5000,
  CZK: 25,
  DKK: 10,
  GEL: 3,
  HUF: 400,
  ILS: 5,
  INR: 100,
  JPY: 150,
  KRW: 1500,
  KZT: 500,
  MXN: 20,
  NOK: 15,
  PEN: 4,
  PLN: 5,
  RON: 5,
  RSD: 120,
  RUB: 10,
  SEK: 15,
  TND: 3,
  TRY: 50,
  UYU: 50,
}

/** The amount of a test charge, in minor units. */
export const testAmount = (currency: Currency): number => (wholeUnits[currency] ?? 1) * minorUnitsOf(currency)

export const isCurrency = (text: unknown): text is Currency => currencies.some(code => code === text)

const ofLanguage: Record<string, Currency> = { ru: 'RUB', es: 'EUR' }

/** The currency in which a school of this time zone and language most likely sells; the most exact zone counts. */
export function likelyCurrency(timezone: string, language: string): Currency {
  const fits = currencies.flatMap(code => currencyZones[code].map(zone => ({ code, zone })))
  const [best] = fits
    .filter(({ zone }) => (zone.endsWith('/') ? timezone.startsWith(zone) : timezone === zone))
    .toSorted((one, other) => other.zone.length - one.zone.length)
  return best?.code ?? ofLanguage[language] ?? 'USD'
}
