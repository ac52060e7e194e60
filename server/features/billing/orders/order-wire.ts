import type { OrderWire } from '#shared/features/billing/wire.ts'
import { secondsFromMs } from '#shared/platform/times.ts'
import type { OrderRow } from './order-row.ts'
import { invoicesOf, payableInvoice, stateOf } from './order-state.ts'

/** An order on the wire as it stands at `now` (ms). */
export function orderWire(order: OrderRow, now: number): OrderWire {
  const { status, isOpen, paid, refunded, owed } = stateOf(order, now)
  const last = order.attempts.at(-1)
  const sum = (invoiceId: number, kind: string) =>
    order.entries.reduce((all, one) => (one.invoiceId === invoiceId && one.kind === kind ? all + one.amount : all), 0)
  return {
    id: order.id,
    service_id: order.serviceId,
    type: order.type,
    title: order.title,
    status,
    is_open: isOpen,
    ...(order.isSpare && { is_spare: true }),
    currency: order.currency,
    price: order.fullAmount,
    amount: order.amount,
    points_spent: order.pointsSpent,
    points_discount: order.pointsDiscount,
    points_returned: order.userId === null ? 0 : order.pointsSpent - order.pointsHeld,
    paid,
    refunded,
    owed,
    payable: payableInvoice(order, now)?.amount ?? null,
    created_at: secondsFromMs(order.createdAt),
    closes_at: secondsFromMs(order.closesAt),
    invoices: invoicesOf(order, now).map(({ id, number, amount, dueAt }) => ({
      id,
      number,
      amount,
      due_at: secondsFromMs(dueAt),
      paid: sum(id, 'payment'),
      refunded: sum(id, 'refund') - sum(id, 'refund_reversal'),
    })),
    attempt: last ? { state: last.state, refusal: last.refusal, url: last.url } : null,
    course_id: order.courseId,
    stream_id: order.placeId,
    subscription_id: order.subscription?.id ?? null,
    is_sandbox: order.isSandbox,
    scheduler: order.scheduler,
    receipts: order.entries.flatMap(({ receipt }) => receipt ?? []),
  }
}
