import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatDate } from '#kit/copy/format.ts'
import { Card } from '#kit/ui/states/Card.tsx'
import type { OrderWire } from '#shared/features/billing/wire.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { moneyText } from '#web/platform/money-text.ts'
import styles from '../Billing.module.css'

/** The receipts and credit notes of an order. */
export function Receipts({ order: { receipts, currency } }: { order: Pick<OrderWire, 'receipts' | 'currency'> }) {
  const t = useCopy()
  const timeZone = useUser()?.timezone
  return (
    <Card as="section" className={styles.card}>
      <h2>{t('receipt.list')}</h2>
      <ul className={styles.list}>
        {receipts.map(({ id, kind, number, amount, issued_at: issuedAt }) => (
          <li key={id}>
            <Link href={pathTo('receipt', { receiptId: id })}>{t(`receipt.title.${kind}`, { number })}</Link>
            <p className={styles.muted}>
              {t('billing.order.of', {
                date: formatDate(issuedAt * 1000, t.language, 'long', timeZone),
                amount: moneyText(t, amount, currency),
              })}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
