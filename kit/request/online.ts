import { useSyncExternalStore } from 'react'

/** Whether the device reports that it is offline. */
export function isOffline(): boolean {
  return typeof navigator !== 'undefined' && 'onLine' in navigator && !navigator.onLine
}

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
