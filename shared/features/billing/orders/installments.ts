import type { OrderStatus } from './order-standing.ts'

export const installmentStates = ['active', 'overdue', 'paid', 'cancelled'] as const
export type InstallmentState = (typeof installmentStates)[number]

/** How an order stands that is paid in instalments; amounts in minor units. */
export function installmentState(status: OrderStatus, paid: number, amount: number): InstallmentState {
  if (status === 'overdue') return 'overdue'
  if (status === 'paid') return paid >= amount ? 'paid' : 'active'
  return status === 'waiting' ? 'active' : 'cancelled'
}
