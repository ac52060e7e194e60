import { useCopy } from '#kit/copy/copy.tsx'
import { formatDate } from '#kit/copy/format.ts'
import { useNow } from '#kit/ui/clock.ts'
import type { OrderWire } from '#shared/features/billing/wire.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { moneyText } from '#web/platform/money-text.ts'
import { type AmountRow, Amounts } from '../payment/Amounts.tsx'
import { invoiceState, shownState } from './order-words.ts'

/** What an order asks for and when, with what was paid and sent back. */
export function Invoices({ order }: { order: OrderWire }) {
  const t = useCopy()
  const timeZone = useUser()?.timezone
  const now = useNow(60_000)
  const { invoices, currency, refunded, price, amount } = order
  const { points_spent: points, points_discount: pointsDiscount, points_returned: returned } = order
  const discount = price - amount - pointsDiscount
  // What was not paid by then is not to be paid any more.
  const isOver = order.status === 'closed' || order.status === 'refunded' || shownState(order) === 'over'
  const money = (minor: number) => moneyText(t, minor, currency)
  const rows: AmountRow[] = [
    ...(amount < price ? [{ label: t('billing.bill.price'), amount: money(price), isMuted: true }] : []),
    ...(discount > 0 ? [{ label: t('billing.bill.discount'), amount: `−${money(discount)}`, isMuted: true }] : []),
    ...(points > 0
      ? [{ label: t('billing.bill.points', { count: points }), amount: `−${money(pointsDiscount)}`, isMuted: true }]
      : []),
    ...invoices.map(invoice => ({
      label: t('billing.order.invoice', {
        date: formatDate(invoice.due_at * 1000, t.language, 'long', timeZone),
        state: isOver && invoice.paid < invoice.amount ? 'closed' : invoiceState(invoice, now),
      }),
      amount: money(invoice.amount),
    })),
    ...(returned > 0
      ? [{ label: t('billing.order.pointsBack'), amount: t('billing.bill.points', { count: returned }) }]
      : []),
    ...(refunded > 0 ? [{ label: t('billing.order.refunded'), amount: money(refunded) }] : []),
  ]
  return <Amounts label={t('billing.order.payments')} rows={rows} />
}
