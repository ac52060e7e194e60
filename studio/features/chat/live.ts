import { useEffect } from 'react'
import { refreshInbox } from './data.ts'

/** Reads the inbox anew when the network comes back. */
export function useInboxNews(): void {
  useEffect(() => {
    const read = () => void refreshInbox()
    addEventListener('online', read)
    return () => removeEventListener('online', read)
  }, [])
}
