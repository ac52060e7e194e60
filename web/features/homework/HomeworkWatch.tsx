import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { joinRoom } from '#kit/live/live.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import type { ChatWire } from '#shared/features/chat/contract.ts'
import type { UserHomeworkWire } from '#shared/features/homework/contract.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { chatsQuery, followedChats, followedIds, useChats } from '#web/features/chat/data.ts'
import type { NewVerdict } from './data.ts'

/** What takes news in; loaded with the first that come, so that it costs other screens nothing. */
const loadData = () => import('./data.ts')

/** Hears of homework in the room of a chat, from where the chat was read. Returns the way to stop. */
function follow(
  client: QueryClient,
  { id, stream_id, live_seq }: ChatWire,
  onStatus: (status: UserHomeworkWire) => void,
) {
  return joinRoom(`chat:${id}`, {
    after: live_seq,
    onEvent: event => {
      if (event.type === 'homework') onStatus(event.data.status)
      // Its files are converted, or somebody changed its words.
      const about = event.type === 'message' ? event.data.message.homework : null
      if (about) void loadData().then(data => data.refreshAttempts(client, stream_id, about.status_id))
    },
    onReset: () => void loadData().then(data => data.refreshHomework(client, stream_id)),
  })
}

/** How long a burst of events may take, in ms. */
const settling = 500

/** Makes stale what was read of homework before `at`, in ms. */
function refreshOlder(client: QueryClient, at: number): void {
  void client.invalidateQueries({
    predicate: ({ queryKey: [name], state }) =>
      typeof name === 'string' && name.includes('/user-homework') && state.dataUpdatedAt < at,
  })
}

/** Draws nothing: keeps homework as the server tells it on whatever screen, and says when an expert has answered. */
export function HomeworkWatch() {
  const t = useCopy()
  const client = useQueryClient()
  const [path, navigate] = useLocation()
  const ids = followedIds(useChats().data)
  const latest = useRef(new Map<number, UserHomeworkWire['status']>())
  const announce = useEffectEvent(({ verdict, title, streamId, homeworkId }: NewVerdict) => {
    const address = pathTo('homework', { streamId, homeworkId })
    if (address === path) return
    const words = title ? t(`homework.toast.${verdict}`, { title }) : t(`homework.toast.unnamed.${verdict}`)
    const action = { label: t('homework.toast.open'), onPress: () => navigate(address) }
    toast(words, { tone: verdict === 'DONE' ? 'success' : 'info', action })
  })
  const handleStatus = useEffectEvent(async (status: UserHomeworkWire) => {
    const { takeStatus } = await loadData()
    const news = takeStatus(client, status)
    latest.current.set(status.id, status.status)
    // What was missed comes all at once, and only where it ends is news.
    if (news) setTimeout(() => latest.current.get(status.id) === news.verdict && announce(news), settling)
  })
  useEffect(() => {
    if (!ids) return
    const readAt = client.getQueryState(chatsQuery().queryKey)?.dataUpdatedAt ?? 0
    const leave = followedChats(client, ids).map(chat => follow(client, chat, status => void handleStatus(status)))
    // What was read before the number that the rooms are joined from may lack what happened in between.
    refreshOlder(client, readAt)
    return () => {
      for (const stop of leave) stop()
    }
  }, [client, ids])
  return null
}
