import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { ReceiptSheet } from '#kit/features/billing/ReceiptSheet.tsx'
import { RequestError } from '#kit/request/request-errors.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { HeadingSkeleton, Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { useUser } from '#web/features/accounts/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { usePageTitle } from '#web/platform/page-title.ts'
import styles from '../Billing.module.css'
import { receiptQuery } from '../data.ts'

/** `/receipts/…`: a receipt or credit note, to be printed. */
export function ReceiptScreen({ receiptId }: { receiptId: number }) {
  const t = useCopy()
  const timeZone = useUser()?.timezone
  const { data: receipt, error, isFetching, refetch } = useQuery(receiptQuery(receiptId))
  usePageTitle(receipt ? t(`receipt.title.${receipt.kind}`, { number: receipt.number }) : t('receipt.list'))
  if (!receipt && error instanceof RequestError && error.status === 404)
    return (
      <EmptyState
        isPage
        icon="document"
        title={t('receipt.gone')}
        action={<LinkButton href={pathTo('orders')}>{t('billing.orders.title')}</LinkButton>}
      />
    )
  if (!receipt && error)
    return (
      <LoadFailure
        isPage
        title={t('receipt.failed')}
        offlineText={t('billing.offline')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!receipt)
    return (
      <div className={styles.page} aria-busy>
        <HeadingSkeleton />
        <Skeleton shape="box" height="20rem" />
      </div>
    )
  const { corrects } = receipt
  return (
    <div className={styles.page}>
      <ReceiptSheet
        receipt={receipt}
        timeZone={timeZone}
        corrects={corrects && <Link href={pathTo('receipt', { receiptId: corrects.id })}>{corrects.number}</Link>}
      />
      <p>
        <LinkButton look="lone" href={pathTo('order', { orderId: receipt.order_id })}>
          {t('billing.order.title', { number: receipt.order_id })}
        </LinkButton>
      </p>
    </div>
  )
}
