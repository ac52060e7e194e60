import type { Query, QueryClient } from '@tanstack/react-query'
import { settings } from '#kit/request/connection.ts'
import { type KeptQuery, keptFor, localDatabase } from '#kit/request/local-database.ts'

/** Stores query answers between visits; the browser's database, or a test's own. */
export interface QueryStore {
  all(): Promise<KeptQuery[]>
  put(query: KeptQuery): Promise<unknown>
  remove(hash: string): Promise<unknown>
}

const inDatabase: QueryStore = {
  all: async () => (await localDatabase()).getAll('queries'),
  async put(query) {
    const write = (await localDatabase()).transaction('queries', 'readwrite')
    const put = write.store.put(query)
    // Not awaited: if the tab is closed meanwhile, an open transaction would be rolled back.
    write.commit()
    await Promise.all([put, write.done])
  },
  remove: async hash => (await localDatabase()).delete('queries', hash),
}

/** Where a device remembers for how long, in ms, it keeps what is read, if for longer than a day; until the session ends. */
export const longerPlace = 'kept-for'

/** How long to collect answers before storing them, in ms. */
const gathering = 500

/** What comes from the store is not stored once more. */
let isRestoring = false

/**
 * Fills the cache with what the signed-in user read in the last day, or for as long as this device keeps it, so that it is readable at once, even offline;
 * answers in another language, and those that were made stale and not read again, are stale immediately. Never throws: a device without storage starts empty.
 */
export async function restoreQueries(
  client: QueryClient,
  userId: number,
  store: QueryStore = inDatabase,
): Promise<void> {
  const kept = await store.all().catch(() => [])
  const oldest = Date.now() - (Number(globalThis.localStorage?.getItem(longerPlace)) || keptFor)
  for (const { hash, userId: owner, language, key, data, updatedAt, isStale } of kept) {
    if (owner !== userId || updatedAt < oldest) void store.remove(hash).catch(() => {})
    else if (client.getQueryData(key) === undefined) {
      isRestoring = true
      client.setQueryData(key, data, { updatedAt })
      if (isStale || language !== settings.language) client.getQueryCache().find({ queryKey: key })?.invalidate()
      isRestoring = false
    }
  }
}

/**
 * Stores every successful answer as it arrives, data set by hand at once, and which answers were made stale; queries with `meta: { isKept: false }`
 * are skipped. Answers that arrive before the user is known wait in memory. Called before anything is read: what came earlier
 * would be missing at the next start.
 */
export function keepQueries(client: QueryClient, store: QueryStore = inDatabase): () => void {
  const changed = new Map<string, Query>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    const { userId, language } = settings
    if (userId === null) {
      timer = setTimeout(write, gathering)
      return
    }
    for (const { queryHash, queryKey: key, state } of changed.values()) {
      const { data, dataUpdatedAt: updatedAt, isInvalidated: isStale } = state
      const query = { hash: `${userId} ${queryHash}`, userId, language, key, data, updatedAt, isStale }
      void store.put(query).catch(() => {})
    }
    changed.clear()
  }
  const stop = client.getQueryCache().subscribe(event => {
    if (event.type !== 'updated' || isRestoring || event.query.meta?.isKept === false) return
    const { action, query } = event
    const isMadeStale = action.type === 'invalidate' && query.state.data !== undefined
    if (action.type !== 'success' && !isMadeStale) return
    changed.set(query.queryHash, query)
    // What the learner does offline must survive closing the tab a moment later.
    if (action.type === 'success' && action.manual) write()
    else timer ??= setTimeout(write, gathering)
  })
  // Leaving the page stores what has been collected.
  globalThis.addEventListener?.('pagehide', write)
  return () => {
    stop()
    clearTimeout(timer)
    globalThis.removeEventListener?.('pagehide', write)
  }
}
