import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './Checkbox.module.css'
import { classes } from '../classes.ts'

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  label: ReactNode
  hint?: string
  error?: string
  /** A switch acts at once; a checkbox waits for its form. */
  look?: 'checkbox' | 'switch'
}

/** A checkbox or switch with its label; `error` marks it invalid and is announced. */
export function Checkbox({ label, hint, error, look = 'checkbox', ...rest }: Props) {
  const id = useId()
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={classes(styles.row, styles[look])}>
        <input
          {...rest}
          type="checkbox"
          role={look === 'switch' ? 'switch' : undefined}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p className={styles.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** A setting that takes effect at once; label at the start, knob at the end. */
export function Switch(props: Omit<ComponentProps<typeof Checkbox>, 'look'>) {
  return <Checkbox {...props} look="switch" />
}
