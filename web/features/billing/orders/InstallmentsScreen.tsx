import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { callQuery } from '#kit/cache/call-query.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { usePageTitle } from '#web/platform/page-title.ts'
import styles from '../Billing.module.css'
import { Invoices } from './Invoices.tsx'

const tones = { active: 'accent', overdue: 'danger', paid: 'success', cancelled: 'neutral' } as const

/** `/user/installments`: what is paid in parts, with the dates. */
export function InstallmentsScreen() {
  const t = useCopy()
  usePageTitle(t('billing.installments.title'))
  const { data, error, isFetching, refetch } = useQuery(callQuery('GET /installment', { expand: ['cancelPopupText'] }))
  if (!data && error)
    return (
      <LoadFailure
        isPage
        title={t('billing.installments.failed')}
        offlineText={t('billing.offline')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  return (
    <div className={styles.page} aria-busy={!data}>
      <h1>{t('billing.installments.title')}</h1>
      {!data && <Skeleton shape="box" height="10rem" />}
      {data?.length === 0 && (
        <EmptyState
          icon="calendar"
          title={t('billing.installments.empty')}
          action={<LinkButton href={pathTo('orders')}>{t('billing.orders.all')}</LinkButton>}
        />
      )}
      <ul className={styles.list}>
        {data?.map(({ state, order, cancel_popup_text: warning }) => (
          <li key={order.id}>
            <Card as="article" className={styles.card}>
              <div className={styles.head}>
                <h2 dir="auto">
                  <Link href={pathTo('order', { orderId: order.id })}>{order.title}</Link>
                </h2>
                <Badge tone={tones[state]}>{t(`billing.installments.${state}`)}</Badge>
              </div>
              <Invoices order={order} />
              {order.is_sandbox && <p className={styles.muted}>{t('billing.sandbox')}</p>}
              {warning && <p className={styles.muted}>{warning}</p>}
            </Card>
          </li>
        ))}
      </ul>
    </div>
  )
}
