import { type QueryClient, useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { request } from '#kit/request/request.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { withProof } from '#kit/features/accounts/with-proof.ts'
import { socialPlatform } from './networks.ts'

/** The networks and which are linked; always refetched, since another device may have changed them. */
export function useNetworks() {
  return useQuery({
    ...callQuery('GET /user-external-auth', { query: { platform: socialPlatform() } }),
    select: ({ providers }) => providers,
    staleTime: 0,
  })
}

/**
 * Unlinks a network; succeeds if it was unlinked already. False when the person does not prove who they are. The list
 * is refetched either way.
 */
export async function unlink(client: QueryClient, id: number): Promise<boolean> {
  try {
    return await withProof(() => request('DELETE /user-external-auths/:id', { params: { id } }))
  } catch (error) {
    if (!(error instanceof RequestError && error.status === 404)) throw error
    return true
  } finally {
    void client.invalidateQueries({ queryKey: ['GET /user-external-auth'] })
    void client.invalidateQueries({ queryKey: ['GET /user'] })
  }
}
