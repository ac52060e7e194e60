import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Card, cardTarget } from '#kit/ui/states/Card.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { ProgressBar } from '#kit/ui/marks/Progress.tsx'
import { Slot } from '#kit/shell/Slot.tsx'
import type { Course } from '#shared/features/courses/forms.ts'
import type { UserStream } from '#shared/features/streams/forms.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { CoursePicture } from '#web/features/courses/CoursePicture.tsx'
import styles from './CourseRows.module.css'
import { statusWords } from '../stream-words.ts'

interface RowProps {
  stream: UserStream
  course: Course | undefined
  /** With tags, dates and what to do before access ends, where there is nothing but courses. */
  isDetailed?: boolean
}

/** One of the learner's courses; the whole row links to its calendar. */
export function CourseRow({ stream, course, isDetailed }: RowProps) {
  const t = useCopy()
  const words = statusWords(t, stream, useUser()?.timezone, isDetailed ? 'medium' : 'short')
  const { completeDaysCount, daysCount, progress } = stream.progress
  const days = t('streams.progress', { done: completeDaysCount, count: daysCount })
  const title = course?.title ?? ''
  const Title = isDetailed ? 'h2' : 'h3'
  return (
    <Card as="li" interactive flush className={styles.row}>
      <div className={styles.picture}>
        <CoursePicture picture={course?.image ?? course?.background} sizes="8rem" />
      </div>
      <div className={styles.words}>
        <Title className={styles.title}>
          <Link href={pathTo('calendar', { streamId: stream.id })} className={cardTarget}>
            {title}
          </Link>
        </Title>
        <p className={styles.badges}>
          <Badge tone={words.tone} icon={words.icon}>
            {words.text}
          </Badge>
          {stream.isDemo && <Badge tone="accent">{t('streams.demo')}</Badge>}
          {stream.isCritical && !isDetailed && (
            <Badge tone="warning" icon="clock">
              {t('streams.critical', { count: stream.daysLeft })}
            </Badge>
          )}
        </p>
        {isDetailed && (
          <p className={styles.facts}>
            {[...(course?.tags ?? []), datesOf()].map(fact => (
              <span key={fact}>{fact}</span>
            ))}
          </p>
        )}
        {daysCount > 0 && (
          <div className={styles.progress}>
            <ProgressBar
              percent={progress}
              tone={progress >= 100 ? 'success' : 'accent'}
              label={t('streams.progress.label', { title })}
              valueText={days}
            />
            <p className={styles.daysDone}>{days}</p>
          </div>
        )}
      </div>
      <Icon name="chevron-right" className={styles.arrow} />
      {stream.isCritical && isDetailed && (
        <div className={styles.ending}>
          <Slot name="endsSoon" stream={stream} />
        </div>
      )}
    </Card>
  )

  function datesOf() {
    const [from, to] = [stream.startsOn, stream.endsOn].map(date => formatLocalDate(date, t.language, 'short'))
    return t('streams.dates', { from: from ?? '', to: to ?? '' })
  }
}

/** At home there is room for these; the rest is at `/courses`. */
const mostAtHome = 4

interface Props {
  /** Those besides the one whose next step is shown above. */
  streams: readonly UserStream[]
  courses: ReadonlyMap<number, Course>
}

/** The other courses of the learner, and the way to all of them. */
export function CourseRows({ streams, courses }: Props) {
  const t = useCopy()
  if (streams.length === 0) return null
  return (
    <section aria-labelledby="other-courses" className={styles.others}>
      <header className={styles.heading}>
        <h2 id="other-courses">{t('streams.others')}</h2>
        <Link href={pathTo('courses')} className={styles.all}>
          {t('streams.all')}
          <Icon name="chevron-right" />
        </Link>
      </header>
      <ul className={styles.rows}>
        {streams.slice(0, mostAtHome).map(stream => (
          <CourseRow key={stream.id} stream={stream} course={courses.get(stream.courseId)} />
        ))}
      </ul>
    </section>
  )
}
