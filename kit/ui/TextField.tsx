import { type ComponentProps, type InputEvent, useId, useState } from 'react'
import { controlClass, Field, type FieldTexts, fieldAria } from './Field.tsx'

type Props = Omit<ComponentProps<'input'>, 'className'> & FieldTexts

type Typed = ComponentProps<'input'>['value']

/** The length that a counter shows: of the controlled value, else of what was typed. */
export function useTypedLength(value: Typed, defaultValue: Typed) {
  const [typed, setTyped] = useState(String(defaultValue ?? '').length)
  return [value === undefined ? typed : String(value).length, setTyped] as const
}

/** A one-line text with label; `maxLength` shows a counter, `error` marks it invalid and is announced. */
export function TextField({ label, hint, error, ...rest }: Props) {
  const made = useId()
  const id = rest.id ?? made
  const [length, setLength] = useTypedLength(rest.value, rest.defaultValue)
  const handleInput = (event: InputEvent<HTMLInputElement>) => {
    setLength(event.currentTarget.value.length)
    rest.onInput?.(event)
  }
  const texts = { label, hint, error, maxLength: rest.maxLength, required: rest.required }
  return (
    <Field id={id} length={length} {...texts}>
      <input
        type="text"
        {...rest}
        {...fieldAria(id, texts, rest.maxLength)}
        className={controlClass}
        onInput={handleInput}
      />
    </Field>
  )
}
