import { useCopy } from '#kit/copy/copy.tsx'
import { formatNumber } from '#kit/copy/format.ts'
import styles from './Settings.module.css'

type Figure = { label: string; value: number; text?: string }

/** Numbers with what they count, as tiles. */
export function Figures({ rows }: { rows: readonly Figure[] }) {
  const { language } = useCopy()
  return (
    <dl className={styles.figures}>
      {rows.map(({ label, value, text }) => (
        <div key={label} className={styles.figure}>
          <dt>{label}</dt>
          <dd>{text ?? formatNumber(value, language)}</dd>
        </div>
      ))}
    </dl>
  )
}
