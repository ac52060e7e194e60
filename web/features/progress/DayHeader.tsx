import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { Badge } from '#kit/ui/Badge.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import type { Course, Day, Stage } from '#shared/features/courses/forms.ts'
import type { DayStatus } from '#shared/features/streams/forms.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { DayMeta } from '#web/features/streams/DayMeta.tsx'
import styles from './DayHeader.module.css'

interface Props {
  streamId: number
  course: Course
  stage: Stage
  day: Day
  state: DayStatus | undefined
}

/** Which day of which course this is, and what to expect of it. */
export function DayHeader({ streamId, course, stage, day, state }: Props) {
  const t = useCopy()
  const number = t('progress.day', { number: day.dayNumber })
  return (
    <header className={styles.header}>
      <Link href={pathTo('calendar', { streamId })} className={styles.course}>
        <Icon name="chevron-left" />
        {course.caption || course.title}
      </Link>
      <p className={styles.place}>
        {number}
        {stage.title && ` · ${stage.title}`}
        {state?.state === 'done' && (
          <Badge tone="success" icon="check">
            {t('progress.state.done')}
          </Badge>
        )}
      </p>
      <h1>{day.title || number}</h1>
      {day.excerpt && <p className={styles.excerpt}>{day.excerpt}</p>}
      {!day.dayOfRest && <DayMeta day={day} />}
    </header>
  )
}
