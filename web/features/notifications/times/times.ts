import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { request } from '#kit/request/request.ts'
import type { QuietHoursWire } from '#shared/features/notifications/notice-calls.ts'
import type { DigestPace } from '#shared/features/notifications/notice-ways.ts'

const quietQuery = () => callQuery('GET /user-quiet-hours')
const digestQuery = () => callQuery('GET /user-digest')

/** The hours in which the learner is not disturbed; read again each time, since another device may have set them. */
export const useQuietHours = () => useQuery({ ...quietQuery(), staleTime: 0 })
/** How often the learner gets an e-mail of what they have not seen; read again each time, since such an e-mail can end it. */
export const useDigest = () => useQuery({ ...digestQuery(), staleTime: 0 })

/** Shows hours at once and sends them; when they are not taken, shows those before and throws. */
export async function setQuietHours(hours: QuietHoursWire): Promise<void> {
  const { queryKey } = quietQuery()
  const before = queryClient.getQueryData(queryKey)
  queryClient.setQueryData(queryKey, hours)
  try {
    await request('PUT /user-quiet-hours', { body: hours })
  } catch (error) {
    queryClient.setQueryData(queryKey, before)
    throw error
  }
}

/** As `setQuietHours`, of the digest. */
export async function chooseDigest(pace: DigestPace): Promise<void> {
  const { queryKey } = digestQuery()
  const before = queryClient.getQueryData(queryKey)
  queryClient.setQueryData(queryKey, { pace })
  try {
    await request('PUT /user-digest', { body: { pace } })
  } catch (error) {
    queryClient.setQueryData(queryKey, before)
    throw error
  }
}
