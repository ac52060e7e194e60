import { type QueryClient, useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { request } from '#kit/request/request.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { socialPlatform } from './networks.ts'

/** The networks and which of them are linked, read anew whenever they are looked at: another device may have changed them. */
export function useNetworks() {
  return useQuery({
    ...callQuery('GET /user-external-auth', { query: { platform: socialPlatform() } }),
    select: ({ providers }) => providers,
    staleTime: 0,
  })
}

/** Ends a link; one that is gone already is as good as ended. The list is read anew whatever came of it. */
export async function unlink(client: QueryClient, id: number): Promise<void> {
  try {
    await request('DELETE /user-external-auths/:id', { params: { id } })
  } catch (error) {
    if (!(error instanceof RequestError && error.status === 404)) throw error
  } finally {
    void client.invalidateQueries({ queryKey: ['GET /user-external-auth'] })
    void client.invalidateQueries({ queryKey: ['GET /user'] })
  }
}
