import type { QueryClient } from '@tanstack/react-query'
import { type Read, takeEarly } from '#kit/request/early-reads.ts'
import { send } from '#kit/request/request.ts'

/** Fills the cache with a read that a screen is going to ask for, unless something of it is there. Never throws. */
export function prefetch(client: QueryClient, { name, input }: Read): void {
  const queryKey = [name, input]
  if (client.getQueryData(queryKey) !== undefined) return
  void client.prefetchQuery({
    queryKey,
    queryFn: async ({ signal }) => (await (takeEarly(name, input) ?? send(name, { ...input, signal }))).data,
  })
}
