import type { QueryClient } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'

export const topicsQuery = () => callQuery('GET /support-category', { query: { sort: 'sort' } })
/** Always refetched: no event updates the cache while no screen shows it. */
export const requestsQuery = () => ({ ...callQuery('GET /support-requests'), staleTime: 0 })
export const conversationQuery = (id: number) => ({
  ...callQuery('GET /support-requests/:id', { params: { id } }),
  staleTime: 0,
})

export function refreshSupport(client: QueryClient, requestId?: number): void {
  void client.invalidateQueries({ queryKey: requestsQuery().queryKey })
  if (requestId !== undefined) void client.invalidateQueries({ queryKey: conversationQuery(requestId).queryKey })
}
