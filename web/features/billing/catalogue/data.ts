import { useInfiniteQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from 'wouter'
import { site } from '#kit/features/brands/site.ts'
import { request } from '#kit/request/request.ts'
import { serviceTypes } from '#shared/features/billing/selling/service-kinds.ts'
import { pageFromHeaders } from '#shared/platform/contract.ts'
import { track } from '#web/platform/analytics.ts'

export type CatalogueFilter = { category_id?: number; type?: (typeof serviceTypes)[number] }

async function page(filter: CatalogueFilter, number: number, signal: AbortSignal) {
  const query = { ...filter, page: number, perPage: 6 }
  const { data, headers } = await request('GET /catalog-position', { query, signal, isKept: true })
  const { currentPage = number, pageCount = number, totalCount = data.length } = pageFromHeaders(headers) ?? {}
  return { positions: data, currentPage, pageCount, totalCount }
}

/** The catalogue, six positions at a time; `fetchNextPage` loads more. */
export function useCatalogue(filter: CatalogueFilter) {
  return useInfiniteQuery({
    queryKey: ['GET /catalog-position', filter],
    queryFn: ({ pageParam, signal }) => page(filter, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: last => (last.currentPage < last.pageCount ? last.currentPage + 1 : undefined),
    select: ({ pages }) => ({
      positions: [...new Map(pages.flatMap(({ positions }) => positions).map(one => [one.id, one])).values()],
      total: pages.at(-1)?.totalCount ?? 0,
    }),
  })
}

/** The filter in an address; what the school does not have is left out. */
export function filterFrom(search: string, categories: readonly { id: number }[]): CatalogueFilter {
  const query = new URLSearchParams(search)
  const category = categories.find(({ id }) => String(id) === query.get('category'))
  const type = serviceTypes.find(one => one === query.get('type'))
  return { ...(category && { category_id: category.id }), ...(type && { type }) }
}

/** What the catalogue is filtered by, which stands in the address, and how to filter it otherwise. */
export function useFilter() {
  const [path, navigate] = useLocation()
  const { categories } = site().config.catalogue
  const filter = filterFrom(useSearch(), categories)
  const choose = ({ category_id: category, type }: CatalogueFilter) => {
    const query = new URLSearchParams({
      ...(category !== undefined && { category: String(category) }),
      ...(type && { type }),
    })
    navigate(query.size ? `${path}?${query}` : path, { replace: true })
  }
  const set = (option: 'category' | 'type', value: CatalogueFilter) => {
    choose(value)
    const chosen = option === 'category' ? value.category_id : value.type
    track({ name: 'filter_change', option, value: chosen ?? 'all' })
  }
  return { filter, categories, set, clear: () => choose({}) }
}
