import { listen, type Page, useOwnRoom } from '#kit/live/listen.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { addCopy } from '#web/platform/copy.ts'
import { refreshSupport, requestsQuery } from './queries.ts'

/** Listens for support's answers on every screen, and announces them unless the request is open. */
export const live = listen({
  user: {
    useRooms: useOwnRoom,
    events: { support: ({ request_id: id }, page) => void announce(id, page) },
    onReset: ({ client }) => refreshSupport(client),
  },
})

async function announce(requestId: number, { client, t, isAt, open }: Page): Promise<void> {
  refreshSupport(client, requestId)
  const address = pathTo('supportRequest', { requestId })
  if (isAt(address)) return
  const requests = await client.fetchQuery(requestsQuery()).catch(() => [])
  await addCopy('account')
  const isNews = requests.some(({ id, unread_count: unread }) => id === requestId && unread > 0)
  if (isNews) toast(t('support.news'), { action: { label: t('support.news.open'), onPress: () => open(address) } })
}
