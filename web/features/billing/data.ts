import { type QueryClient, useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { request } from '#kit/request/request.ts'
import { refreshPoints } from '#web/features/points/data.ts'
import type { OrderWire } from '#shared/features/billing/wire.ts'
import { refreshPayments } from './refresh-payments.ts'

export const orderQuery = (id: number) => callQuery('GET /orders/:id', { params: { id } })

export const receiptQuery = (id: number) => callQuery('GET /receipts/:id', { params: { id } })

/** Keeps an order as a call has answered it, and makes stale what shows it elsewhere. */
export function keepOrder(client: QueryClient, order: OrderWire): void {
  client.setQueryData(orderQuery(order.id).queryKey, order)
  void client.invalidateQueries({ queryKey: ['GET /orders'] })
  if (order.points_spent > 0) refreshPoints(client)
}

export function useMethods() {
  return useQuery({ ...callQuery('GET /v2/user-payment-method'), select: ({ data }) => data })
}

/** Asks the provider what became of an order’s payment. */
export async function checkOrder(id: number): Promise<OrderWire> {
  const { data } = await request('POST /orders/:id/check', { params: { id } })
  keepOrder(queryClient, data)
  // What it opens may have been told before this page listened.
  if (data.is_open) refreshPayments(queryClient)
  return data
}
