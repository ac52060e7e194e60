import { useChats } from './data.ts'
import { useChatsLive } from './live.ts'

/** Renders nothing: keeps the learner's chats and unread counts up to date on every screen. */
export function ChatsWatch() {
  const chats = useChats()
  useChatsLive(chats.data)
  return null
}
