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
