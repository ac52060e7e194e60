import type { ReactNode } from 'react'
import { progressOf } from './progress.ts'
import styles from './ProgressRing.module.css'

interface Props {
  /** From 0 to 100; what lies outside is clamped. */
  percent: number
  label: string
  valueText?: string
  /** Across, in px. */
  size?: number
  children?: ReactNode
}

const radius = 44
const around = 2 * Math.PI * radius

/** How far something is, as a ring around its children. */
export function ProgressRing({ percent, label, valueText, size = 96, children }: Props) {
  const { shown, attributes } = progressOf(percent, label, valueText)
  return (
    <div {...attributes} className={styles.ring} style={{ width: size, height: size }}>
      <svg viewBox="0 0 100 100" aria-hidden>
        <circle cx="50" cy="50" r={radius} className={styles.track} />
        <circle
          cx="50"
          cy="50"
          r={radius}
          className={styles.value}
          strokeDasharray={around}
          strokeDashoffset={around * (1 - shown / 100)}
          opacity={shown > 0 ? 1 : 0}
        />
      </svg>
      <div className={styles.middle} aria-hidden>
        {children}
      </div>
    </div>
  )
}
