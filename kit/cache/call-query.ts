import { queryOptions, type QueryClient, QueryObserver } from '@tanstack/react-query'
import { takeEarly, type Read } from '#kit/request/early-reads.ts'
import { type AnswerOf, type InputArgument, type ReadName, send } from '#kit/request/request.ts'

/**
 * The query of a GET call: `useQuery({ ...callQuery('GET /user'), select: userFromWire })`. The key is `[name, input]`
 * and the cache holds the wire form; `invalidateQueries({ queryKey: ['GET /user'] })` makes every read of the call
 * stale. Answers stay readable offline and after a restart.
 */
export function callQuery<Name extends string>(name: Name & ReadName, ...[input]: InputArgument<Name>) {
  return queryOptions({
    queryKey: [name, input ?? {}] as const,
    queryFn: async ({ signal }): Promise<AnswerOf<Name>> => {
      const reply = await (takeEarly(name, input) ?? send(name, { ...(input as object), signal }))
      return reply.data as AnswerOf<Name>
    },
  })
}

/** The query of a read declared before anything is rendered; its key is that of `callQuery`. */
export const queryOf = ({ name, input }: Read) => ({
  queryKey: [name, input] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<unknown> =>
    (await (takeEarly(name, input) ?? send(name, { ...input, signal }))).data,
})

/** Loads a read a screen will need, unless the cache has it. Never throws. */
export function prefetch(client: QueryClient, read: Read): void {
  const query = queryOf(read)
  if (client.getQueryData(query.queryKey) === undefined) void client.prefetchQuery(query)
}

/**
 * Loads a read to its end, whatever screens come and go: the cache cancels a read when the last screen that shows it has gone, also
 * for whoever waits for it. Rejects as the read does.
 */
export async function load(client: QueryClient, read: Read): Promise<unknown> {
  const query = queryOf(read)
  const release = new QueryObserver(client, { ...query, enabled: false }).subscribe(() => {})
  try {
    return await client.fetchQuery(query)
  } finally {
    release()
  }
}
