import type { ReactNode } from 'react'
import { Icon } from '../marks/Icon.tsx'
import styles from './Question.module.css'

/** A question that is often asked, with its answer folded under it. */
export function Question({ question, children }: { question: string; children: ReactNode }) {
  return (
    <details className={styles.question}>
      <summary>
        <span dir="auto">{question}</span>
        <Icon name="chevron-down" />
      </summary>
      <div dir="auto" className={styles.answer}>
        {children}
      </div>
    </details>
  )
}
