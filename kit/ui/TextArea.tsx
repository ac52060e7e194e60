import { type ComponentProps, type InputEvent, useId } from 'react'
import { controlClass, Field, type FieldTexts, fieldAria } from './Field.tsx'
import { useTypedLength } from './TextField.tsx'

type Props = Omit<ComponentProps<'textarea'>, 'className'> & FieldTexts

/** A text of several lines that grows as it is written; otherwise as TextField. */
export function TextArea({ label, hint, error, ...rest }: Props) {
  const made = useId()
  const id = rest.id ?? made
  const [length, setLength] = useTypedLength(rest.value, rest.defaultValue)
  const handleInput = (event: InputEvent<HTMLTextAreaElement>) => {
    setLength(event.currentTarget.value.length)
    rest.onInput?.(event)
  }
  const texts = { label, hint, error, maxLength: rest.maxLength, required: rest.required }
  return (
    <Field id={id} length={length} {...texts}>
      <textarea {...rest} {...fieldAria(id, texts, rest.maxLength)} className={controlClass} onInput={handleInput} />
    </Field>
  )
}
