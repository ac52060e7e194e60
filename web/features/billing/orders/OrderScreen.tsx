import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatDate } from '#kit/copy/format.ts'
import { isOffline } from '#kit/request/online.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { schedulingStore } from '#shared/features/billing/stores/app-store.ts'
import type { OrderWire } from '#shared/features/billing/wire.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { moneyText } from '#web/platform/money-text.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import styles from '../Billing.module.css'
import { checkOrder, orderQuery } from '../data.ts'
import { useFreshOnBack } from '../payment/pay.ts'
import { Invoices } from './Invoices.tsx'
import { OrderNotice } from './OrderNotice.tsx'
import { orderTones, shownState } from './order-words.ts'
import { Receipts } from './Receipts.tsx'

/** `/user/orders/…`: an order as it stands; the provider’s page leads back to it. */
export function OrderScreen({ orderId }: { orderId: number }) {
  const t = useCopy()
  const { data: order, error, isFetching, refetch } = useQuery({ ...orderQuery(orderId), staleTime: 0 })
  useFreshOnBack()
  usePageTitle(t('billing.order.title', { number: orderId }))
  // The provider may not have told yet what has just been paid; afterwards it is told live.
  useEffect(() => {
    if (!isOffline()) checkOrder(orderId).catch((failed: unknown) => console.warn('A payment was not checked', failed))
  }, [orderId])
  if (!order && error instanceof RequestError && error.status === 404)
    return (
      <EmptyState
        isPage
        icon="document"
        title={t('billing.order.gone')}
        action={<LinkButton href={pathTo('orders')}>{t('billing.orders.title')}</LinkButton>}
      />
    )
  if (!order && error)
    return (
      <LoadFailure
        isPage
        title={t('billing.order.failed')}
        offlineText={t('billing.offline')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  return (
    <div className={styles.page} aria-busy={!order}>
      <h1>{t('billing.order.title', { number: orderId })}</h1>
      {order ? <Order order={order} /> : <Skeleton shape="box" height="16rem" />}
    </div>
  )
}

function Order({ order }: { order: OrderWire }) {
  const t = useCopy()
  const timeZone = useUser()?.timezone
  const state = shownState(order)
  const { amount, currency, title, created_at: createdAt } = order
  const store = schedulingStore(order.scheduler)
  return (
    <>
      {order.is_sandbox && <Notice>{t('billing.sandbox')}</Notice>}
      <OrderNotice order={order} state={state} />
      <Card as="section" className={styles.card}>
        <div className={styles.head}>
          <h2 dir="auto">{title}</h2>
          <Badge tone={orderTones[state]}>{t(`billing.state.${state}`)}</Badge>
        </div>
        <p className={styles.muted}>
          {t('billing.order.of', {
            date: formatDate(createdAt * 1000, t.language, 'long', timeZone),
            amount: moneyText(t, amount, currency),
          })}
        </p>
        <Invoices order={order} />
      </Card>
      {store && <Notice title={t(`billing.store.of.${store}`)}>{t('billing.store.receipt')}</Notice>}
      {order.receipts.length > 0 && <Receipts order={order} />}
      <p>
        <LinkButton look="lone" href={pathTo('orders')}>
          {t('billing.orders.all')}
        </LinkButton>
      </p>
    </>
  )
}
