import { useCopy } from '#kit/copy/copy.tsx'
import { formatNumber } from '#kit/copy/format.ts'
import styles from './Settings.module.css'

/** Figures with what they count, each in the language's own writing. */
export function Figures({ rows }: { rows: readonly { label: string; value: number; isPercent?: boolean }[] }) {
  const { language } = useCopy()
  return (
    <dl className={styles.figures}>
      {rows.map(({ label, value, isPercent }) => (
        <div key={label} className={styles.figure}>
          <dt>{label}</dt>
          <dd>{isPercent ? `${formatNumber(value, language)} %` : formatNumber(value, language)}</dd>
        </div>
      ))}
    </dl>
  )
}
