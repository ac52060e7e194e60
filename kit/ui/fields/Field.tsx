import type { ReactNode } from 'react'
import styles from './Field.module.css'
import { Icon } from '../marks/Icon.tsx'

export interface FieldTexts {
  label: string
  hint?: string
  error?: string
}

interface Props extends FieldTexts {
  id: string
  length?: number
  maxLength?: number
  required?: boolean
  children: ReactNode
}

/** The attributes that tie a control to its Field's texts. */
export function fieldAria(id: string, { hint, error }: FieldTexts, maxLength?: number) {
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`, maxLength && `${id}-count`]
    .filter(Boolean)
    .join(' ')
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined }
}

/** Label, hint, error and counter around one control that carries `fieldAria`. */
export function Field({ id, label, hint, error, length = 0, maxLength, required, children }: Props) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {required && (
          <span className={styles.star} aria-hidden>
            {' *'}
          </span>
        )}
      </label>
      {children}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {(hint || maxLength) && (
        <div className={styles.foot}>
          {hint && <p id={`${id}-hint`}>{hint}</p>}
          {maxLength && (
            <p className={styles.count} id={`${id}-count`} data-full={length >= maxLength || undefined}>
              {length} / {maxLength}
            </p>
          )}
        </div>
      )}
    </div>
  )
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className={styles.error} id={id} role="alert">
      <Icon name="alert" />
      {children}
    </p>
  )
}

export const controlClass = styles.control
