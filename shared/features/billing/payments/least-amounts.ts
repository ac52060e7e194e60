import { type Currency, exponentOf } from '#shared/platform/money.ts'

/**
 * The least that can be charged, in minor units: what Stripe says, or about half a dollar where it goes by the rate of the day; of the
 * rouble what YooKassa says. One for all providers, so that a school can go from one to another.
 */
const leastAmounts: Record<Currency, number> = {
  AED: 2_00,
  ARS: 1000_00,
  AUD: 50,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CLP: 600,
  COP: 2500_00,
  CZK: 15_00,
  DKK: 2_50,
  EUR: 50,
  GBP: 30,
  GEL: 1_50,
  HUF: 175_00,
  ILS: 2_00,
  INR: 50,
  JPY: 50,
  KRW: 800,
  KWD: 200,
  KZT: 300_00,
  MXN: 10_00,
  NOK: 3_00,
  PEN: 2_00,
  PLN: 2_00,
  RON: 2_00,
  RSD: 60_00,
  RUB: 1_00,
  SEK: 3_00,
  TND: 2_000,
  TRY: 30_00,
  USD: 50,
  UYU: 25_00,
}

/** The least that providers take in a currency, in minor units. */
export const leastAmount = (currency: string): number => leastAmounts[currency as Currency] ?? 1

/** Of what an amount has to be a multiple: of three digits after the point banks take two. */
export const amountStep = (currency: string): number => (exponentOf(currency) === 3 ? 10 : 1)

/** Why nobody can be charged an amount; undefined when they can, or when it is nothing. */
export function amountFault(amount: number, currency: string): 'too_small' | 'unround' | undefined {
  if (amount > 0 && amount < leastAmount(currency)) return 'too_small'
  return amount % amountStep(currency) ? 'unround' : undefined
}

/** What is to be paid of a price from which something was taken; what providers would not take of it is given. */
export function restOf(price: number, taken: number, currency: string): number {
  if (taken <= 0) return price
  const rest = Math.max(0, price - taken)
  return rest < leastAmount(currency) ? 0 : rest - (rest % amountStep(currency))
}
