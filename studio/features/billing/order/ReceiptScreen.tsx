import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { ReceiptSheet } from '#kit/features/billing/ReceiptSheet.tsx'
import { RequestError } from '#kit/request/request-errors.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { HeadingSkeleton, Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { BackLink } from '#studio/platform/ScreenHead.tsx'
import { pathTo } from '#studio/platform/addresses.ts'
import { OwnZone } from '#studio/platform/moments.ts'
import { usePageTitle } from '#studio/platform/page-title.ts'
import styles from '#studio/platform/Screen.module.css'
import { receiptQuery } from '../data.ts'

/** `/admin/receipts/:receiptId`: a receipt or credit note as its buyer has it. */
export function ReceiptScreen({ receiptId }: { receiptId: number }) {
  const t = useCopy()
  const timeZone = useContext(OwnZone)
  const { data: receipt, error, refetch, isFetching } = useQuery(receiptQuery(receiptId))
  usePageTitle(receipt ? t(`receipt.title.${receipt.kind}`, { number: receipt.number }) : t('receipt.list'))
  if (error instanceof RequestError && error.status === 404)
    return (
      <EmptyState
        isPage
        icon="document"
        title={t('receipt.gone')}
        action={<LinkButton href={pathTo('orders')}>{t('shop.back')}</LinkButton>}
      />
    )
  if (!receipt && error) return <ErrorState isPage busy={isFetching} onRetry={() => void refetch()} />
  if (!receipt)
    return (
      <div className={styles.column} aria-busy>
        <HeadingSkeleton />
        <Skeleton height="20rem" />
      </div>
    )
  const { corrects, order_id: orderId } = receipt
  return (
    <div className={styles.column}>
      <BackLink href={pathTo('order', { orderId })} title={t('shop.receipt.back')} />
      <ReceiptSheet
        receipt={receipt}
        timeZone={timeZone}
        corrects={corrects && <Link href={pathTo('receipt', { receiptId: corrects.id })}>{corrects.number}</Link>}
      />
    </div>
  )
}
