type Notices = { unread_count: number; message_count: number }
type Chats = readonly { unread_count: number }[]

/**
 * What a learner has not read, as the icon of the app shows it: the messages of their chats and all other notices, each once, for
 * a message stands in its chat and among the notices. Without chats it is the notices alone; undefined while those are unknown.
 */
export function unreadTogether(notices: Notices | undefined, chats: Chats | undefined): number | undefined {
  if (!notices) return undefined
  if (!chats) return notices.unread_count
  const inChats = chats.reduce((sum, chat) => sum + chat.unread_count, 0)
  return Math.max(0, notices.unread_count - notices.message_count) + inChats
}
