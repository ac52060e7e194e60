import { useSyncExternalStore } from 'react'

/** Whether the device says that it has no network. */
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

/** Whether the device has a network, followed. */
export function useOnline(): boolean {
  return !useSyncExternalStore(subscribe, isOffline)
}
