import { useCopy } from '#kit/copy/copy.tsx'
import styles from './Rounds.module.css'

interface Props {
  /** Of the set, from 1. */
  number: number
  count: number
  /** What the learner may choose from; without it the count is only told. */
  range: { from: number; to: number } | undefined
  onChange: (count: number) => void
}

/** How often a set is played; chosen within the set's range. */
export function Rounds({ number, count, range, onChange }: Props) {
  const t = useCopy()
  const words = t('progress.rounds.count', { count })
  if (!range || range.from >= range.to) return count > 1 ? <p className={styles.fixed}>{words}</p> : null
  return (
    <div role="group" aria-label={t('progress.rounds.of', { number })} className={styles.rounds}>
      <button
        type="button"
        aria-label={t('progress.rounds.less')}
        aria-disabled={count <= range.from}
        onClick={() => count > range.from && onChange(count - 1)}
      >
        −
      </button>
      <output className={styles.count}>{words}</output>
      <button
        type="button"
        aria-label={t('progress.rounds.more')}
        aria-disabled={count >= range.to}
        onClick={() => count < range.to && onChange(count + 1)}
      >
        +
      </button>
    </div>
  )
}
