import type { QueryClient } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'

export const topicsQuery = () => callQuery('GET /support-category', { query: { sort: 'sort' } })
/** Read anew whenever they are looked at: what happened while nobody looked is told to no cache. */
export const requestsQuery = () => ({ ...callQuery('GET /support-requests'), staleTime: 0 })
export const conversationQuery = (id: number) => ({
  ...callQuery('GET /support-requests/:id', { params: { id } }),
  staleTime: 0,
})

/** Makes stale what was read of the requests, and of one of them. */
export function refreshSupport(client: QueryClient, requestId?: number): void {
  void client.invalidateQueries({ queryKey: requestsQuery().queryKey })
  if (requestId !== undefined) void client.invalidateQueries({ queryKey: conversationQuery(requestId).queryKey })
}
