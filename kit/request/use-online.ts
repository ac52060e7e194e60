import { useSyncExternalStore } from 'react'
import { isOffline } from './online.ts'

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Whether the device is online, live. */
export function useOnline(): boolean {
  return !useSyncExternalStore(subscribe, isOffline)
}
