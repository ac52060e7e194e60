import { shareOf } from '#shared/platform/money.ts'

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

/** A price after a discount, in minor units; never below zero. */
export function discounted(price: number, { percent, amount }: Pick<Discount, 'percent' | 'amount'>): number {
  if (percent !== null) return price - shareOf(price, percent, 100)
  return Math.max(0, price - (amount ?? 0))
}

/** The tax that an amount contains at `rate` hundredths of a percent, in minor units. */
export function taxIn(amount: number, rate: number): number {
  return shareOf(amount, rate, 10_000 + rate)
}

/** A code as it is stored: without spaces, in capitals. */
export function discountCode(typed: string): string {
  return typed.replace(/\s/g, '').toUpperCase()
}
