import type { QueryClient } from '@tanstack/react-query'
import { settings } from '../request/connection.ts'
import { type KeptQuery, keptFor, localDatabase } from '../request/local-database.ts'

/** Where query answers lie between visits; the browser's database, or a test's own. */
export interface QueryStore {
  all(): Promise<KeptQuery[]>
  put(query: KeptQuery): Promise<unknown>
  remove(hash: string): Promise<unknown>
}

const inDatabase: QueryStore = {
  all: async () => (await localDatabase()).getAll('queries'),
  put: async query => (await localDatabase()).put('queries', query),
  remove: async hash => (await localDatabase()).delete('queries', hash),
}

/** How long several answers may gather before they are stored, in ms. */
const gathering = 500

/**
 * Fills the cache with what the signed-in user read in the last day, so that it is readable at once, also offline
 * (REQ-03). Nothing is thrown: a device without storage starts empty.
 */
export async function restoreQueries(
  client: QueryClient,
  userId: number,
  store: QueryStore = inDatabase,
): Promise<void> {
  const kept = await store.all().catch(() => [])
  const oldest = Date.now() - keptFor
  for (const { hash, userId: owner, key, data, updatedAt } of kept) {
    if (owner !== userId || updatedAt < oldest) void store.remove(hash).catch(() => {})
    else if (client.getQueryData(key) === undefined) client.setQueryData(key, data, { updatedAt })
  }
}

/** Stores every successful answer of the cache as it arrives; a query with `meta: { isKept: false }` is left out. */
export function keepQueries(client: QueryClient, store: QueryStore = inDatabase): () => void {
  const changed = new Map<string, KeptQuery>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    timer = undefined
    for (const query of changed.values()) void store.put(query).catch(() => {})
    changed.clear()
  }
  const stop = client.getQueryCache().subscribe(({ type, query }) => {
    const { userId } = settings
    const { data, dataUpdatedAt, status } = query.state
    if (type !== 'updated' || status !== 'success' || userId === null || query.meta?.isKept === false) return
    const hash = `${userId} ${query.queryHash}`
    if (changed.get(hash)?.updatedAt === dataUpdatedAt) return
    changed.set(hash, { hash, userId, key: query.queryKey, data, updatedAt: dataUpdatedAt })
    timer ??= setTimeout(write, gathering)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}
