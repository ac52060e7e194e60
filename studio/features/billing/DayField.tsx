import { useId } from 'react'
import styles from './Billing.module.css'

type Props = { label: string; value: string; onChange: (day: string | undefined) => void }

/** A day among filters, by the browser's own picker. */
export function DayField({ label, value, onChange }: Props) {
  const id = useId()
  return (
    <span className={styles.day}>
      <label htmlFor={id}>{label}</label>
      <input id={id} type="date" value={value} onChange={event => onChange(event.target.value || undefined)} />
    </span>
  )
}
