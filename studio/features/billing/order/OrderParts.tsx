import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import type { OrderStoryWire } from '#shared/features/billing/orders/shop-wire.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { useMoments } from '#studio/platform/moments.ts'
import styles from '#studio/platform/Screen.module.css'
import { useMoney } from '../data.ts'
import { Section } from './Section.tsx'

/** What stands in the ledger about an order. */
export function Books({ order: { entries, currency } }: { order: OrderStoryWire }) {
  const t = useCopy()
  const money = useMoney()
  const { moment } = useMoments()
  return (
    <Section title={t('shop.entries')} isEmpty={entries.length === 0}>
      {entries.map(
        ({ id, kind, amount, fee, provider, object_id: object, happened_at: at, invoice_number: number }) => (
          <li key={id}>
            <p>
              <strong>{t(`shop.entry.${kind}`)}</strong> {money(amount, currency)}
            </p>
            <p className={styles.muted}>
              {[
                t('shop.ofInvoice', { number }),
                provider === null ? t('shop.provider.none') : t(`shop.provider.${provider}`),
                fee !== null && t('shop.fee', { amount: money(fee, currency) }),
                provider !== null && object,
                moment(at * 1000, 'numeric'),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ),
      )}
    </Section>
  )
}

/** What an app store has sold, by its own numbers. */
export function Bought({ order: { bought } }: { order: OrderStoryWire }) {
  const t = useCopy()
  const { moment } = useMoments()
  return (
    <Section title={t('shop.bought')} isEmpty={bought.length === 0}>
      {bought.map(({ store, transaction, chain, code, revoked_at: revokedAt }) => (
        <li key={transaction}>
          <p>
            <strong>{t(`shop.provider.${store}`)}</strong> {transaction}
          </p>
          <p className={styles.muted}>
            {[
              code,
              chain !== transaction && t('shop.bought.chain', { chain }),
              revokedAt !== null && t('shop.bought.revoked', { date: moment(revokedAt * 1000, 'numeric') }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </li>
      ))}
    </Section>
  )
}

/** What was issued to the buyer, with the ways to it. */
export function Receipts({ order: { receipts, currency } }: { order: OrderStoryWire }) {
  const t = useCopy()
  const money = useMoney()
  const { moment } = useMoments()
  return (
    <Section title={t('receipt.list')} isEmpty={receipts.length === 0}>
      {receipts.map(({ id, kind, number, amount, issued_at: at }) => (
        <li key={id}>
          <p>
            <Link href={pathTo('receipt', { receiptId: id })}>{t(`receipt.title.${kind}`, { number })}</Link>
          </p>
          <p className={styles.muted}>{[money(amount, currency), moment(at * 1000, 'numeric')].join(' · ')}</p>
        </li>
      ))}
    </Section>
  )
}

type Subscription = NonNullable<OrderStoryWire['subscription']>

/** What happened to the subscription that an order began. */
export function SubscriptionHistory({ subscription }: { subscription: Subscription }) {
  const t = useCopy()
  const day = (date: string) => formatLocalDate(date, t.language, 'numeric')
  const { state, paid_until: paidUntil, next_charge_on: nextOn, history } = subscription
  const told = [
    t(`shop.subscription.${state}`),
    paidUntil !== null && t('shop.paidUntil', { date: day(paidUntil) }),
    nextOn !== null && t('shop.nextCharge', { date: day(nextOn) }),
  ].filter(Boolean)
  return (
    <Section title={t('shop.subscription')} isEmpty={history.length === 0}>
      <li>{told.join(' · ')}</li>
      {history.map(({ kind, on, refusal, reason }, index) => (
        <li key={index}>
          <p>
            {t(`shop.happened.${kind}`)}
            {refusal !== null && `: ${t(`shop.refusal.${refusal}`)}`}
          </p>
          {reason !== null && <p dir="auto">{reason}</p>}
          <p className={styles.muted}>{day(on)}</p>
        </li>
      ))}
    </Section>
  )
}

/** What the provider told about an order. */
export function Events({ events }: { events: OrderStoryWire['events'] }) {
  const t = useCopy()
  const { moment } = useMoments()
  return (
    <Section title={t('shop.events')} isEmpty={events.length === 0}>
      {events.map(({ id, object_id: object, received_at: at }) => (
        <li key={id}>
          <p>{object}</p>
          <p className={styles.muted}>{[id, moment(at * 1000, 'numeric')].join(' · ')}</p>
        </li>
      ))}
    </Section>
  )
}
