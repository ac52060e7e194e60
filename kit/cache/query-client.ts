import { QueryClient } from '@tanstack/react-query'
import { isOffline } from '#kit/request/online.ts'
import { isPassing } from '#kit/request/request-errors.ts'

/** Reads without an answer, or with 429 or 5xx, are retried twice while online; a refusal is final. */
function isWorthRetrying(failures: number, error: Error): boolean {
  return failures < 2 && !isOffline() && isPassing(error)
}

/** A query cache whose reads also run offline, where kit/request answers from the device or fails. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, gcTime: 3_600_000, networkMode: 'always', retry: isWorthRetrying },
      mutations: { networkMode: 'always' },
    },
  })
}

/** The learner app's one query cache: all server data on the client. */
export const queryClient = createQueryClient()
