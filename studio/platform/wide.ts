import { useSyncExternalStore } from 'react'

const wide = '(min-width: 51.75em)'

function subscribe(listener: () => void) {
  const list = matchMedia(wide)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

/** Whether there is room for a table beside the menu, as the style sheets have it. */
export const useIsWide = () => useSyncExternalStore(subscribe, () => matchMedia(wide).matches)
