import { useState } from 'react'

/** Long enough for the press that took the focus away to reach its button, in ms. */
const afterPress = 200

/**
 * The fields that were left: what is wrong in them may be said. It is said a moment later, or the text that appears would
 * move the button away from under the press that left the field.
 */
export function useLeft<Field extends string>() {
  const [left, setLeft] = useState<ReadonlySet<Field>>(new Set())
  const leave = (field: Field) => {
    setTimeout(() => setLeft(before => new Set([...before, field])), afterPress)
  }
  return { left, leave }
}
