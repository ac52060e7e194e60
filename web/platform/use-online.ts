import { useSyncExternalStore } from 'react'
import { isOffline } from '#kit/request/connection.ts'

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Whether the device has a network. */
export function useOnline(): boolean {
  return !useSyncExternalStore(subscribe, isOffline)
}
