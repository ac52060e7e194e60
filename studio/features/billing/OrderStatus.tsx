import { useCopy } from '#kit/copy/copy.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import type { ShopOrderWire } from '#shared/features/billing/orders/shop-wire.ts'

const tones = {
  waiting: 'neutral',
  paid: 'success',
  overdue: 'warning',
  refunded: 'neutral',
  disputed: 'danger',
  closed: 'neutral',
} as const

/** How an order stands. */
export function OrderStatus({ status }: Pick<ShopOrderWire, 'status'>) {
  const t = useCopy()
  return <Badge tone={tones[status]}>{t(`shop.status.${status}`)}</Badge>
}
