import { isDisputed, keptOf } from '#shared/features/billing/orders/order-state.ts'
import { can, type Subscription } from '#shared/features/billing/subscriptions/subscription.ts'
import type { OrderRow, SubscriptionFacts } from './order-row.ts'
import { paidOn } from './order-state.ts'

type Happened = Omit<SubscriptionFacts['history'][number], 'on'>

/**
 * What becomes of a subscription whose payments went back. It ends when that of its present period did, and has its days again when the
 * money comes to the school after all. Of what a bank takes back otherwise it lasts as long as is paid for, and is charged no more.
 */
export function takenBack(order: OrderRow, paid: readonly Happened[], subscription: Subscription): Happened[] {
  const known = [...(order.subscription?.history ?? []), ...paid]
  const used = paidInvoices(order, known)
  const last = used.at(-1)
  if (!last) return []
  const own = order.entries.filter(({ invoiceId }) => invoiceId === last.id)
  const taken = own.findLast(({ kind }) => kind === 'refund' || kind === 'chargeback')
  if (taken && keptOf(own, last.id) <= 0) return [{ kind: 'stopped', source: `entry ${taken.id}`, detail: {} }]
  const returned = own.findLast(({ kind }) => kind === 'chargeback_reversal' || kind === 'refund_reversal')
  if (returned && isStoppedBy(own, known)) return [{ kind: 'restored', source: `entry ${returned.id}`, detail: {} }]
  const held = used.filter(invoice => isDisputed(order.entries, invoice)).map(({ id }) => id)
  const dispute = order.entries.findLast(({ kind, invoiceId }) => kind === 'chargeback' && held.includes(invoiceId))
  const isCharged = can(subscription.state, 'disputed')
  return dispute && isCharged ? [{ kind: 'disputed', source: `entry ${dispute.id}`, detail: {} }] : []
}

/** The invoices whose payments the subscription has used. */
function paidInvoices(order: OrderRow, known: readonly Happened[]) {
  const unused = new Set(known.filter(({ detail }) => detail['isUnused'] === true).map(({ source }) => source))
  return order.invoices.filter(
    ({ id, amount }) => amount > 0 && paidOn(order, id) >= amount && !unused.has(`invoice ${id}`),
  )
}

/** Whether it was one of these entries that ended it, and not the school. */
function isStoppedBy(entries: readonly { id: number }[], known: readonly Happened[]): boolean {
  const stops = known.filter(({ kind }) => kind === 'stopped')
  const isEndedBySchool = stops.some(({ detail }) => detail['taken'] === 'school')
  return !isEndedBySchool && stops.some(({ source }) => entries.some(({ id }) => source === `entry ${id}`))
}
