import { type ComponentProps, useId } from 'react'
import { controlClass, Field, type FieldTexts, fieldAria } from './Field.tsx'

type Props = Omit<ComponentProps<'select'>, 'className'> & FieldTexts

/** One of several values with label; the device's own picker opens. */
export function SelectField({ label, hint, error, ...rest }: Props) {
  const made = useId()
  const id = rest.id ?? made
  const texts = { label, hint, error, required: rest.required }
  return (
    <Field id={id} {...texts}>
      <select {...rest} {...fieldAria(id, texts)} className={controlClass} />
    </Field>
  )
}
