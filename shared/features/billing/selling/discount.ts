import { shareOf } from '#shared/platform/money.ts'
import { leastAmount, restOf } from '../payments/least-amounts.ts'

/** A code that lowers a price; times in ms, `amount` in minor units of `currency`. */
export type Discount = {
  percent: number | null
  amount: number | null
  currency: string | null
  startsAt: number | null
  endsAt: number | null
  mostUses: number | null
  /** Orders that were paid or wait to be paid with it. */
  uses: number
  /** None when it holds for all. */
  serviceIds: readonly number[]
}

/** Why a code lowers nothing for this service and currency at `now` (ms); undefined when it does. */
export function discountRefusal(discount: Discount, service: { id: number; currency: string }, now: number) {
  if (discount.startsAt !== null && now < discount.startsAt) return 'discount_not_yet'
  if (discount.endsAt !== null && now >= discount.endsAt) return 'discount_over'
  if (discount.mostUses !== null && discount.uses >= discount.mostUses) return 'discount_used_up'
  const isForeign = discount.serviceIds.length > 0 && !discount.serviceIds.includes(service.id)
  return isForeign || (discount.currency ?? service.currency) !== service.currency ? 'discount_foreign' : undefined
}

type Lowering = Pick<Discount, 'percent' | 'amount'>

const takenOff = (price: number, { percent, amount }: Lowering) =>
  percent !== null ? shareOf(price, percent, 100) : (amount ?? 0)

/** A price (minor units) after a discount; never below zero, and nothing where providers would not take what is left. */
export function discounted(price: number, discount: Lowering, currency: string): number {
  return restOf(price, takenOff(price, discount), currency)
}

type Priced = { id: number; prices: readonly { currency: string; amount: number }[] }
type Chosen = Lowering & { currency: string | null; service_ids: readonly number[] }

/** The first of the services of which a code would leave less than providers take, but not nothing; undefined when it does of none. */
export function leavesTooLittle<Service extends Priced>(code: Chosen, services: readonly Service[]) {
  const { service_ids: ids, currency: own } = code
  for (const service of services.filter(({ id }) => ids.length === 0 || ids.includes(id)))
    for (const { currency, amount } of service.prices) {
      const left = amount - takenOff(amount, code)
      const isTooLittle = left > 0 && left < leastAmount(currency) && amount >= leastAmount(currency)
      if (isTooLittle && (own ?? currency) === currency) return { service, currency, left }
    }
  return undefined
}

/** The tax that an amount contains at `rate` hundredths of a percent, in minor units. */
export function taxIn(amount: number, rate: number): number {
  return shareOf(amount, rate, 10_000 + rate)
}

/** A code as it is stored: without spaces, in capitals. */
export function discountCode(typed: string): string {
  return typed.replace(/\s/g, '').toUpperCase()
}
