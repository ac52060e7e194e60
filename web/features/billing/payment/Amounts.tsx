import type { ReactNode } from 'react'
import styles from './Amounts.module.css'

export type AmountRow = { label: ReactNode; amount: ReactNode; isTotal?: boolean; isMuted?: boolean }

/** Lines of a bill: what for, and how much. */
export function Amounts({ rows, label }: { rows: readonly AmountRow[]; label?: string }) {
  return (
    <dl className={styles.amounts} aria-label={label}>
      {rows.map((row, index) => (
        <div key={index} className={styles.row} data-total={row.isTotal} data-muted={row.isMuted}>
          <dt>{row.label}</dt>
          <dd>{row.amount}</dd>
        </div>
      ))}
    </dl>
  )
}
