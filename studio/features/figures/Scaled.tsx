import type { ReactNode } from 'react'
import styles from './Figures.module.css'

/** A chart with what its lines stand for beside it, from the top down; they stay in sight when the chart is scrolled. */
export function Scaled({ marks, children }: { marks: readonly string[]; children: ReactNode }) {
  return (
    <div className={styles.scaled}>
      <ul className={styles.scale}>
        {marks.map(mark => (
          <li key={mark}>{mark}</li>
        ))}
      </ul>
      {children}
    </div>
  )
}
