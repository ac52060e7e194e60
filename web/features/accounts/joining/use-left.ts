import { useEffect, useRef, useState } from 'react'

/**
 * The fields that were left: what is wrong in them may be said. Of one that is left by a press it is said when the press has
 * ended: the text that appears would move the button away from under it.
 */
export function useLeft<Field extends string>() {
  const [left, setLeft] = useState<ReadonlySet<Field>>(new Set())
  const isPressed = useRef(false)
  useEffect(() => {
    const handlePress = ({ type }: Event) => {
      isPressed.current = type === 'mousedown'
    }
    // A finger makes these too, and the field is left between them.
    const ends = ['mouseup', 'dragend']
    for (const type of ['mousedown', ...ends]) addEventListener(type, handlePress, true)
    return () => {
      for (const type of ['mousedown', ...ends]) removeEventListener(type, handlePress, true)
    }
  }, [])

  const leave = (field: Field) => {
    const say = () => setLeft(before => new Set([...before, field]))
    if (!isPressed.current) return say()
    // The click comes with the end of the press; only then.
    addEventListener('mouseup', () => setTimeout(say), { once: true, capture: true })
  }
  return { left, leave }
}
