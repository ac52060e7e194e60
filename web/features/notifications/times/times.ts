import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { changeAtOnce } from '#kit/cache/change-at-once.ts'
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

/** Switches quiet hours on or off at once. */
export function switchQuietHours(hours: QuietHoursWire): Promise<void> {
  const send = () => request('PUT /user-quiet-hours', { body: hours })
  return changeAtOnce(quietQuery().queryKey, () => hours, send)
}

/** Sends other hours, and shows them once they are kept. */
export async function saveQuietHours(hours: QuietHoursWire): Promise<void> {
  queryClient.setQueryData(quietQuery().queryKey, (await request('PUT /user-quiet-hours', { body: hours })).data)
}

/** Chooses at once how often a digest comes. */
export function chooseDigest(pace: DigestPace): Promise<void> {
  const send = () => request('PUT /user-digest', { body: { pace } })
  return changeAtOnce(digestQuery().queryKey, () => ({ pace }), send)
}
