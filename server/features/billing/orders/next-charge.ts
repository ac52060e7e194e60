import { restOf } from '#shared/features/billing/payments/least-amounts.ts'
import { nextInvoice, type Subscription } from '#shared/features/billing/subscriptions/subscription.ts'
import type { OrderRow } from './order-row.ts'
import { paidOn } from './order-state.ts'

/** What is charged for the next period of an order’s subscription, with the invoice that asks for it already. */
export function nextCharge(order: OrderRow, subscription: Subscription) {
  const { amount, lines, startsOn, endsOn } = nextInvoice(subscription)
  const known = order.invoices.find(
    invoice => !invoice.plan && invoice.startsOn === startsOn && paidOn(order, invoice.id) < invoice.amount,
  )
  const credit = lines.reduce((sum, line) => (line.kind === 'credit' ? sum - line.amount : sum), 0)
  const discount = isFirstAfterTrial(order) ? order.fullAmount - order.amount : 0
  const { amount: price } = subscription.plan
  const rest = restOf(price, price - amount + discount, order.currency)
  return { known, amount: known?.amount ?? rest, credit, startsOn, endsOn }
}

/** Whether the next payment is the first one after a trial, and so the one that a code makes cheaper. */
function isFirstAfterTrial(order: OrderRow): boolean {
  const trialDays = Number(order.subscription?.history[0]?.detail['trialDays'] ?? 0)
  const [first, ...later] = order.invoices
  return trialDays > 0 && first?.amount === 0 && later.every(({ id, amount }) => paidOn(order, id) < amount)
}
