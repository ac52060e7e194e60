import { useEffect } from 'react'
import { queryClient } from '#kit/cache/query-client.ts'
import { onConnected, onSignal, startLive } from '#kit/live/live.ts'
import { settings } from '#kit/request/connection.ts'
import { hearChatNews } from '#studio/features/chat/live.ts'
import { hearConsultationNews } from '#studio/features/consultations/live.ts'
import { hearReviewNews } from '#studio/features/homework/live.ts'

/** How long hints of one kind may gather before what they are about is read anew, in ms. */
const gathering = 300

/** Hears what happens at the desk of the school, on whatever screen; hints that were missed are made up for on coming back. */
export function useLive(onLogout: () => void): void {
  useEffect(() => {
    startLive({ url: '', app: 'studio', onLogout })
    const waiting = new Map<string, ReturnType<typeof setTimeout>>()
    const leave = onSignal(`desk:${settings.appId}`, ({ type, data }) => {
      const key = `${type} ${data['chat_id']}`
      if (waiting.has(key)) return
      const tell = () => {
        waiting.delete(key)
        hearReviewNews(type)
        hearChatNews(type, data['chat_id'])
        hearConsultationNews(type, data['chat_id'])
      }
      waiting.set(key, setTimeout(tell, gathering))
    })
    let isFirst = true
    const stop = onConnected(() => {
      if (!isFirst) void queryClient.invalidateQueries()
      isFirst = false
    })
    return () => {
      leave()
      stop()
      for (const timer of waiting.values()) clearTimeout(timer)
    }
  }, [onLogout])
}
