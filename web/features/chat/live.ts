import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { joinRoom } from '#kit/live/live.ts'
import type { LiveEvent } from '#kit/live/subscription.ts'
import { settings } from '#kit/request/connection.ts'
import type { Chat } from '#shared/features/chat/forms.ts'
import { sortedChats, withNews } from './chat-news.ts'
import { changeChat, chatsQuery, followedChats, followedIds, setUnread } from './data.ts'

/** Applies a chat event to the list and the menu: newest message, unread count, order. */
function applyToChats(client: QueryClient, chatId: number, { type, data }: LiveEvent): void {
  if (type === 'message') {
    changeChat(client, chatId, chat => withNews(chat, data.message, data.learner_unread, settings.userId))
    client.setQueryData(chatsQuery().queryKey, chats => chats && sortedChats(chats))
  } else if (type === 'viewed') setUnread(client, chatId, data.learner_unread)
}

/** Keeps the list of chats and the unread counts up to date by live events, on every screen. */
export function useChatsLive(chats: readonly Chat[] | undefined): void {
  const client = useQueryClient()
  const ids = followedIds(chats)
  useEffect(() => {
    const leave = followedChats(client, ids).map(({ id, live_seq: after }) =>
      joinRoom(`chat:${id}`, {
        after,
        onEvent: event => applyToChats(client, id, event),
        onReset: () => void client.invalidateQueries({ queryKey: chatsQuery().queryKey }),
      }),
    )
    return () => leave.forEach(one => one())
  }, [client, ids])
}
