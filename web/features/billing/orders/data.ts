import { useInfiniteQuery } from '@tanstack/react-query'
import { request } from '#kit/request/request.ts'
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
