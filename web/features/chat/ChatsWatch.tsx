import { useChats } from './data.ts'
import { useChatsLive } from './live.ts'

/** Draws nothing: keeps the learner's chats and what is unread in them as the server tells it, on whatever screen. */
export function ChatsWatch() {
  const chats = useChats()
  useChatsLive(chats.data)
  return null
}
