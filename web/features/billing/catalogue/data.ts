import { useLocation, useSearch } from 'wouter'
import { usePages } from '#kit/cache/pages.ts'
import { site } from '#kit/features/brands/site.ts'
import { request } from '#kit/request/request.ts'
import { serviceTypes } from '#shared/features/billing/selling/service-kinds.ts'
import { track } from '#web/platform/analytics.ts'

export type CatalogueFilter = { category_id?: number; type?: (typeof serviceTypes)[number] }

/** The catalogue, six positions at a time; `fetchNextPage` loads more. */
export const useCatalogue = (filter: CatalogueFilter) =>
  usePages(
    'GET /catalog-position',
    (page, signal) =>
      request('GET /catalog-position', { query: { ...filter, page, perPage: 6 }, signal, isKept: true }),
    filter,
  )

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
