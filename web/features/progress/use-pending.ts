import { useSyncExternalStore } from 'react'
import { isOffline } from '#kit/request/connection.ts'
import { useOutbox } from '#kit/request/outbox.ts'

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Whether what the learner did waits on the device for a network. */
export function useIsPending(): boolean {
  const offline = useSyncExternalStore(subscribe, isOffline)
  const { waiting } = useOutbox()
  return offline && waiting > 0
}
