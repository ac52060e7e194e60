import { type ComponentProps, useId, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { classes } from '../classes.ts'
import { controlClass, Field, type FieldTexts, fieldAria } from './Field.tsx'
import { IconButton } from '../actions/IconButton.tsx'
import styles from './PasswordField.module.css'

type Props = Omit<ComponentProps<'input'>, 'className' | 'type'> & FieldTexts

/** A password with a button that shows and hides it. */
export function PasswordField({ label, hint, error, ...rest }: Props) {
  const t = useCopy()
  const made = useId()
  const id = rest.id ?? made
  const [isShown, setShown] = useState(false)
  const texts = { label, hint, error, required: rest.required }
  return (
    <Field id={id} {...texts}>
      <div className={styles.box}>
        <input
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          {...rest}
          {...fieldAria(id, texts)}
          type={isShown ? 'text' : 'password'}
          className={classes(controlClass, styles.input)}
        />
        <IconButton
          icon={isShown ? 'eye-off' : 'eye'}
          label={t(isShown ? 'ui.hidePassword' : 'ui.showPassword')}
          aria-controls={id}
          className={styles.toggle}
          onClick={() => setShown(!isShown)}
        />
      </div>
    </Field>
  )
}
