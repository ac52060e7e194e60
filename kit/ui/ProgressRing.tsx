import type { ReactNode } from 'react'
import { clampPercent } from './ProgressBar.tsx'
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

export function ProgressRing({ percent, label, valueText, size = 96, children }: Props) {
  const shown = clampPercent(percent)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(shown)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={valueText}
      className={styles.ring}
      style={{ width: size, height: size }}
    >
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
