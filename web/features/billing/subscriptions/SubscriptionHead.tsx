import type { ReactNode } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import type { PaymentSubscriptionWire } from '#shared/features/billing/wire.ts'
import { useUser } from '#web/features/accounts/data.ts'
import styles from '../Billing.module.css'
import { subscriptionDates, subscriptionState, subscriptionTones } from './subscription-words.ts'

/** A subscription’s name, state and dates. */
export function SubscriptionHead({ wire, title }: { wire: PaymentSubscriptionWire; title: ReactNode }) {
  const t = useCopy()
  const timeZone = useUser()?.timezone
  const state = subscriptionState(wire)
  return (
    <>
      <div className={styles.head}>
        <h2 dir="auto">{title}</h2>
        <Badge tone={subscriptionTones[state]}>{t(`billing.subscriptions.${state}`)}</Badge>
      </div>
      {subscriptionDates(wire, t, timeZone).map(text => (
        <p key={text} className={styles.muted}>
          {text}
        </p>
      ))}
      {wire.is_sandbox && <p className={styles.muted}>{t('billing.sandbox')}</p>}
    </>
  )
}
