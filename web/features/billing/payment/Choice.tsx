import { type ReactNode, useId } from 'react'
import styles from './Choice.module.css'

export type Option<Value> = { value: Value; label: ReactNode; hint?: ReactNode }

interface Props<Value> {
  legend: string
  options: readonly Option<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** One of a few things, each on a row of its own. */
export function Choice<Value extends string | number>({ legend, options, value: chosen, onChange }: Props<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.choice}>
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
    </fieldset>
  )
}
