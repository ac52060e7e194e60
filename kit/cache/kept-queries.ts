import type { Query, QueryClient } from '@tanstack/react-query'
import { settings } from '#kit/request/connection.ts'
import { type KeptQuery, keptFor, localDatabase } from '#kit/request/local-database.ts'

/** Where query answers lie between visits; the browser's database, or a test's own. */
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
    // Without waiting for the answer: a tab that is closed meanwhile would take the write back.
    write.commit()
    await Promise.all([put, write.done])
  },
  remove: async hash => (await localDatabase()).delete('queries', hash),
}

/** How long several answers may gather before they are stored, in ms. */
const gathering = 500

/**
 * Fills the cache with what the signed-in user read in the last day, so that it is readable at once, also offline
 *; what was read in another language is stale at once. Nothing is thrown: a device without storage starts empty.
 */
export async function restoreQueries(
  client: QueryClient,
  userId: number,
  store: QueryStore = inDatabase,
): Promise<void> {
  const kept = await store.all().catch(() => [])
  const oldest = Date.now() - keptFor
  for (const { hash, userId: owner, language, key, data, updatedAt } of kept) {
    if (owner !== userId || updatedAt < oldest) void store.remove(hash).catch(() => {})
    else if (client.getQueryData(key) === undefined)
      client.setQueryData(key, data, { updatedAt: language === settings.language ? updatedAt : 0 })
  }
}

/**
 * Stores every successful answer of the cache as it arrives, and what was set by hand at once; a query with
 * `meta: { isKept: false }` is left out. What comes before the user is known waits in memory until then.
 */
export function keepQueries(client: QueryClient, store: QueryStore = inDatabase): () => void {
  const changed = new Map<string, Query>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    const { userId, language } = settings
    if (userId === null) return
    for (const { queryHash, queryKey: key, state } of changed.values()) {
      const { data, dataUpdatedAt: updatedAt } = state
      const query = { hash: `${userId} ${queryHash}`, userId, language, key, data, updatedAt }
      void store.put(query).catch(() => {})
    }
    changed.clear()
  }
  const stop = client.getQueryCache().subscribe(event => {
    const isNew = event.type === 'updated' && event.action.type === 'success'
    if (!isNew || event.query.meta?.isKept === false) return
    changed.set(event.query.queryHash, event.query)
    // What the learner did without a network must outlive a tab that is closed the next moment.
    if (event.action.type === 'success' && event.action.manual) write()
    else timer ??= setTimeout(write, gathering)
  })
  // A page that is left takes along what it has gathered.
  globalThis.addEventListener?.('pagehide', write)
  return () => {
    stop()
    clearTimeout(timer)
    globalThis.removeEventListener?.('pagehide', write)
  }
}
