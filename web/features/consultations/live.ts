import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { joinRoom } from '#kit/live/live.ts'
import { consultationsQuery } from './data.ts'

/** Keeps a chat's consultations as the server tells them: opened, closed, approved, declined. */
export function useConsultationsLive(chatId: number): void {
  const client = useQueryClient()
  useEffect(() => {
    const { queryKey } = consultationsQuery(chatId)
    return joinRoom(`chat:${chatId}`, {
      after: null,
      onEvent({ type, data }) {
        if (type === 'consultations') client.setQueryData(queryKey, data)
      },
      onReset: () => void client.invalidateQueries({ queryKey }),
    })
  }, [client, chatId])
}
