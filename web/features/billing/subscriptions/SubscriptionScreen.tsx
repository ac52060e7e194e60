import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '#kit/cache/call-query.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { schedulingStore } from '#shared/features/billing/stores/app-store.ts'
import type { PaymentSubscriptionWire } from '#shared/features/billing/wire.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { usePageTitle } from '#web/platform/page-title.ts'
import styles from '../Billing.module.css'
import { orderQuery } from '../data.ts'
import { refreshPayments } from '../refresh-payments.ts'
import { sellsOnWeb } from '../may-buy.ts'
import { PayOrder } from '../orders/PayOrder.tsx'
import { explainPayment } from '../payment/pay.ts'
import { CancelDialog } from './CancelDialog.tsx'
import { ChargedMethod } from './ChargedMethod.tsx'
import { Plans } from './Plans.tsx'
import { SubscriptionHead } from './SubscriptionHead.tsx'

const subscriptionQuery = (id: number) =>
  callQuery('GET /payment-subscriptions/:id', { params: { id }, expand: ['cancelPopupText'] })

/** `/user/subscription/…`: one subscription and what can be done with it. */
export function SubscriptionScreen({ subscriptionId }: { subscriptionId: number }) {
  const t = useCopy()
  const page = useHeldFocus<HTMLDivElement>()
  const { data, error, isFetching, refetch } = useQuery({ ...subscriptionQuery(subscriptionId), staleTime: 0 })
  usePageTitle(data?.title ?? '')
  if (!data && error instanceof RequestError && error.status === 404)
    return (
      <EmptyState
        isPage
        icon="star"
        title={t('billing.subscription.gone')}
        action={<LinkButton href={pathTo('subscriptions')}>{t('billing.subscriptions.title')}</LinkButton>}
      />
    )
  if (!data && error)
    return (
      <LoadFailure
        isPage
        title={t('billing.subscription.failed')}
        offlineText={t('billing.offline')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  return (
    <div ref={page} tabIndex={-1} className={styles.page} aria-busy={!data}>
      <h1>{t('billing.subscription.title')}</h1>
      {data ? <Subscription wire={data} /> : <Skeleton shape="box" height="12rem" />}
    </div>
  )
}

function Subscription({ wire }: { wire: PaymentSubscriptionWire }) {
  const t = useCopy()
  const store = schedulingStore(wire.scheduler)
  return (
    <>
      {wire.can.pay && wire.order_id !== null && sellsOnWeb() && <PastDue orderId={wire.order_id} />}
      <Card as="section" className={styles.card}>
        <SubscriptionHead wire={wire} title={wire.title} />
        <Decisions wire={wire} />
      </Card>
      {store && <Notice title={t(`billing.store.of.${store}`)}>{t('billing.store.change')}</Notice>}
      {wire.recurrent_payments_enabled && !store && sellsOnWeb() && <ChargedMethod wire={wire} />}
      {wire.can.change && sellsOnWeb() && <Plans wire={wire} />}
      {wire.order_id !== null && (
        <p>
          <LinkButton look="lone" href={pathTo('order', { orderId: wire.order_id })}>
            {t('billing.subscription.payments')}
          </LinkButton>
        </p>
      )}
    </>
  )
}

/** A charge was refused: it is paid now, or another card is chosen below. */
function PastDue({ orderId }: { orderId: number }) {
  const t = useCopy()
  const { data: order } = useQuery(orderQuery(orderId))
  return (
    <>
      <Notice tone="danger" title={t('billing.subscription.pastDue')}>
        {t('billing.subscription.pastDueText')}
      </Notice>
      {order && order.payable !== null && <PayOrder order={order} isAgain />}
    </>
  )
}

/** Pausing, going on and cancelling. */
function Decisions({ wire }: { wire: PaymentSubscriptionWire }) {
  const t = useCopy()
  const [isCanceling, setCanceling] = useState(false)
  const params = { id: wire.id }
  const { run, isBusy, failure } = useSubmit({
    send: async (what: 'resume' | 'pause') => {
      if (what === 'resume') await request('POST /payment-subscriptions/:id/resume', { params })
      else await request('POST /payment-subscriptions/:id/pause', { params })
      refreshPayments(queryClient)
    },
    failed: t('billing.subscription.unchanged'),
    explain: explainPayment(t('billing.subscription.unchanged')),
    onRefused: () => refreshPayments(queryClient),
  })
  return (
    <>
      <FailureNotice failure={failure} />
      <div className={styles.actions}>
        {wire.can.resume && (
          <Button busy={isBusy} onClick={() => void run('resume')}>
            {t('billing.subscription.resume')}
          </Button>
        )}
        {wire.can.pause && (
          <Button look="secondary" busy={isBusy} onClick={() => void run('pause')}>
            {t('billing.subscription.pause')}
          </Button>
        )}
        {wire.can.cancel && (
          <Button look="ghost" onClick={() => setCanceling(true)}>
            {t('billing.cancel.open')}
          </Button>
        )}
      </div>
      {wire.can.pause && <p className={styles.muted}>{t('billing.subscription.pauseText')}</p>}
      {isCanceling && <CancelDialog wire={wire} onClose={() => setCanceling(false)} />}
    </>
  )
}
