import { type ComponentProps, type InputEvent, useId } from 'react'
import { controlClass, Field, type FieldTexts, fieldAria } from './Field.tsx'
import { useTypedLength } from './typed-length.ts'

type Props = Omit<ComponentProps<'textarea'>, 'className'> & FieldTexts

/** A text of several lines that grows as it is written; otherwise as TextField. */
export function TextArea({ label, hint, error, maxLength, ...rest }: Props) {
  const made = useId()
  const id = rest.id ?? made
  const { length, nearLimit, onInput, onCompositionEnd } = useTypedLength({ ...rest, maxLength })
  const handleInput = (event: InputEvent<HTMLTextAreaElement>) => {
    onInput(event)
    rest.onInput?.(event)
  }
  const texts = { label, hint, error, maxLength: nearLimit, required: rest.required }
  return (
    <Field id={id} length={length} {...texts}>
      <textarea
        {...rest}
        {...fieldAria(id, texts, nearLimit)}
        className={controlClass}
        onInput={handleInput}
        onCompositionEnd={onCompositionEnd}
      />
    </Field>
  )
}
