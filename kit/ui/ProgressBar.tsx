import styles from './ProgressBar.module.css'

interface Props {
  /** From 0 to 100; what lies outside is clamped. */
  percent: number
  label: string
  /** Spoken in place of the percentage: '3 of 7 lessons'. */
  valueText?: string
  tone?: 'accent' | 'success'
}

export function clampPercent(percent: number): number {
  return Number.isFinite(percent) ? Math.min(100, Math.max(0, percent)) : 0
}

export function ProgressBar({ percent, label, valueText, tone = 'accent' }: Props) {
  const shown = clampPercent(percent)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(shown)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={valueText}
      className={styles.track}
    >
      <div className={styles[tone]} style={{ width: `${shown}%` }} />
    </div>
  )
}
