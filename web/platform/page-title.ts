import { useEffect, useSyncExternalStore } from 'react'

let title = ''
const listeners = new Set<() => void>()

/** Names the open page in the header and the browser's tab, over the route's own title. */
export function setPageTitle(next: string): void {
  title = next
  for (const listener of listeners) listener()
}

/** A screen's own name for itself, such as the day's title; '' while it is not known yet. */
export function usePageTitle(next: string): void {
  useEffect(() => {
    if (next) setPageTitle(next)
  }, [next])
}

/** The open page's name, for the shell. */
export function useShownTitle(): string {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => title,
  )
}
