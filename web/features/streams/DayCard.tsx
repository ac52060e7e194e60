import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { Card, cardTarget } from '#kit/ui/Card.tsx'
import { classes } from '#kit/ui/classes.ts'
import { Icon, type IconName } from '#kit/ui/Icon.tsx'
import type { Day } from '#shared/features/courses/forms.ts'
import type { DayStatus, StreamStatusRecord, UserStream } from '#shared/features/streams/forms.ts'
import { pathTo } from '#web/platform/addresses.ts'
import styles from './DayCard.module.css'
import { DayMeta } from './DayMeta.tsx'
import { HomeworkMark } from './HomeworkMark.tsx'
import { lockedDayWords } from './stream-words.ts'

interface Props {
  day: Day
  stream: UserStream
  state: DayStatus | undefined
  status: StreamStatusRecord
}

type Shown = DayStatus['state']
const icons: Partial<Record<Shown, IconName>> = { done: 'check', rest: 'rest', locked: 'lock' }

/** One day of the calendar; a locked one leads to its page too, where the reason stands. */
export function DayCard({ day, stream, state, status }: Props) {
  const t = useCopy()
  const shown: Shown = state?.state ?? (day.dayOfRest ? 'rest' : 'locked')
  const isLocked = state?.isLocked ?? true
  const icon = icons[shown]
  const lock = isLocked && state && shown !== 'done' ? lockedDayWords(t, state, stream) : undefined
  const isMarked = !lock || shown === 'rest'
  return (
    <Card
      as="li"
      interactive
      flush
      tone={shown === 'rest' ? 'sunken' : 'plain'}
      className={classes(styles.card, styles[shown], isLocked && styles.shut)}
    >
      <span className={styles.mark} aria-hidden>
        {icon ? <Icon name={icon} /> : day.dayNumber}
      </span>
      <div className={styles.body}>
        <p className={styles.number}>{t('streams.day', { number: day.dayNumber })}</p>
        <h3 className={styles.title}>
          <Link
            href={pathTo('day', { streamId: stream.id, dayNumber: day.dayNumber })}
            className={cardTarget}
            aria-current={shown === 'current' ? 'step' : undefined}
          >
            {day.title || t('streams.day', { number: day.dayNumber })}
          </Link>
        </h3>
        <p className={styles.state}>{[isMarked && t(`streams.day.${shown}`), lock].filter(Boolean).join(' · ')}</p>
        {!day.dayOfRest && <DayMeta day={day} />}
        {day.dayHomeworkIds.map(id => (
          <HomeworkMark key={id} homeworkId={id} status={status} />
        ))}
      </div>
      <Icon name="chevron-right" className={styles.arrow} />
    </Card>
  )
}
