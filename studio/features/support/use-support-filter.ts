import { useQueryState } from '#studio/platform/use-query-state.ts'
import type { SupportShow } from './data.ts'

export const supportShows: readonly SupportShow[] = ['open', 'mine', 'free', 'answered', 'closed', 'all']

/** What the address asks of the list of requests. */
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
    /** The part of the address that carries the filter along. */
    query: {
      show: show === 'open' ? undefined : show,
      search: search || undefined,
      topic: categoryId,
      page: getId('page'),
    },
  }
}
