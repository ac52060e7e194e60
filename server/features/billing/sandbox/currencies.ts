import type { Language } from '#shared/platform/contract.ts'

/** Currencies and how many digits their minor units take. */
const exponents = Object.fromEntries([
  ...['JPY', 'KRW'].map(code => [code, 0] as const),
  ...['AED', 'ARS', 'AUD', 'BRL', 'BYN', 'CAD', 'CHF', 'CNY', 'CZK', 'DKK'].map(code => [code, 2] as const),
  ...['EUR', 'GBP', 'GEL', 'ILS', 'INR', 'KZT', 'MXN', 'NOK', 'PEN', 'PLN'].map(code => [code, 2] as const),
  ...['RSD', 'RUB', 'SEK', 'TRY', 'UAH', 'USD'].map(code => [code, 2] as const),
  ...['BHD', 'KWD'].map(code => [code, 3] as const),
])

export const currencies = Object.keys(exponents)

/** An amount of minor units as its reader writes it. */
export function moneyText(amount: number, currency: string, language: Language): string {
  const digits = exponents[currency] ?? 2
  const style = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const
  return new Intl.NumberFormat(language, style).format(amount / 10 ** digits)
}
