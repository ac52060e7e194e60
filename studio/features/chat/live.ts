import { queryClient } from '#kit/cache/query-client.ts'
import { chatQuery, refreshInbox } from './data.ts'

/** A chat changed (message, read, note, assignee): refetch the inbox and that chat. */
export function hearChatNews(type: string, chatId: number | undefined): void {
  if (type !== 'chat') return
  void refreshInbox()
  if (chatId !== undefined) void queryClient.invalidateQueries({ queryKey: chatQuery(chatId).queryKey })
}
