import type { QueryClient } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { unreadTogether } from '#shared/features/notifications/unread.ts'

type Badged = { setAppBadge?: (count: number) => Promise<void> }

/**
 * Shows on the app's icon what the bell and the chats show, as often as either changes; a number of 0 takes it away. Nothing
 * where the browser has no such number.
 */
export function followUnread(client: QueryClient, badged: Badged = navigator): void {
  if (!badged.setAppBadge) return
  const notices = callQuery('GET /user-notices/unread').queryKey
  const chats = callQuery('GET /chats').queryKey
  let shown: number | undefined
  const show = () => {
    const count = unreadTogether(client.getQueryData(notices), client.getQueryData(chats))
    if (count === undefined || count === shown) return
    shown = count
    void badged.setAppBadge?.(count).catch(() => {})
  }
  const names = new Set<unknown>([notices[0], chats[0]])
  client.getQueryCache().subscribe(({ query }) => names.has(query.queryKey[0]) && show())
  show()
}
