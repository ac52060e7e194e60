import { useEffect, useRef } from 'react'

/** After a change of screen puts the page at its top and the focus on its heading, so that a reader hears where it is. */
export function Arrival({ path }: { path: string }) {
  const last = useRef<string | null>(null)
  useEffect(() => {
    const isFirst = last.current === null
    if (last.current === path) return
    last.current = path
    // Who came by an address starts at the top; who already went somewhere stays there.
    if (isFirst && (document.activeElement !== document.body || performance.now() < 5000)) return
    const target = document.querySelector<HTMLElement>('#main h1') ?? document.getElementById('main')
    if (target && !target.hasAttribute('tabindex')) target.tabIndex = -1
    target?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [path])
  return null
}
