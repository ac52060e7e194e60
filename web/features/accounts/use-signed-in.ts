import { useSyncExternalStore } from 'react'
import { isSignedIn } from './session-state.ts'

export function useSignedIn(): boolean {
  return useSyncExternalStore(isSignedIn.subscribe, isSignedIn.read)
}
