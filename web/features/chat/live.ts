import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { joinRoom } from '#kit/live/live.ts'
import type { LiveEvent } from '#kit/live/subscription.ts'
import { settings } from '#kit/request/connection.ts'
import type { Chat } from '#shared/features/chat/forms.ts'
import { sortedChats, withNews } from './chat-news.ts'
import { changeChat, chatsQuery, setUnread } from './data.ts'

/** What an event of a chat's room means for the list and the menu: the newest message, what is unread, the order. */
function applyToChats(client: QueryClient, chatId: number, { type, data }: LiveEvent): void {
  if (type === 'message') {
    changeChat(client, chatId, chat => withNews(chat, data.message, data.learner_unread, settings.userId))
    client.setQueryData(chatsQuery().queryKey, chats => chats && sortedChats(chats))
  } else if (type === 'viewed') setUnread(client, chatId, data.learner_unread)
}

/** More chats than these are followed when they are opened. */
const mostFollowed = 40

/** The ids of the chats whose rooms are heard on whatever screen, as one text: the same while they are. */
export function followedIds(chats: readonly { id: number }[] = []): string {
  const ids = chats.map(chat => chat.id).sort((one, other) => one - other)
  return ids.slice(0, mostFollowed).join()
}

/** Keeps the list of chats and the unread counts as the server tells them, on whatever screen (CHT-09, CHT-10). */
export function useChatsLive(chats: readonly Chat[] | undefined): void {
  const client = useQueryClient()
  const ids = followedIds(chats)
  useEffect(() => {
    const known = client.getQueryData(chatsQuery().queryKey) ?? []
    const leave = ids.split(',').flatMap(id => {
      const chat = known.find(one => one.id === Number(id))
      if (!chat) return []
      return joinRoom(`chat:${chat.id}`, {
        after: chat.live_seq,
        onEvent: event => applyToChats(client, chat.id, event),
        onReset: () => void client.invalidateQueries({ queryKey: chatsQuery().queryKey }),
      })
    })
    return () => leave.forEach(one => one())
  }, [client, ids])
}
