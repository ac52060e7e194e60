import { useSyncExternalStore } from 'react'
import type { User } from '#shared/features/accounts/forms.ts'
import { session } from './session.ts'

/** The member of staff who is signed in. */
export function useUser(): User {
  const state = useSyncExternalStore(session.subscribe, session.read)
  if (state.kind !== 'in') throw new Error('Nobody is signed in')
  return state.user
}
