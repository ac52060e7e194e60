import { type ComponentProps, useId } from 'react'
import { controlClass, Field, type FieldTexts, fieldAria } from './Field.tsx'
import { Icon } from '../marks/Icon.tsx'
import styles from './SelectField.module.css'

type Props = Omit<ComponentProps<'select'>, 'className'> & FieldTexts

/** One of several values with label; the device's own picker opens. */
export function SelectField({ label, hint, error, ...rest }: Props) {
  const made = useId()
  const id = rest.id ?? made
  const texts = { label, hint, error, required: rest.required }
  return (
    <Field id={id} {...texts}>
      <div className={styles.box}>
        <select {...rest} {...fieldAria(id, texts)} className={controlClass} />
        <Icon name="chevron-down" className={styles.arrow} />
      </div>
    </Field>
  )
}
