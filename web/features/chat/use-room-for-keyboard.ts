import { useEffect, useRef } from 'react'

/** What a keyboard on the screen takes at least, in px. */
const leastKeyboard = 120

/** How long a press that took the focus away may need to reach what it was aimed at, in ms. */
const afterPress = 250

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
    let timer: ReturnType<typeof setTimeout>
    const measureLater = () => {
      clearTimeout(timer)
      timer = setTimeout(measure, afterPress)
    }
    view.addEventListener('resize', measure)
    element.addEventListener('focusin', measure)
    element.addEventListener('focusout', measureLater)
    return () => {
      clearTimeout(timer)
      view.removeEventListener('resize', measure)
      element.removeEventListener('focusin', measure)
      element.removeEventListener('focusout', measureLater)
    }
  }, [])
  return ref
}
