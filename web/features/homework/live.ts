import type { QueryClient } from '@tanstack/react-query'
import { listen, type Page } from '#kit/live/listen.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import type { UserHomeworkWire } from '#shared/features/homework/contract.ts'
import { chatsQuery, useFollowedRooms } from '#web/features/chat/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import type { NewVerdict } from './data.ts'

/** Handles live events; loaded with the first one, so that other screens don't pay for it. */
const loadData = () => import('./data.ts')

/** Updates homework from live events on every screen, and announces an expert's answer. */
export const live = listen({
  chat: {
    useRooms: useFollowedRooms,
    events: {
      homework: ({ status }, page) => void takeStatus(status, page),
      message({ message }, { client, roomId }) {
        // Its files have been converted, or its text was edited.
        const [about, streamId] = [message.homework, streamOf(client, roomId)]
        if (about && streamId !== undefined)
          void loadData().then(data => data.refreshAttempts(client, streamId, about.status_id))
      },
    },
    onReset({ client, roomId }) {
      const streamId = streamOf(client, roomId)
      if (streamId !== undefined) void loadData().then(data => data.refreshHomework(client, streamId))
    },
    onEntered: ({ client }) => refreshOlder(client, client.getQueryState(chatsQuery().queryKey)?.dataUpdatedAt ?? 0),
  },
})

function streamOf(client: QueryClient, chatId: number): number | undefined {
  return client.getQueryData(chatsQuery().queryKey)?.find(({ id }) => id === chatId)?.stream_id
}

/** Marks homework read before the rooms were entered at `at` (ms) as stale: it may lack what happened in between. */
function refreshOlder(client: QueryClient, at: number): void {
  void client.invalidateQueries({
    predicate: ({ queryKey: [name], state }) =>
      typeof name === 'string' && name.includes('/user-homework') && state.dataUpdatedAt < at,
  })
}

/** How long a burst of events may take, in ms. */
const settling = 500

/** The latest status received for each homework, by the status's id. */
const latest = new Map<number, UserHomeworkWire['status']>()

async function takeStatus(status: UserHomeworkWire, page: Page): Promise<void> {
  const data = await loadData()
  const news = data.takeStatus(page.client, status)
  latest.set(status.id, status.status)
  // Missed events arrive all at once, and only the final status is worth announcing.
  if (news) setTimeout(() => latest.get(status.id) === news.verdict && announce(news, page), settling)
}

function announce({ verdict, title, streamId, homeworkId }: NewVerdict, { t, isAt, open }: Page): void {
  const address = pathTo('homework', { streamId, homeworkId })
  if (isAt(address)) return
  const words = title ? t(`homework.toast.${verdict}`, { title }) : t(`homework.toast.unnamed.${verdict}`)
  const action = { label: t('homework.toast.open'), onPress: () => open(address) }
  toast(words, { tone: verdict === 'DONE' ? 'success' : 'info', action })
}
