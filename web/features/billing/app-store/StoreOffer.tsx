import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { callQuery } from '#kit/cache/call-query.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { ServiceWire } from '#shared/features/billing/wire.ts'
import { isSignedIn } from '#web/features/accounts/session.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import styles from '../checkout/Checkout.module.css'
import { NotSold } from '../checkout/NotSold.tsx'
import { SignInFirst } from '../checkout/SignInFirst.tsx'
import { withEmail } from '../payment/pay.ts'
import { buyInStore, explainStore, restorePurchases } from './buy-in-store.ts'
import { Price, storeProductQuery } from './Price.tsx'
import { StoreFailure } from './shell.ts'

/** The checkout in the mobile app: the store’s product at the store’s price. Nothing here leads to another way to pay. */
export function StoreOffer({ serviceId }: { serviceId: number }) {
  const t = useCopy()
  const { data, error, isFetching, refetch } = useQuery({
    ...callQuery('GET /course-services/view', { query: { id: serviceId } }),
    staleTime: 0,
  })
  usePageTitle(data?.title ?? t('billing.checkout.title'))
  if (!data && error) return <NotSold error={error} isFetching={isFetching} refetch={refetch} />
  return (
    <div className={styles.content} aria-busy={!data}>
      <h1>{t('billing.checkout.title')}</h1>
      {data ? <Product service={data} /> : <Skeleton shape="box" height="16rem" />}
    </div>
  )
}

function Product({ service }: { service: ServiceWire }) {
  const t = useCopy()
  const hasSession = useSyncExternalStore(isSignedIn.subscribe, isSignedIn.read)
  const { error, isPending } = useQuery(storeProductQuery(service))
  const code = error instanceof StoreFailure ? error.code : 'ERR_LOAD'
  return (
    <Card as="section" className={styles.card}>
      <h2 dir="auto">{service.title}</h2>
      {service.description && <p dir="auto">{service.description}</p>}
      {isPending && <Skeleton height="3rem" />}
      {error && (
        <Notice tone="danger" live title={t('billing.store.failed')}>
          {t(`billing.store.${code}`)}
        </Notice>
      )}
      {!isPending && !error && (
        <p>
          <strong>
            <Price service={service} />
          </strong>
        </p>
      )}
      {hasSession ? <Buying service={service} isSold={!isPending && !error} /> : <SignInFirst code={undefined} />}
    </Card>
  )
}

function Buying({ service, isSold }: { service: ServiceWire; isSold: boolean }) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const { run, isBusy, failure } = useSubmit({
    send: async () => {
      const orderId = await withEmail(t, () => buyInStore(service.id))
      if (orderId !== undefined) navigate(pathTo('order', { orderId }), { replace: true })
      return orderId !== undefined
    },
    failed: t('billing.store.failed'),
    explain: explainStore(t),
  })
  return (
    <div className={styles.last}>
      <FailureNotice failure={failure} />
      {isSold && (
        <Button wide busy={isBusy} onClick={() => void run()}>
          {t('billing.store.buy')}
        </Button>
      )}
      <Restore />
    </div>
  )
}

/** Hands in again what the store knows: after a new phone, or a purchase that was cut off. */
function Restore() {
  const t = useCopy()
  const { run, isBusy, failure } = useSubmit({
    send: async () => {
      const count = await restorePurchases()
      toast(t('billing.store.restored', { count }), count > 0 ? { tone: 'success' } : {})
    },
    failed: t('billing.store.failed'),
    explain: explainStore(t),
  })
  return (
    <>
      <FailureNotice failure={failure} />
      <Button wide look="ghost" busy={isBusy} onClick={() => void run()}>
        {t('billing.store.restore')}
      </Button>
    </>
  )
}
