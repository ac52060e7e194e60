import { queryClient } from '#kit/cache/query-client.ts'
import { chatQuery, refreshInbox } from './data.ts'

/** Something was said, read, noted or handed over in a chat: the inbox is old, and what is known of that chat. */
export function hearChatNews(type: string, chatId: number | undefined): void {
  if (type !== 'chat') return
  void refreshInbox()
  if (chatId !== undefined) void queryClient.invalidateQueries({ queryKey: chatQuery(chatId).queryKey })
}
