import { useCopy } from '#kit/copy/copy.tsx'
import type { DaySelfieWire } from '#shared/features/progress/contract.ts'
import { useMoments } from '#studio/platform/moments.ts'
import styles from './Desk.module.css'

/** With which photos the learner began the days of the stage. */
export function Selfies({ selfies }: { selfies: readonly DaySelfieWire[] }) {
  const t = useCopy()
  const { moment } = useMoments()
  return (
    <details className={styles.task}>
      <summary>{t('desk.selfies')}</summary>
      <ul className={styles.selfies}>
        {selfies.map(({ day_number: number, taken_at: takenAt, file }) => (
          <li key={file.id}>
            <a href={file.url ?? undefined} target="_blank" rel="noopener noreferrer">
              <img src={file.urls?.small} alt={t('desk.selfie', { number })} loading="lazy" />
            </a>
            <p className={styles.muted}>{t('desk.selfie.day', { number, moment: moment(takenAt * 1000) })}</p>
          </li>
        ))}
      </ul>
    </details>
  )
}
