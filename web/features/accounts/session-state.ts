import { useSyncExternalStore } from 'react'
import { createStore } from '#kit/ui/store.ts'

const isSignedIn = createStore(false)

/** Tells every component that the session began or ended. */
export function setSignedIn(next: boolean): void {
  isSignedIn.change(() => next)
}

export function useSignedIn(): boolean {
  return useSyncExternalStore(isSignedIn.subscribe, isSignedIn.read)
}
