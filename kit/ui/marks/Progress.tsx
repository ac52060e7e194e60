import styles from './Progress.module.css'
import type { ReactNode } from 'react'

interface Props {
  /** From 0 to 100; other values are clamped. */
  percent: number
  label: string
  /** Spoken in place of the percentage: '3 of 7 lessons'. */
  valueText?: string
  tone?: 'accent' | 'success'
}

/** Progress as a bar. */
export function ProgressBar({ percent, label, valueText, tone = 'accent' }: Props) {
  const { shown, attributes } = progressOf(percent, label, valueText)
  return (
    <div {...attributes} className={styles.track}>
      <div className={styles[tone]} style={{ width: `${shown}%` }} />
    </div>
  )
}

/** The percentage to draw, from 0 to 100 (0 for NaN), and its accessible text. */
function progressOf(percent: number, label: string, valueText: string | undefined) {
  const shown = Number.isFinite(percent) ? Math.min(100, Math.max(0, percent)) : 0
  const attributes = {
    role: 'progressbar',
    'aria-label': label,
    'aria-valuenow': Math.round(shown),
    'aria-valuemin': 0,
    'aria-valuemax': 100,
    'aria-valuetext': valueText,
  }
  return { shown, attributes }
}

interface RingProps {
  /** From 0 to 100; other values are clamped. */
  percent: number
  label: string
  valueText?: string
  /** Across, in px. */
  size?: number
  children?: ReactNode
}

const radius = 44
const around = 2 * Math.PI * radius

/** Progress as a ring around its children. */
export function ProgressRing({ percent, label, valueText, size = 96, children }: RingProps) {
  const { shown, attributes } = progressOf(percent, label, valueText)
  return (
    <div {...attributes} className={styles.ring} style={{ width: size, height: size }}>
      <svg viewBox="0 0 100 100" aria-hidden>
        <circle cx="50" cy="50" r={radius} className={styles.circle} />
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
