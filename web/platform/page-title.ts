import { useEffect, useSyncExternalStore } from 'react'
import { createStore } from '#kit/ui/store.ts'

const shownTitle = createStore('')

/** Sets the title in the header and the browser tab, in place of the route's own. */
export function setPageTitle(next: string): void {
  shownTitle.change(() => next)
}

/** Titles the page with a name that the screen has loaded, such as the day's; '' while it is unknown. */
export function usePageTitle(next: string): void {
  useEffect(() => {
    if (next) setPageTitle(next)
  }, [next])
}

/** The current page title, for the shell. */
export function useShownTitle(): string {
  return useSyncExternalStore(shownTitle.subscribe, shownTitle.read)
}
