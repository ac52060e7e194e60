import { useEffect, useRef } from 'react'

/** What a keyboard on the screen takes at least, in px. */
const leastKeyboard = 120

/** Lets a screen of full height end above the keyboard of a phone, also where the keyboard only covers the page. */
export function useRoomForKeyboard() {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { visualViewport: view } = globalThis
    const element = ref.current
    if (!view || !element) return
    const measure = () => {
      const covered = innerHeight - view.height - view.offsetTop
      const isTyping = element.contains(document.activeElement) && document.activeElement?.tagName === 'TEXTAREA'
      element.toggleAttribute('data-typing', isTyping && matchMedia('(pointer: coarse)').matches)
      element.style.setProperty('--covered', covered > leastKeyboard ? `${covered}px` : '0px')
    }
    view.addEventListener('resize', measure)
    element.addEventListener('focusin', measure)
    element.addEventListener('focusout', measure)
    return () => {
      view.removeEventListener('resize', measure)
      element.removeEventListener('focusin', measure)
      element.removeEventListener('focusout', measure)
    }
  }, [])
  return ref
}
