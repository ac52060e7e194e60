import type { Find, Waiting } from '#studio/platform/feature.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { type AnswerOf, request } from '#kit/request/request.ts'
import { pathTo, useQueryState } from '#studio/platform/addresses.ts'
import { pagedQuery } from '#studio/platform/Pages.tsx'

type SupportShow = 'open' | 'answered' | 'closed' | 'mine' | 'free' | 'all'
type SupportFilter = { show: SupportShow; categoryId?: number | undefined; search?: string }
export type RequestDetail = AnswerOf<'GET /studio/support-requests/:id'>

const perPage = 50

export const requestsQuery = ({ show, categoryId, search }: SupportFilter, page = 1) =>
  pagedQuery('GET /studio/support-requests', {
    query: { show, category_id: categoryId, search: search || undefined, page, 'per-page': perPage },
  })

/** The number of waiting requests: the total count of a page of one. */
const waitingQuery = () =>
  queryOptions({
    ...pagedQuery('GET /studio/support-requests', { query: { show: 'open', page: 1, 'per-page': 1 } }),
    refetchInterval: 60_000,
  })

export const categoriesQuery = () => callQuery('GET /studio/support-categories')

export const requestQuery = (id: number) => callQuery('GET /studio/support-requests/:id', { params: { id } })

export function refreshRequests(id?: number): void {
  void queryClient.invalidateQueries({ queryKey: ['GET /studio/support-requests'] })
  if (id !== undefined) void queryClient.invalidateQueries({ queryKey: requestQuery(id).queryKey })
}

export const supportShows: readonly SupportShow[] = ['open', 'mine', 'free', 'answered', 'closed', 'all']

/** The filter of the list, kept in the address. */
export function useSupportFilter() {
  const { get, getId, set } = useQueryState()
  const show = supportShows.find(name => name === get('show')) ?? 'open'
  const search = get('search') ?? ''
  const categoryId = getId('topic')
  return {
    show,
    search,
    categoryId,
    page: getId('page') ?? 1,
    set,
    /** The filter as query parameters. */
    query: {
      show: show === 'open' ? undefined : show,
      search: search || undefined,
      topic: categoryId,
      page: getId('page'),
    },
  }
}

/** How many requests are waiting for an answer. */
export function useWaitingRequests(): Waiting | undefined {
  const t = useCopy()
  const { data } = useQuery(waitingQuery())
  return data && { count: data.total, words: t('helpdesk.count', { count: data.total }) }
}

/** Support requests of any state by who asked and by what was written in them. */
export const findRequests: Find = async (search, { signal }) => {
  const { data } = await request('GET /studio/support-requests', {
    query: { show: 'all', search, 'per-page': 5 },
    signal,
  })
  return data.map(({ id, name, category, email }) => ({
    name,
    detail: category?.name ?? email ?? '',
    href: pathTo('supportRequest', { requestId: id }, { show: 'all' }),
  }))
}
