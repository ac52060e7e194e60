import { useCallback, useEffect, useRef } from 'react'

/**
 * Delays work until the current press has ended, including its click; without a press it runs in a moment. A layout
 * change on blur must not move a button away from the finger that is pressing it.
 */
export function useAfterPress(): (work: () => void) => void {
  const isPressed = useRef(false)
  const waiting = useRef<(() => void)[]>([])
  useEffect(() => {
    const begin = ({ button }: MouseEvent) => {
      isPressed.current = button === 0
    }
    const end = () => {
      isPressed.current = false
      for (const work of waiting.current.splice(0)) setTimeout(work)
    }
    // Touch also fires these, with the blur in between. Dragging ends no other way.
    addEventListener('mousedown', begin, true)
    addEventListener('mouseup', end, true)
    addEventListener('dragend', end, true)
    return () => {
      removeEventListener('mousedown', begin, true)
      removeEventListener('mouseup', end, true)
      removeEventListener('dragend', end, true)
    }
  }, [])
  return useCallback((work: () => void) => {
    if (isPressed.current) waiting.current.push(work)
    else setTimeout(work)
  }, [])
}
