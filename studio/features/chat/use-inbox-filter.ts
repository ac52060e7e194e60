import { useQueryState } from '#studio/platform/addresses.ts'
import type { InboxShow } from './data.ts'

export const inboxShows: readonly InboxShow[] = ['waiting', 'unread', 'mine', 'free', 'all']

/** What the address asks of the inbox. */
export function useInboxFilter() {
  const { get, getId, set } = useQueryState()
  const show = inboxShows.find(name => name === get('show')) ?? 'waiting'
  const search = get('search') ?? ''
  return {
    show,
    search,
    page: getId('page') ?? 1,
    set,
    /** The part of the address that carries the filter along. */
    query: { show: show === 'waiting' ? undefined : show, search: search || undefined, page: getId('page') },
  }
}
