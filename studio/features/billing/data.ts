import { callQuery } from '#kit/cache/call-query.ts'
import { makeStale } from '#kit/cache/make-stale.ts'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { request } from '#kit/request/request.ts'
import { NetworkError, RequestError } from '#kit/request/request-errors.ts'
import type { OrderHappening } from '#shared/features/billing/orders/order-happenings.ts'
import type { OrderSort } from '#shared/features/billing/orders/order-sorts.ts'
import type { ShopOrderWire } from '#shared/features/billing/orders/shop-wire.ts'
import type { discountStates } from '#shared/features/billing/selling/service-kinds.ts'
import type { EndReason } from '#shared/features/billing/subscriptions/cancel-reasons.ts'
import { type Currency, formatMoney } from '#shared/platform/money.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import type { Find } from '#studio/platform/feature.ts'
import { pagedQuery } from '#studio/platform/Pages.tsx'
import type { Direction } from '#studio/platform/tables/SortedColumn.tsx'

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
  sort?: OrderSort
  order?: Direction
}

export const ordersQuery = (filter: OrderFilter, page: number) =>
  pagedQuery('GET /studio/orders', { query: { ...filter, page } })

export const orderQuery = (id: number) => callQuery('GET /studio/orders/:id', { params: { id } })

export const receiptQuery = (id: number) => callQuery('GET /studio/receipts/:id', { params: { id } })

export const servicesQuery = () => callQuery('GET /studio/services')

/** All cohorts, of which a product may open one. */
export const cohortsQuery = () => callQuery('GET /studio/cohorts')

export const serviceQuery = (id: number) => callQuery('GET /studio/services/:id', { params: { id } })

export type CodeFilter = { search?: string | undefined; state?: (typeof discountStates)[number] | undefined }

export const codesQuery = (filter: CodeFilter, page: number) =>
  pagedQuery('GET /studio/discounts', { query: { ...filter, page } })

/** A service was added or changed. */
export const refreshServices = () =>
  makeStale('GET /studio/services', 'GET /studio/services/:id', 'GET /studio/audit-log')

/** A discount code was added or changed. */
export const refreshCodes = () => makeStale('GET /studio/discounts', 'GET /studio/audit-log')

/** An order was entered or money sent back. */
export const refreshOrders = () =>
  makeStale('GET /studio/orders', 'GET /studio/orders/:id', 'GET /studio/learners/:id/orders', 'GET /studio/audit-log')

/** Amounts in minor units as the reader writes them. */
export function useMoney() {
  const { language } = useCopy()
  // The server sells in no other currencies.
  return (amount: number, currency: string) => formatMoney(amount, currency as Currency, language)
}

/** Why it is not known what would come of a change. */
export function whyUnknown(t: Copy, error: Error): string {
  if (error instanceof NetworkError) return t('ui.error.noInternet')
  return (error instanceof RequestError && error.reason) || t('ui.error.title')
}

/** The newest orders by their buyer or number. */
export const findOrders: Find = async (search, { signal }) => {
  const { data } = await request('GET /studio/orders', { query: { search }, signal })
  return data.slice(0, 5).map(({ id, title, buyer }) => ({
    name: title,
    detail: [String(id), ...(buyer ? [buyer.name] : [])].join(' · '),
    href: pathTo('order', { orderId: id }),
  }))
}
