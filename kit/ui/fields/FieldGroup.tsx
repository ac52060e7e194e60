import { type ReactNode, useId } from 'react'
import { FieldError } from './Field.tsx'
import styles from './Field.module.css'

interface Props {
  label: string
  note?: string
  error: string | undefined
  children: ReactNode
}

/** A part of a form that is no single control, such as the files of an answer. */
export function FieldGroup({ label, note, error, children }: Props) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className={styles.group} data-wrong={error ? true : undefined}>
      <p id={id} className={styles.label}>
        {label}
      </p>
      {note && <p className={styles.note}>{note}</p>}
      {children}
      {error && <FieldError>{error}</FieldError>}
    </div>
  )
}
