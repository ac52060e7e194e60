import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { request } from '#kit/request/request.ts'
import type { OrderWire } from '#shared/features/billing/wire.ts'
import { pageFromHeaders } from '#shared/platform/contract.ts'

async function ordersPage(page: number, signal: AbortSignal) {
  const { data, headers } = await request('GET /orders', { query: { page }, signal, isKept: true })
  const { currentPage = page, pageCount = page } = pageFromHeaders(headers) ?? {}
  return { orders: data, currentPage, pageCount }
}

/** Own orders, newest first; `fetchNextPage` loads more. */
export function useOrders() {
  return useInfiniteQuery({
    queryKey: ['GET /orders', { pages: 'all' }],
    queryFn: ({ pageParam, signal }) => ordersPage(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: last => (last.currentPage < last.pageCount ? last.currentPage + 1 : undefined),
    select: ({ pages }) => {
      const orders = pages.flatMap(page => page.orders)
      return [...new Map(orders.map(order => [order.id, order])).values()]
    },
  })
}

async function allOrders(signal: AbortSignal): Promise<OrderWire[]> {
  const first = await ordersPage(1, signal)
  const pages = [first]
  for (let page = 2; page <= first.pageCount; page++) pages.push(await ordersPage(page, signal))
  return pages.flatMap(({ orders }) => orders)
}

/** Own orders that are paid in instalments, newest first. */
export function useInstallments() {
  return useQuery({
    queryKey: ['GET /orders', { pages: 'instalments' }],
    queryFn: ({ signal }) => allOrders(signal),
    select: orders => orders.filter(order => order.subscription_id === null && order.invoices.length > 1),
  })
}
