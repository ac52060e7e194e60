import { type CompositionEvent, type InputEvent, useState } from 'react'
import { textLength, withinLimit } from '#shared/platform/text.ts'

type Typed = string | number | readonly string[] | undefined
type Control = HTMLInputElement | HTMLTextAreaElement

/** Trims a control to `limit` code points; while a character is being composed it may be longer. */
function keepWithin(control: Control, limit: number) {
  const { selectionStart, value } = control
  const { text, caret } = withinLimit(value, selectionStart ?? value.length, limit)
  if (text === value) return
  control.value = text
  if (selectionStart !== null) control.setSelectionRange(caret, caret)
}

type Props = {
  value?: Typed
  defaultValue?: Typed
  maxLength?: number | undefined
}

/**
 * The length of the input in code points and the handlers that limit it to `maxLength`: the browser's own limit counts
 * UTF-16 units. The length is that of the controlled value, otherwise of what was typed.
 */
export function useTypedLength({ value, defaultValue, maxLength }: Props) {
  const [typed, setTyped] = useState(textLength(String(defaultValue ?? '')))
  const take = (control: Control) => {
    if (maxLength !== undefined) keepWithin(control, maxLength)
    setTyped(textLength(control.value))
  }
  const length = value === undefined ? typed : textLength(String(value))
  return {
    length,
    /** The limit once what was typed comes near it: before that a counter only distracts. */
    nearLimit: maxLength !== undefined && length >= maxLength * 0.8 ? maxLength : undefined,
    onInput({ currentTarget, nativeEvent }: InputEvent<Control>) {
      if ((nativeEvent as { isComposing?: boolean }).isComposing) setTyped(textLength(currentTarget.value))
      else take(currentTarget)
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<Control>) => take(currentTarget),
  }
}
