import { listen } from '#kit/live/listen.ts'
import { settings } from '#kit/request/connection.ts'
import { changeChat, chatsQuery, setUnread, useFollowedRooms } from './data.ts'
import type { ChatWire, MessageWire } from '#shared/features/chat/contract.ts'
import { compareChats } from '#shared/features/chat/rules.ts'

/** The chat after a message in it was written or changed. */
export function withNews(chat: ChatWire, message: MessageWire, unread: number, userId: number | null): ChatWire {
  const isNewest = message.number >= chat.message_count
  if (!isNewest) return { ...chat, unread_count: unread }
  return {
    ...chat,
    unread_count: unread,
    message_count: message.number,
    last_message: {
      id: message.id,
      message: message.message,
      is_own: message.user_id === userId,
      kind: message.kind,
      files_count: message.files.length,
      created_at: message.created_at,
    },
  }
}

/** Chats in their order after one of them changed. */
export function sortedChats(chats: readonly ChatWire[]): ChatWire[] {
  const keyOf = ({ id, stream_status, last_message }: ChatWire) => ({
    id,
    streamStatus: stream_status,
    lastMessageAt: last_message?.created_at,
  })
  return [...chats].sort((one, other) => compareChats(keyOf(one), keyOf(other)))
}

/** Updates the list of chats from live events: the newest message, unread counts, the order. */
export const live = listen({
  chat: {
    useRooms: useFollowedRooms,
    events: {
      message({ message, learner_unread: unread }, { client, roomId }) {
        changeChat(client, roomId, chat => withNews(chat, message, unread, settings.userId))
        client.setQueryData(chatsQuery().queryKey, chats => chats && sortedChats(chats))
      },
      viewed: ({ learner_unread: unread }, { client, roomId }) => setUnread(client, roomId, unread),
    },
    onReset: ({ client }) => void client.invalidateQueries({ queryKey: chatsQuery().queryKey }),
  },
})
