import { createStore } from '#kit/ui/store.ts'

/** Whether there is a session, for components to follow. */
export const isSignedIn = createStore(false)

/** Tells every component that the session began or ended. */
export function setSignedIn(next: boolean): void {
  isSignedIn.change(() => next)
}
