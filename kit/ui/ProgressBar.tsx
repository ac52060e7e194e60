import { progressOf } from './progress.ts'
import styles from './ProgressBar.module.css'

interface Props {
  /** From 0 to 100; what lies outside is clamped. */
  percent: number
  label: string
  /** Spoken in place of the percentage: '3 of 7 lessons'. */
  valueText?: string
  tone?: 'accent' | 'success'
}

/** How far something is, as a bar. */
export function ProgressBar({ percent, label, valueText, tone = 'accent' }: Props) {
  const { shown, attributes } = progressOf(percent, label, valueText)
  return (
    <div {...attributes} className={styles.track}>
      <div className={styles[tone]} style={{ width: `${shown}%` }} />
    </div>
  )
}
