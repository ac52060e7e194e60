import { queryOptions } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import type { AnswerOf } from '#kit/request/request.ts'
import { pagedQuery } from '#studio/platform/paged-query.ts'

export type SupportShow = 'open' | 'answered' | 'closed' | 'mine' | 'free' | 'all'
export type SupportFilter = { show: SupportShow; categoryId?: number | undefined; search?: string }
export type RequestDetail = AnswerOf<'GET /studio/support-requests/:id'>

const perPage = 50

export const requestsQuery = ({ show, categoryId, search }: SupportFilter, page = 1) =>
  pagedQuery('GET /studio/support-requests', {
    query: { show, category_id: categoryId, search: search || undefined, page, 'per-page': perPage },
  })

/** How many requests wait for an answer: the figure of a page of one. */
export const waitingQuery = () =>
  queryOptions({
    ...pagedQuery('GET /studio/support-requests', { query: { show: 'open', page: 1, 'per-page': 1 } }),
    refetchInterval: 60_000,
  })

export const categoriesQuery = () => callQuery('GET /studio/support-categories')

export const requestQuery = (id: number) => callQuery('GET /studio/support-requests/:id', { params: { id } })

/** What any change of a request makes stale: the lists, the count and that request. */
export function refreshRequests(id?: number): void {
  void queryClient.invalidateQueries({ queryKey: ['GET /studio/support-requests'] })
  if (id !== undefined) void queryClient.invalidateQueries({ queryKey: requestQuery(id).queryKey })
}
