import { useRoom } from '#kit/live/listen.ts'
import { consultationsQuery } from './data.ts'

/** Keeps a chat's consultations, while they are shown, as the server tells them: opened, closed, approved, declined. */
export function useConsultationsLive(chatId: number): void {
  const { queryKey } = consultationsQuery(chatId)
  useRoom(
    'chat',
    { id: chatId, after: null },
    {
      events: { consultations: (data, { client }) => client.setQueryData(queryKey, data) },
      onReset: ({ client }) => void client.invalidateQueries({ queryKey }),
    },
  )
}
