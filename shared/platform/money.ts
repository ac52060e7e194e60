import type { Language } from './contract.ts'
import { tagOf } from './language-tag.ts'

/**
 * The currencies in which a school can sell, with how many digits their minor unit has (ISO 4217). An amount of 1,250 is
 * 12.50 dollars, 1,250 yen and 1.250 dinars.
 */
const exponents = {
  AED: 2,
  ARS: 2,
  AUD: 2,
  BRL: 2,
  CAD: 2,
  CHF: 2,
  CLP: 0,
  COP: 2,
  CZK: 2,
  DKK: 2,
  EUR: 2,
  GBP: 2,
  GEL: 2,
  HUF: 2,
  ILS: 2,
  INR: 2,
  JPY: 0,
  KRW: 0,
  KWD: 3,
  KZT: 2,
  MXN: 2,
  NOK: 2,
  PEN: 2,
  PLN: 2,
  RON: 2,
  RSD: 2,
  RUB: 2,
  SEK: 2,
  TND: 3,
  TRY: 2,
  USD: 2,
  UYU: 2,
} as const

export type Currency = keyof typeof exponents

/** Currencies in which only app stores sell, where they do not have two digits. */
const otherExponents: Record<string, number> = {
  BHD: 3,
  IQD: 3,
  ISK: 0,
  JOD: 3,
  OMR: 3,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  VND: 0,
  XAF: 0,
  XOF: 0,
}

/** How many digits the minor unit of any currency has: an app store sells in some in which a school cannot. */
export const exponentOf = (currency: string): number => exponents[currency as Currency] ?? otherExponents[currency] ?? 2
export const currencies = Object.keys(exponents) as Currency[]

/** How many minor units are one of a currency. */
export const minorUnitsOf = (currency: Currency): number => 10 ** exponents[currency]

/** The largest amount that one invoice may have, in minor units: enough for currencies of small value. */
export const mostAmount = 9_999_999_999

/** An amount in minor units as people read it: `$1,234.50`, `1 234,50 ₽`, `¥1,250`; whole amounts show no minor unit. */
export function formatMoney(amount: number, currency: Currency, language: Language): string {
  const exponent = exponentOf(currency)
  const format = new Intl.NumberFormat(tagOf(language), {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
    trailingZeroDisplay: 'stripIfInteger',
  })
  // As text, because a number would round what a division by ten cannot hold.
  return format.format(decimalText(amount, currency) as Intl.StringNumericLiteral)
}

/** An amount in minor units as providers and tables write it: `12.50`, `1250`, `-0.005`. */
export function decimalText(amount: number, currency: Currency): string {
  const exponent = exponentOf(currency)
  const digits = String(Math.abs(amount)).padStart(exponent + 1, '0')
  const whole = digits.slice(0, digits.length - exponent)
  const sign = amount < 0 ? '-' : ''
  return exponent ? `${sign}${whole}.${digits.slice(-exponent)}` : `${sign}${whole}`
}

/** An amount in minor units as a person of a language types it into a field, so that `readAmount` reads it back. */
export function typedAmount(amount: number, currency: Currency, language: Language): string {
  const text = decimalText(amount, currency)
  return language === 'en' ? text : text.replace('.', ',')
}

/** The character that groups digits in each language, besides spaces. */
const groupSigns: Record<Language, string> = { en: ',', es: '.', ru: '' }

/**
 * What a person typed as an amount, in minor units; undefined for what is no amount, has more digits than the currency, or is above
 * `mostAmount`. Point and comma are both taken for the decimal sign, but not where the language would mean thousands by it.
 */
export function readAmount(typed: string, currency: Currency, language: Language): number | undefined {
  const exponent = exponents[currency]
  const found = /^(\d{1,10})(?:([.,])(\d{1,3}))?$/.exec(typed.replace(/\s/g, ''))
  if (!found) return undefined
  const [, whole, sign, part = ''] = found
  if (part.length > exponent || (part.length === 3 && sign === groupSigns[language])) return undefined
  const amount = Number(whole + part.padEnd(exponent, '0'))
  return amount <= mostAmount ? amount : undefined
}

/** The share `part` of `whole` parts of an amount, in minor units, halves away from zero; exact however large they are. */
export function shareOf(amount: number, part: number, whole: number): number {
  const doubled = 2n * BigInt(Math.abs(amount)) * BigInt(part)
  const share = Number((doubled + BigInt(whole)) / (2n * BigInt(whole)))
  return amount < 0 ? 0 - share : share
}

/** An amount in `count` equal parts, each a multiple of `step` minor units; the last one takes the remainder. */
export function instalmentsOf(amount: number, count: number, step = 1): number[] {
  const part = Math.floor(amount / count / step) * step
  return Array.from({ length: count }, (_, index) => (index < count - 1 ? part : amount - part * (count - 1)))
}
