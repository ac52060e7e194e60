import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { percentText } from '#shared/features/billing/orders/receipt.ts'
import type { CheckoutWire } from '#shared/features/billing/wire.ts'
import { type AmountRow, Amounts } from '../payment/Amounts.tsx'
import { moneyText } from '#web/platform/money-text.ts'
import styles from './Checkout.module.css'
import { amountToday, type Choices } from './use-offer.ts'

/** What is paid, now and later. */
export function Bill({ offer, choices }: { offer: CheckoutWire; choices: Choices }) {
  const t = useCopy()
  const { service, currency, price, discount, points, total, tax, tax_rate: rate, instalments } = offer
  const money = (amount: number) => moneyText(t, amount, currency)
  const today = amountToday(offer, choices)
  const taxRow: AmountRow = {
    label: t('billing.bill.tax', { percent: percentText(rate, t.language) }),
    amount: money(tax),
    isMuted: true,
  }
  const rows: AmountRow[] = [
    ...(total < price ? [{ label: t('billing.bill.price'), amount: money(price) }] : []),
    ...(discount > 0 ? [{ label: t('billing.bill.discount'), amount: `−${money(discount)}` }] : []),
    ...(points && points.spent > 0
      ? [{ label: t('billing.bill.points', { count: points.spent }), amount: `−${money(points.discount)}` }]
      : []),
    { label: t('billing.bill.total'), amount: money(total), isTotal: today === total },
    ...(rate > 0 ? [taxRow] : []),
    ...(today === total ? [] : [{ label: t('billing.bill.today'), amount: money(today), isTotal: true }]),
  ]
  return (
    <div className={styles.bill} role="status">
      <Amounts rows={rows} />
      {service.type === 'course_subscription' && (
        <p className={styles.muted}>
          {service.trial_days > 0 && `${t('billing.bill.trial', { count: service.trial_days })} `}
          {t('billing.bill.renews', { amount: money(price), interval: service.interval, count: service.period })}
        </p>
      )}
      {choices.isInInstalments && instalments.length > 0 && (
        <ol className={styles.plan} aria-label={t('billing.bill.plan')}>
          {instalments.map(({ amount, due_on: dueOn }, index) => (
            <li key={dueOn}>
              <span>{index === 0 ? t('billing.bill.now') : formatLocalDate(dueOn, t.language)}</span>
              <span>{money(amount)}</span>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
