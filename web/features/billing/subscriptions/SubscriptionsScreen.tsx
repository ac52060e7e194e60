import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from 'wouter'
import { callQuery } from '#kit/cache/call-query.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { Card, cardTarget } from '#kit/ui/states/Card.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import styles from '../Billing.module.css'
import { SubscriptionHead } from './SubscriptionHead.tsx'

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

/**
 * `/user/subscriptions`: the learner's subscriptions, newest first; `?warning=true` explains that access has ended, unless it has been
 * bought again since.
 */
export function SubscriptionsScreen() {
  const t = useCopy()
  const isSentHere = new URLSearchParams(useSearch()).get('warning') === 'true'
  const { data, error, isFetching, refetch } = useQuery(callQuery('GET /payment-subscription'))
  const ended = isSentHere && data ? data.filter(({ is_active }) => !is_active) : []
  const isWarned = isSentHere && data?.length === ended.length
  if (!data && error)
    return (
      <LoadFailure isPage title={t('billing.subscriptions.failed')} busy={isFetching} onRetry={() => void refetch()} />
    )
  return (
    <div className={styles.page} aria-busy={!data}>
      <h1>{t('billing.subscriptions.title')}</h1>
      {isWarned && <Warning />}
      {!isWarned && ended.length > 0 && <Notice tone="warn" title={t('billing.subscriptions.someEnded')} />}
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
          {data.map(wire => (
            <li key={wire.id}>
              <Card interactive className={styles.card}>
                <SubscriptionHead
                  wire={wire}
                  title={
                    <Link href={pathTo('subscription', { subscriptionId: wire.id })} className={cardTarget}>
                      {wire.title}
                    </Link>
                  }
                />
              </Card>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <LinkButton look="lone" href={pathTo('installments')}>
          {t('billing.installments.title')}
        </LinkButton>
        <LinkButton look="ghost" href={pathTo('orders')}>
          {t('billing.orders.title')}
        </LinkButton>
      </div>
    </div>
  )
}
