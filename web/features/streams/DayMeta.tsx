import { useCopy } from '#kit/copy/copy.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import type { Day } from '#shared/features/courses/forms.ts'
import styles from './DayMeta.module.css'

const minute = 60_000

/** How long a day takes and what it earns, as far as the course says. */
export function DayMeta({ day }: { day: Pick<Day, 'finishTotalTime' | 'scores'> }) {
  const t = useCopy()
  const points = day.scores.reduce((sum, { amount }) => sum + amount, 0)
  const minutes = Math.ceil(day.finishTotalTime / minute)
  if (!points && !minutes) return null
  return (
    <ul className={styles.meta}>
      {minutes > 0 && (
        <li>
          <Icon name="clock" />
          {t('streams.day.minutes', { count: minutes })}
        </li>
      )}
      {points > 0 && (
        <li>
          <Icon name="star" />
          {t('streams.day.points', { count: points })}
        </li>
      )}
    </ul>
  )
}
