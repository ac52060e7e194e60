import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { RequestError } from '#kit/request/request-errors.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { HeadingSkeleton, Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import type { OrderStoryWire } from '#shared/features/billing/orders/shop-wire.ts'
import { auditAuthor, auditSentence } from '#studio/features/accounts/audit-words.ts'
import { BackLink } from '#studio/platform/ScreenHead.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { pathTo } from '#studio/platform/addresses.ts'
import { useMoments } from '#studio/platform/moments.ts'
import { usePageTitle } from '#studio/platform/page-title.ts'
import styles from '#studio/platform/Screen.module.css'
import { orderQuery, useMoney } from '../data.ts'
import { OrderStatus } from '../OrderStatus.tsx'
import { InstalmentsDialog } from './InstalmentsDialog.tsx'
import { Invoices } from './Invoices.tsx'
import { Bought, Books, Events, Receipts, SubscriptionHistory } from './OrderParts.tsx'
import { RefundDialog } from './RefundDialog.tsx'
import { Refunds } from './Refunds.tsx'
import { SubscriptionDialog } from './SubscriptionDialog.tsx'
import { Section } from './Section.tsx'

/** `/admin/orders/:orderId`: the whole story of one order. */
export function OrderScreen({ orderId }: { orderId: number }) {
  const t = useCopy()
  const { data, error, refetch, isFetching } = useQuery({
    ...orderQuery(orderId),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })
  usePageTitle(t('shop.order', { id: String(orderId) }))
  if (error instanceof RequestError && error.status === 404)
    return (
      <EmptyState
        isPage
        icon="document"
        title={t('shop.gone.title')}
        text={t('shop.gone.text')}
        action={<LinkButton href={pathTo('orders')}>{t('shop.back')}</LinkButton>}
      />
    )
  if (!data && error) return <ErrorState isPage busy={isFetching} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={styles.column} aria-busy>
        <HeadingSkeleton />
        <Skeleton height="10rem" />
        <Skeleton height="10rem" />
      </div>
    )
  return <Story order={data} />
}

/** Whether an order is paid in parts of which some are left. */
const isRunning = ({ subscription, status, paid, amount }: OrderStoryWire) =>
  subscription === null && (status === 'paid' || status === 'overdue') && paid < amount

function Story({ order }: { order: OrderStoryWire }) {
  const t = useCopy()
  return (
    <div className={styles.column}>
      <BackLink href={pathTo('orders')} title={t('shop.back')} />
      <header className={styles.header}>
        <h1>{t('shop.order', { id: String(order.id) })}</h1>
        <OrderStatus status={order.status} />
        {order.scheduler === 'own' && order.subscription && order.subscription.state !== 'ended' && (
          <Button
            look="secondary"
            onClick={() => void openDialog(close => <SubscriptionDialog orderId={order.id} onClose={() => close()} />)}
          >
            {t('shop.change')}
          </Button>
        )}
        {isRunning(order) && (
          <Button
            look="secondary"
            onClick={() => void openDialog(close => <InstalmentsDialog orderId={order.id} onClose={() => close()} />)}
          >
            {t('shop.divide')}
          </Button>
        )}
        {order.left > 0 && (
          <Button
            look="secondary"
            onClick={() => void openDialog(close => <RefundDialog order={order} onClose={() => close()} />)}
          >
            {t('shop.refund')}
          </Button>
        )}
      </header>
      {order.scheduler !== 'own' && (
        <Notice title={t(`shop.store.of.${order.scheduler}`)}>{t(`shop.store.decides.${order.scheduler}`)}</Notice>
      )}
      <Facts order={order} />
      {order.scheduler !== 'own' && <Bought order={order} />}
      <Invoices order={order} />
      <Books order={order} />
      <Receipts order={order} />
      <Refunds order={order} />
      {order.subscription && <SubscriptionHistory subscription={order.subscription} />}
      <Events events={order.events} />
      <Log entries={order.audit} />
    </div>
  )
}

function Facts({ order }: { order: OrderStoryWire }) {
  const t = useCopy()
  const money = useMoney()
  const { moment } = useMoments()
  const { buyer, currency } = order
  const sums = (['price', 'amount', 'paid', 'refunded', 'left'] as const).map(
    name => [t(`shop.sum.${name}`), money(order[name], currency)] as const,
  )
  const facts = [
    [t('shop.what'), order.title],
    ...sums,
    ...(order.promocode === null ? [] : [[t('shop.promocode'), order.promocode] as const]),
    ...(order.points_spent === 0
      ? []
      : [
          [
            t('shop.points'),
            t('shop.points.of', { count: order.points_spent, amount: money(order.points_discount, currency) }),
          ] as const,
        ]),
    [t('shop.ordered'), moment(order.created_at * 1000, 'numeric')],
    ...(order.status === 'waiting' ? [[t('shop.closes'), moment(order.closes_at * 1000, 'numeric')] as const] : []),
    [t('shop.access'), t(order.is_open ? 'shop.access.open' : 'shop.access.closed')],
  ] as const
  return (
    <Card as="section">
      <dl className={styles.facts}>
        <div>
          <dt>{t('shop.column.buyer')}</dt>
          <dd dir="auto">
            {buyer ? <Link href={pathTo('user', { userId: buyer.id })}>{buyer.name}</Link> : t('shop.erased')}
            {buyer?.email && <p className={styles.muted}>{buyer.email}</p>}
          </dd>
        </div>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function Log({ entries }: { entries: OrderStoryWire['audit'] }) {
  const t = useCopy()
  const { moment } = useMoments()
  return (
    <Section title={t('shop.log')} isEmpty={entries.length === 0}>
      {entries.map(entry => (
        <li key={entry.id}>
          <p>
            <strong dir="auto">{auditAuthor(t, entry)}</strong> — {auditSentence(t, entry)}
          </p>
          <p className={styles.muted}>{moment(entry.created_at * 1000, 'numeric')}</p>
        </li>
      ))}
    </Section>
  )
}
