import type { QueryClient } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import type { SupportMessageWire } from '#shared/features/support/contract.ts'

export const topicsQuery = () => callQuery('GET /support-category', { query: { sort: 'sort' } })
/** Always refetched: no event updates the cache while no screen shows it. */
export const requestsQuery = () => ({ ...callQuery('GET /support-requests'), staleTime: 0 })
export const conversationQuery = (id: number) => ({
  ...callQuery('GET /support-requests/:id', { params: { id } }),
  staleTime: 0,
})

const convertingMs = 5000

/** How soon (ms) to read a request again because a video of it is being converted; false when none is. */
export function conversionWait(messages: readonly Pick<SupportMessageWire, 'files'>[] = []): number | false {
  const isConverting = messages.some(({ files }) => files.some(({ status }) => status === 'UPLOADED'))
  return isConverting && convertingMs
}

export function refreshSupport(client: QueryClient, requestId?: number): void {
  void client.invalidateQueries({ queryKey: requestsQuery().queryKey })
  if (requestId !== undefined) void client.invalidateQueries({ queryKey: conversationQuery(requestId).queryKey })
}
