import { useRef } from 'react'
import { Link } from 'wouter'
import { usePages } from '#kit/cache/pages.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatDate } from '#kit/copy/format.ts'
import { request } from '#kit/request/request.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { Card, cardTarget } from '#kit/ui/states/Card.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import type { OrderWire } from '#shared/features/billing/wire.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { MorePages } from '#web/platform/MorePages.tsx'
import { moneyText } from '#web/platform/money-text.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import styles from '../Billing.module.css'
import { orderTones, shownState } from './order-words.ts'

/** Own orders, newest first; `fetchNextPage` loads more. */
const useOrders = () =>
  usePages('GET /orders', (page, signal) => request('GET /orders', { query: { page }, signal, isKept: true }))

function OrderCard({ order }: { order: OrderWire }) {
  const t = useCopy()
  const timeZone = useUser()?.timezone
  const state = shownState(order)
  return (
    <Card as="article" interactive className={styles.card}>
      <div className={styles.head}>
        <h2 dir="auto">
          <Link href={pathTo('order', { orderId: order.id })} className={cardTarget}>
            {order.title}
          </Link>
        </h2>
        <Badge tone={orderTones[state]}>{t(`billing.state.${state}`)}</Badge>
      </div>
      <p className={styles.muted}>
        {t('billing.order.of', {
          date: formatDate(order.created_at * 1000, t.language, 'long', timeZone),
          amount: moneyText(t, order.amount, order.currency),
        })}
      </p>
      {order.is_sandbox && <p className={styles.muted}>{t('billing.sandbox')}</p>}
    </Card>
  )
}

/** `/user/orders`: own orders, newest first, 20 at a time. */
export function OrdersScreen() {
  const t = useCopy()
  usePageTitle(t('billing.orders.title'))
  const asked = useOrders()
  const { data, error, isFetching, refetch } = asked
  const list = useRef<HTMLUListElement>(null)
  if (!data && error)
    return (
      <LoadFailure
        isPage
        title={t('billing.orders.failed')}
        offlineText={t('billing.offline')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  return (
    <div className={styles.page} aria-busy={!data}>
      <h1>{t('billing.orders.title')}</h1>
      {!data && <Skeleton shape="box" height="7rem" />}
      {data?.rows.length === 0 && (
        <EmptyState
          icon="document"
          title={t('billing.orders.empty')}
          text={t('billing.orders.emptyText')}
          action={<LinkButton href={pathTo('home')}>{t('billing.toHome')}</LinkButton>}
        />
      )}
      {data && data.rows.length > 0 && (
        <ul ref={list} className={styles.list}>
          {data.rows.map(order => (
            <li key={order.id}>
              <OrderCard order={order} />
            </li>
          ))}
        </ul>
      )}
      <MorePages
        asked={asked}
        list={list}
        focusing="a"
        more={t('billing.orders.more')}
        failed={t('billing.orders.failed')}
      />
    </div>
  )
}
