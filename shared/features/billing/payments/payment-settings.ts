import { stores } from '../stores/app-store.ts'
import { type Currency, currencies, minorUnitsOf } from '#shared/platform/money.ts'

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
  TRY: 50,
  UYU: 50,
}

/** The amount of a test charge, in minor units. */
export const testAmount = (currency: Currency): number => (wholeUnits[currency] ?? 1) * minorUnitsOf(currency)

export const isCurrency = (text: unknown): text is Currency => currencies.some(code => code === text)

/** Where each currency is money, by time zones; `Europe/` that is named nowhere is the euro's. */
const zones: Partial<Record<Currency, readonly string[]>> = {
  AED: ['Asia/Dubai'],
  ARS: ['America/Argentina/', 'America/Buenos_Aires'],
  AUD: ['Australia/'],
  BRL: ['America/Sao_Paulo', 'America/Bahia', 'America/Fortaleza', 'America/Recife', 'America/Manaus', 'America/Belem'],
  CAD: [
    'America/Toronto',
    'America/Vancouver',
    'America/Montreal',
    'America/Edmonton',
    'America/Winnipeg',
    'America/Halifax',
  ],
  CHF: ['Europe/Zurich', 'Europe/Vaduz'],
  CLP: ['America/Santiago', 'America/Punta_Arenas'],
  COP: ['America/Bogota'],
  CZK: ['Europe/Prague'],
  DKK: ['Europe/Copenhagen'],
  EUR: ['Europe/', 'Atlantic/Canary', 'Africa/Ceuta', 'Asia/Nicosia', 'Atlantic/Madeira', 'Atlantic/Azores'],
  GBP: ['Europe/London', 'Europe/Jersey', 'Europe/Guernsey', 'Europe/Isle_of_Man'],
  GEL: ['Asia/Tbilisi'],
  HUF: ['Europe/Budapest'],
  ILS: ['Asia/Jerusalem', 'Asia/Tel_Aviv'],
  INR: ['Asia/Kolkata', 'Asia/Calcutta'],
  JPY: ['Asia/Tokyo'],
  KRW: ['Asia/Seoul'],
  KWD: ['Asia/Kuwait'],
  KZT: ['Asia/Almaty', 'Asia/Aqtau', 'Asia/Aqtobe', 'Asia/Atyrau', 'Asia/Oral', 'Asia/Qostanay', 'Asia/Qyzylorda'],
  MXN: ['America/Mexico_City', 'America/Monterrey', 'America/Tijuana', 'America/Cancun', 'America/Merida'],
  NOK: ['Europe/Oslo', 'Arctic/Longyearbyen'],
  PEN: ['America/Lima'],
  PLN: ['Europe/Warsaw'],
  RON: ['Europe/Bucharest'],
  RSD: ['Europe/Belgrade'],
  RUB: [
    'Europe/Moscow',
    'Europe/Kaliningrad',
    'Europe/Samara',
    'Europe/Saratov',
    'Europe/Ulyanovsk',
    'Europe/Volgograd',
    'Europe/Astrakhan',
    'Europe/Kirov',
    'Asia/Yekaterinburg',
    'Asia/Omsk',
    'Asia/Novosibirsk',
    'Asia/Krasnoyarsk',
    'Asia/Irkutsk',
    'Asia/Yakutsk',
    'Asia/Vladivostok',
    'Asia/Kamchatka',
  ],
  SEK: ['Europe/Stockholm'],
  TND: ['Africa/Tunis'],
  TRY: ['Europe/Istanbul', 'Asia/Istanbul'],
  USD: [
    'America/New_York',
    'America/Chicago',
    'America/Denver',
    'America/Los_Angeles',
    'America/Phoenix',
    'Pacific/Honolulu',
  ],
  UYU: ['America/Montevideo'],
}
const ofLanguage: Record<string, Currency> = { ru: 'RUB', es: 'EUR' }

/** The currency in which a school of this time zone and language most likely sells; the most exact zone counts. */
export function likelyCurrency(timezone: string, language: string): Currency {
  const fits = currencies.flatMap(code => (zones[code] ?? []).map(zone => ({ code, zone })))
  const [best] = fits
    .filter(({ zone }) => (zone.endsWith('/') ? timezone.startsWith(zone) : timezone === zone))
    .toSorted((one, other) => other.zone.length - one.zone.length)
  return best?.code ?? ofLanguage[language] ?? 'USD'
}
