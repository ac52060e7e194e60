import { useEffect, useRef } from 'react'
import { useAfterPress } from '#kit/ui/actions/use-after-press.ts'

/** Least height of an on-screen keyboard, in px. */
const leastKeyboard = 120

/** Ends a full-height screen above a phone's keyboard, even where the keyboard overlays the page. */
export function useRoomForKeyboard() {
  const ref = useRef<HTMLDivElement>(null)
  const afterPress = useAfterPress()
  useEffect(() => {
    const { visualViewport: view } = globalThis
    const element = ref.current
    if (!view || !element) return
    const isTyping = () => element.contains(document.activeElement) && document.activeElement?.tagName === 'TEXTAREA'
    const measure = () => {
      const covered = innerHeight - view.height - view.offsetTop
      element.toggleAttribute('data-typing', isTyping() && matchMedia('(pointer: coarse)').matches)
      element.style.setProperty('--covered', covered > leastKeyboard ? `${covered}px` : '0px')
    }
    // The press that blurs the text aims at something that must not move.
    const handleFocus = () => (isTyping() ? measure() : afterPress(measure))
    view.addEventListener('resize', measure)
    element.addEventListener('focusin', handleFocus)
    element.addEventListener('focusout', handleFocus)
    return () => {
      view.removeEventListener('resize', measure)
      element.removeEventListener('focusin', handleFocus)
      element.removeEventListener('focusout', handleFocus)
    }
  }, [afterPress])
  return ref
}
