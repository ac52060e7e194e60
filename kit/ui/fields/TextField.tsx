import { type ComponentProps, type InputEvent, useId } from 'react'
import { controlClass, Field, type FieldTexts, fieldAria } from './Field.tsx'
import { useTypedLength } from './typed-length.ts'

type Props = Omit<ComponentProps<'input'>, 'className'> & FieldTexts

/** A one-line text with label; `maxLength`, in code points, shows a counter near it, `error` marks it invalid and is announced. */
export function TextField({ label, hint, error, maxLength, ...rest }: Props) {
  const made = useId()
  const id = rest.id ?? made
  const { length, nearLimit, onInput, onCompositionEnd } = useTypedLength({ ...rest, maxLength })
  const handleInput = (event: InputEvent<HTMLInputElement>) => {
    onInput(event)
    rest.onInput?.(event)
  }
  const texts = { label, hint, error, maxLength: nearLimit, required: rest.required }
  return (
    <Field id={id} length={length} {...texts}>
      <input
        type="text"
        {...rest}
        {...fieldAria(id, texts, nearLimit)}
        className={controlClass}
        onInput={handleInput}
        onCompositionEnd={onCompositionEnd}
      />
    </Field>
  )
}
