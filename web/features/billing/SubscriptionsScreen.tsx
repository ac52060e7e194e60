import { useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import { callQuery } from '#kit/cache/call-query.ts'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { formatDate } from '#kit/copy/format.ts'
import { site } from '#kit/features/brands/site.ts'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import type { PaymentSubscriptionWire } from '#shared/features/billing/contract.ts'
import { type Subscription, subscriptionFromWire } from '#shared/features/billing/forms.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { useUser } from '#web/features/accounts/data.ts'
import styles from './SubscriptionsScreen.module.css'

const formsOf = (wires: PaymentSubscriptionWire[]) => wires.map(subscriptionFromWire)

/** The learner's subscriptions, newest first. */
function useSubscriptions() {
  return useQuery({ ...callQuery('GET /payment-subscription'), select: formsOf })
}

/** The key of a subscription's badge. */
function stateOf({ status, isActive }: Subscription): 'active' | 'canceled' | 'ended' | 'unpaid' {
  if (status === 'Created') return 'unpaid'
  if (!isActive) return 'ended'
  return status === 'Canceled' ? 'canceled' : 'active'
}

/** When access ends or ended, and when the next payment is due. */
function datesOf(subscription: Subscription, t: Copy, timeZone: string | undefined): string[] {
  const { isLifetime, isActive, status, endDate, nextPayAt, courseServiceType } = subscription
  const dateOf = (at: number) => ({ date: formatDate(at, t.language, 'long', timeZone) })
  return [
    ...(isLifetime && isActive ? [t('billing.subscriptions.lifetime')] : []),
    ...(!isLifetime && endDate !== undefined && status !== 'Created'
      ? [t(isActive ? 'billing.subscriptions.until' : 'billing.subscriptions.endedOn', dateOf(endDate))]
      : []),
    ...(isActive && status === 'Active' && nextPayAt !== undefined
      ? [t('billing.subscriptions.next', dateOf(nextPayAt))]
      : []),
    ...(courseServiceType === 'general_subscription' ? [t('billing.subscriptions.mobile')] : []),
  ]
}

function SubscriptionCard({ subscription }: { subscription: Subscription }) {
  const t = useCopy()
  const timeZone = useUser()?.timezone
  const state = stateOf(subscription)
  return (
    <li>
      <Card className={styles.card}>
        <div className={styles.head}>
          <h2>{subscription.title}</h2>
          <Badge tone={state === 'active' ? 'success' : state === 'canceled' ? 'warning' : 'neutral'}>
            {t(`billing.subscriptions.${state}`)}
          </Badge>
        </div>
        {datesOf(subscription, t, timeZone).map(text => (
          <p key={text} className={styles.date}>
            {text}
          </p>
        ))}
      </Card>
    </li>
  )
}

/** Tells a learner whom the guards sent here that access has ended, and whom to ask. */
function Warning() {
  const t = useCopy()
  const { saleEmail } = site().config
  return (
    <Notice tone="warn" title={t('billing.subscriptions.warning')}>
      {t('billing.subscriptions.warningText')} <a href={`mailto:${saleEmail}`}>{saleEmail}</a>
    </Notice>
  )
}

/** `/user/subscriptions`: the learner's subscriptions; `?warning=true` explains that access has ended. */
export function SubscriptionsScreen() {
  const t = useCopy()
  const isWarned = new URLSearchParams(useSearch()).get('warning') === 'true'
  const subscriptions = useSubscriptions()
  const { data, error } = subscriptions
  if (!data && error)
    return (
      <LoadFailure
        isPage
        title={t('billing.subscriptions.failed')}
        busy={subscriptions.isFetching}
        onRetry={() => void subscriptions.refetch()}
      />
    )
  return (
    <div className={styles.page} aria-busy={!data}>
      <h1>{t('billing.subscriptions.title')}</h1>
      {isWarned && <Warning />}
      {!data && <Skeleton shape="box" height="7rem" />}
      {data?.length === 0 && (
        <EmptyState
          icon="star"
          title={t('billing.subscriptions.empty')}
          text={t('billing.subscriptions.emptyText')}
          action={<LinkButton href={pathTo('home')}>{t('ui.back')}</LinkButton>}
        />
      )}
      {data && data.length > 0 && (
        <ul className={styles.list}>
          {data.map(subscription => (
            <SubscriptionCard key={subscription.id} subscription={subscription} />
          ))}
        </ul>
      )}
    </div>
  )
}
