import type { QueryClient } from '@tanstack/react-query'
import { type Read, takeEarly } from '#kit/request/early-reads.ts'
import { send } from '#kit/request/request.ts'

/** The query of a read that was declared before anything is drawn; the key is that of its `callQuery`. */
export const queryOf = ({ name, input }: Read) => ({
  queryKey: [name, input] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<unknown> =>
    (await (takeEarly(name, input) ?? send(name, { ...input, signal }))).data,
})

/** Fills the cache with a read that a screen is going to ask for, unless something of it is there. Never throws. */
export function prefetch(client: QueryClient, read: Read): void {
  const query = queryOf(read)
  if (client.getQueryData(query.queryKey) === undefined) void client.prefetchQuery(query)
}
