import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { Badge } from '#kit/ui/Badge.tsx'
import { Card, cardTarget } from '#kit/ui/Card.tsx'
import { ProgressBar } from '#kit/ui/ProgressBar.tsx'
import type { Course } from '#shared/features/courses/forms.ts'
import type { UserStream } from '#shared/features/streams/forms.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { CoursePicture } from './CoursePicture.tsx'
import { CriticalWarning } from './CriticalWarning.tsx'
import styles from './StreamCard.module.css'
import { statusWords } from './stream-words.ts'

interface Props {
  stream: UserStream
  course: Course | undefined
}

/** One of the learner's courses; the whole card leads to its calendar. */
export function StreamCard({ stream, course }: Props) {
  const t = useCopy()
  const timeZone = useUser()?.timezone
  const words = statusWords(t, stream, timeZone)
  const { completeDaysCount, daysCount, progress } = stream.progress
  const days = t('streams.progress', { done: completeDaysCount, count: daysCount })
  const title = course?.title ?? ''
  return (
    <Card as="li" interactive flush className={styles.card}>
      <div className={styles.picture}>
        <CoursePicture picture={course?.image ?? course?.background} sizes="(min-width: 828px) 22rem, 100vw" />
        <div className={styles.badges}>
          <Badge tone={words.tone} icon={words.icon}>
            {words.text}
          </Badge>
          {stream.isDemo && <Badge tone="accent">{t('streams.demo')}</Badge>}
        </div>
      </div>
      <div className={styles.body}>
        <h3 className={styles.title}>
          <Link href={pathTo('calendar', { streamId: stream.id })} className={cardTarget}>
            {title}
          </Link>
        </h3>
        <p className={styles.facts}>
          {[...(course?.tags ?? []), datesOf()].map(fact => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
        {stream.isCritical && <CriticalWarning daysLeft={stream.daysLeft} />}
        {daysCount > 0 && (
          <div className={styles.progress}>
            <ProgressBar
              percent={progress}
              tone={progress >= 100 ? 'success' : 'accent'}
              label={t('streams.progress.label', { title })}
              valueText={days}
            />
            <p className={styles.days}>{days}</p>
          </div>
        )}
      </div>
    </Card>
  )

  function datesOf() {
    const [from, to] = [stream.startsOn, stream.endsOn].map(date => formatLocalDate(date, t.language, 'short'))
    return t('streams.dates', { from: from ?? '', to: to ?? '' })
  }
}
