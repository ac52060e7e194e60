import { useEffect, useRef } from 'react'

/** Makes an element focusable while its content overflows, so that the keyboard can scroll it. */
export function useScrollable<Element extends HTMLElement>() {
  const ref = useRef<Element>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      if (element.scrollWidth > element.clientWidth) element.tabIndex = 0
      else element.removeAttribute('tabindex')
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return ref
}
