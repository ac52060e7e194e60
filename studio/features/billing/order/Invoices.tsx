import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import type { OrderStoryWire } from '#shared/features/billing/orders/shop-wire.ts'
import { useMoments } from '#studio/platform/moments.ts'
import styles from '#studio/platform/Screen.module.css'
import { useMoney } from '../data.ts'
import { Section } from './Section.tsx'

type Bill = OrderStoryWire['invoices'][number]
type Try = Bill['attempts'][number]

/** The invoices of an order, each with the attempts to pay it. */
export function Invoices({ order }: { order: OrderStoryWire }) {
  const t = useCopy()
  return (
    <Section title={t('shop.invoices')} isEmpty={order.invoices.length === 0}>
      {order.invoices.map(invoice => (
        <Invoice key={invoice.id} invoice={invoice} currency={order.currency} />
      ))}
    </Section>
  )
}

function Invoice({ invoice, currency }: { invoice: Bill; currency: string }) {
  const t = useCopy()
  const money = useMoney()
  const { moment } = useMoments()
  const { number, amount, credit, due_at: dueAt, starts_on: startsOn, ends_on: endsOn, next_try_at: nextAt } = invoice
  const day = (date: string) => formatLocalDate(date, t.language, 'numeric')
  const told = [
    t('shop.due', { date: moment(dueAt * 1000, 'numeric') }),
    invoice.is_replaced && t('shop.replaced'),
    startsOn !== null && endsOn !== null && t('shop.period', { from: day(startsOn), until: day(endsOn) }),
    credit > 0 && t('shop.credit', { amount: money(credit, currency) }),
    nextAt !== null && t('shop.nextTry', { date: moment(nextAt * 1000, 'numeric') }),
  ].filter(Boolean)
  return (
    <li>
      <p>
        <strong>{t('shop.invoice', { number, amount: money(amount, currency) })}</strong>
      </p>
      <p className={styles.muted}>{told.join(' · ')}</p>
      {invoice.attempts.map(attempt => (
        <Attempt key={attempt.id} attempt={attempt} />
      ))}
    </li>
  )
}

function Attempt({ attempt }: { attempt: Try }) {
  const t = useCopy()
  const { moment } = useMoments()
  const { state, refusal, provider, method, is_automatic: isAutomatic, created_at: at, object_id: object } = attempt
  const told = [
    t(`shop.provider.${provider}`),
    method,
    isAutomatic && t('shop.automatic'),
    object,
    moment(at * 1000, 'numeric'),
  ].filter(Boolean)
  const isBad = state === 'refused' || refusal !== null
  return (
    <p className={styles.line}>
      <Badge tone={state === 'done' ? 'success' : isBad ? 'danger' : 'neutral'}>{t(`shop.attempt.${state}`)}</Badge>
      {refusal !== null && <span>{t(`shop.refusal.${refusal}`)}</span>}
      <span className={styles.muted}>{told.join(' · ')}</span>
    </p>
  )
}
