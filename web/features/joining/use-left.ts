import { useState } from 'react'
import { useAfterPress } from '#kit/ui/use-after-press.ts'

/** The fields that were left: what is wrong in them may be said, once the press that left them has ended. */
export function useLeft<Field extends string>() {
  const [left, setLeft] = useState<ReadonlySet<Field>>(new Set())
  const afterPress = useAfterPress()
  const leave = (field: Field) => afterPress(() => setLeft(before => new Set([...before, field])))
  return { left, leave }
}
