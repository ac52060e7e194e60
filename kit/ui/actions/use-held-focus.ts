import { type RefObject, useEffect, useRef } from 'react'

/**
 * A region with `tabIndex={-1}` that takes the focus when the focused element in it disappears, such as a button that
 * is done: keyboard and screen-reader users continue from there, not from the top of the page.
 */
export function useHeldFocus<Region extends HTMLElement>(): RefObject<Region | null> {
  const region = useRef<Region>(null)
  useEffect(() => {
    const held = region.current
    if (!held) return
    let last: EventTarget | null = null
    const remember = ({ target }: FocusEvent) => {
      last = target
    }
    const changes = new MutationObserver(() => {
      if (!(last instanceof Node) || last.isConnected) return
      last = null
      if (document.activeElement === document.body) held.focus({ preventScroll: true })
    })
    held.addEventListener('focusin', remember)
    changes.observe(held, { childList: true, subtree: true })
    return () => {
      held.removeEventListener('focusin', remember)
      changes.disconnect()
    }
  }, [])
  return region
}
