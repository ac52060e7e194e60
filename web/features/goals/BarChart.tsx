import type { CSSProperties } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { classes } from '#kit/ui/classes.ts'
import styles from './Activity.module.css'

export type Bar = {
  key: string
  /** What the bar stands for: below it where there is room, and in the table. */
  label: string
  isLabelled: boolean
  value: number
  isNow: boolean
  /** The cells of its row in the table. */
  cells: readonly string[]
}

interface Props {
  title: string
  heads: readonly string[]
  bars: readonly Bar[]
}

/** Bars for the eye, and the same numbers as a table for whoever opens it or listens. */
export function BarChart({ title, heads, bars }: Props) {
  const t = useCopy()
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <figure className={styles.chart}>
      <div className={styles.bars} aria-hidden>
        {bars.map(({ key, label, isLabelled, value, isNow }) => (
          <div key={key} className={classes(styles.column, isNow && styles.now)}>
            <span className={styles.value}>{value > 0 && (bars.length < 8 || value === most || isNow) && value}</span>
            <span
              className={classes(styles.bar, value === 0 && styles.none)}
              style={{ '--share': value / most } as CSSProperties}
            />
            <span className={styles.label}>{isLabelled && label}</span>
          </div>
        ))}
      </div>
      <details className={styles.details}>
        <summary>{t('goals.activity.table')}</summary>
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              {heads.map(head => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ key, label, cells }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                {cells.map((cell, column) => (
                  <td key={heads[column + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
