import { instalmentsOf } from '#shared/platform/money.ts'
import type { LocalDate } from '#shared/platform/times.ts'
import { amountStep, leastAmount } from '../payments/least-amounts.ts'
import { type Period, periodStart } from '../subscriptions/periods.ts'
import type { OrderStatus } from './order-state.ts'

export const installmentStates = ['active', 'overdue', 'paid', 'cancelled'] as const
export type InstallmentState = (typeof installmentStates)[number]

/** How an order stands that is paid in instalments; amounts in minor units. */
export function installmentState(status: OrderStatus, paid: number, amount: number): InstallmentState {
  if (status === 'overdue') return 'overdue'
  if (status === 'paid') return paid >= amount ? 'paid' : 'active'
  return status === 'waiting' ? 'active' : 'cancelled'
}

/** Into how many parts a price can be divided. */
export const mostParts = 36

/** A part of a price, in minor units, and the day on which it is due. */
export type Part = { amount: number; dueOn: LocalDate }

type Divided = { amount: number; currency: string; count: number }

/** Whether an amount can be paid in so many parts: providers take each of them. */
export const isDivisible = ({ amount, currency, count }: Divided): boolean =>
  amount > 0 && (count === 1 || amount >= leastAmount(currency) * count)

/** An amount in `count` equal parts, a period apart from each other, the first due on `firstOn`; the last one takes the remainder. */
export function partsOf({ amount, currency, count }: Divided, firstOn: LocalDate, period: Period): Part[] {
  return instalmentsOf(amount, count, amountStep(currency)).map((part, index) => ({
    amount: part,
    dueOn: periodStart(firstOn, period, index),
  }))
}
