import { callQuery } from '#kit/cache/call-query.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { formatMoney, type Currency } from '#shared/features/billing/money.ts'
import type { EndReason } from '#shared/features/billing/cancel-reasons.ts'
import type { OrderHappening } from '#shared/features/billing/order-happenings.ts'
import type { ShopOrderWire } from '#shared/features/billing/shop-wire.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { pagedQuery } from '#studio/platform/Pages.tsx'

export const orderStatuses = [
  'waiting',
  'paid',
  'overdue',
  'refunded',
  'disputed',
  'closed',
] as const satisfies readonly ShopOrderWire['status'][]

export type OrderFilter = {
  happened?: OrderHappening | undefined
  why?: EndReason | undefined
  currency?: string | undefined
  sandbox?: 'yes' | 'no' | undefined
  search?: string | undefined
  status?: ShopOrderWire['status'] | undefined
  service_id?: number | undefined
  user_id?: number | undefined
  from?: string | undefined
  until?: string | undefined
}

export const ordersQuery = (filter: OrderFilter, page: number) =>
  pagedQuery('GET /studio/orders', { query: { ...filter, page } })

export const orderQuery = (id: number) => callQuery('GET /studio/orders/:id', { params: { id } })

export const servicesQuery = () => callQuery('GET /studio/services')

/** An order was entered or money sent back. */
export const refreshOrders = () =>
  Promise.all(
    ['GET /studio/orders', 'GET /studio/orders/:id', 'GET /studio/learners/:id/orders', 'GET /studio/audit-log'].map(
      name => queryClient.invalidateQueries({ queryKey: [name] }),
    ),
  )

/** Amounts in minor units as the reader writes them. */
export function useMoney() {
  const { language } = useCopy()
  // The server sells in no other currencies.
  return (amount: number, currency: string) => formatMoney(amount, currency as Currency, language)
}
