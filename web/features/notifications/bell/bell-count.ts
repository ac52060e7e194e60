import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { makeStale } from '#kit/cache/make-stale.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { request } from '#kit/request/request.ts'

const unreadQuery = () => callQuery('GET /user-notices/unread')

/** How many notices are unread; read once the screen has what it needs. */
export const useUnreadCount = () =>
  useQuery({ ...unreadQuery(), staleTime: 0, select: ({ unread_count: count }) => count })

/** Something has happened, or was read, maybe on another device. */
export const refreshNotices = () => makeStale('GET /user-notices', 'GET /user-notices/unread')

/** Marks all up to a notice as read. Whoever is offline, or signed in as somebody else, marks nothing. */
export async function markRead(untilId: number): Promise<void> {
  try {
    const { data } = await request('POST /user-notices/read', { body: { until_id: untilId } })
    queryClient.setQueryData(unreadQuery().queryKey, data)
  } catch {
    // They stay unread, and are marked when the list is opened again.
  }
}
