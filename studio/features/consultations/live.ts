import { queryClient } from '#kit/cache/query-client.ts'
import { consultationsQuery } from './data.ts'

/** News of a chat may be of its consultations. */
export function hearConsultationNews(type: string, chatId: number | undefined): void {
  if (type === 'chat' && chatId !== undefined)
    void queryClient.invalidateQueries({ queryKey: consultationsQuery(chatId).queryKey })
}
