import { useEffect } from 'react'
import { refreshReviews } from './data.ts'

/** Reads the queue anew when the network comes back. */
export function useDeskNews(): void {
  useEffect(() => {
    const read = () => void refreshReviews()
    addEventListener('online', read)
    return () => removeEventListener('online', read)
  }, [])
}
