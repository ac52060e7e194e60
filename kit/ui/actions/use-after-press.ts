import { useCallback, useEffect, useRef } from 'react'

/**
 * Puts work off until the press that is under way has ended, click and all; without one it is done in a moment. What moves
 * the page when a field is left must not take a button from under the finger that left it.
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
    // A finger makes these too, and the field is left between them. What is dragged has no other end.
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
