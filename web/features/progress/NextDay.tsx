import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { Card, cardTarget } from '#kit/ui/Card.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import type { Day } from '#shared/features/courses/forms.ts'
import type { DayStatus } from '#shared/features/streams/forms.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { lockWords } from '#web/features/streams/stream-words.ts'
import styles from './NextDay.module.css'

interface Props {
  streamId: number
  day: Day
  state: DayStatus | undefined
}

/** The way to the day that follows, with the date on which it opens when it is not open yet. */
export function NextDay({ streamId, day, state }: Props) {
  const t = useCopy()
  const label = day.dayOfRest ? t('progress.next.rest') : t('progress.next', { number: day.dayNumber })
  return (
    <Card as="section" interactive className={styles.next}>
      <div>
        <p className={styles.label}>{label}</p>
        <h2 className={styles.title}>
          <Link href={pathTo('day', { streamId, dayNumber: day.dayNumber })} className={cardTarget}>
            {day.title || t('progress.day', { number: day.dayNumber })}
          </Link>
        </h2>
        {state?.isLocked && <p className={styles.lock}>{lockWords(t, state)}</p>}
      </div>
      <Icon name={state?.isLocked ? 'lock' : 'next'} />
    </Card>
  )
}
