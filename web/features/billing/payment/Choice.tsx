import { type ReactNode, useId } from 'react'
import { FieldError } from '#kit/ui/fields/Field.tsx'
import styles from './Choice.module.css'

export type Option<Value> = { value: Value; label: ReactNode; hint?: ReactNode }

interface Props<Value> {
  legend: string
  options: readonly Option<Value>[]
  /** Undefined while nothing is chosen. */
  value: Value | undefined
  error?: string | undefined
  onChange: (value: Value) => void
}

/** One of a few things, each on a row of its own. */
export function Choice<Value extends string | number>(props: Props<Value>) {
  const { legend, options, value: chosen, error, onChange } = props
  const name = useId()
  return (
    <fieldset
      // Its radios cannot be invalid themselves.
      role="radiogroup"
      className={styles.choice}
      tabIndex={-1}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${name}-error` : undefined}
    >
      <legend>{legend}</legend>
      {options.map(({ value, label, hint }) => (
        <label key={value} className={styles.option}>
          <input type="radio" name={name} checked={value === chosen} onChange={() => onChange(value)} />
          <span>
            {label}
            {hint && <span className={styles.hint}>{hint}</span>}
          </span>
        </label>
      ))}
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
