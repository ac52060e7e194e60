import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { joinRoom } from '#kit/live/live.ts'
import { settings } from '#kit/request/connection.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { refreshSupport, requestsQuery } from './queries.ts'

/** Draws nothing: hears of the answers of support on whatever screen, and says so; `loadCopy` brings the words first. */
export function SupportWatch({ loadCopy }: { loadCopy: () => Promise<void> }) {
  const t = useCopy()
  const client = useQueryClient()
  const [path, navigate] = useLocation()
  const announce = useEffectEvent(async (requestId: number) => {
    refreshSupport(client, requestId)
    const address = pathTo('supportRequest', { requestId })
    if (path === address) return
    const requests = await client.fetchQuery(requestsQuery()).catch(() => [])
    await loadCopy()
    const isNews = requests.some(({ id, unread_count: unread }) => id === requestId && unread > 0)
    if (isNews)
      toast(t('support.news'), { action: { label: t('support.news.open'), onPress: () => navigate(address) } })
  })
  useEffect(() => {
    if (settings.userId === null) return undefined
    return joinRoom(`user:${settings.userId}`, {
      after: null,
      onEvent({ type, data }) {
        if (type === 'support') void announce(data.request_id)
      },
      onReset: () => refreshSupport(client),
    })
  }, [client])
  return null
}
