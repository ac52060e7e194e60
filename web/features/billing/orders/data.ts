import { usePages } from '#kit/cache/pages.ts'
import { request } from '#kit/request/request.ts'

/** Own orders, newest first; `fetchNextPage` loads more. */
export const useOrders = () =>
  usePages('GET /orders', (page, signal) => request('GET /orders', { query: { page }, signal, isKept: true }))
