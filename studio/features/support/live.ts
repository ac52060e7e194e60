import { useEffect } from 'react'
import { onSignal } from '#kit/live/live.ts'
import { settings } from '#kit/request/connection.ts'
import { refreshRequests } from './data.ts'

/** How long hints about one request may gather before it is read anew, in ms. */
const gathering = 300

/** Hears of questions and answers at the school's support desk, on whatever screen, if the person works there. */
export function useSupportNews(isHelper: boolean): void {
  useEffect(() => {
    if (!isHelper) return undefined
    const waiting = new Map<number, ReturnType<typeof setTimeout>>()
    const leave = onSignal(`support:${settings.appId}`, ({ data }) => {
      const id = data['request_id'] ?? 0
      if (waiting.has(id)) return
      const tell = () => {
        waiting.delete(id)
        refreshRequests(id)
      }
      waiting.set(id, setTimeout(tell, gathering))
    })
    return () => {
      leave()
      for (const timer of waiting.values()) clearTimeout(timer)
    }
  }, [isHelper])
}
