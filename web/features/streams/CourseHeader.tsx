import { useCopy } from '#kit/copy/copy.tsx'
import { Badge } from '#kit/ui/Badge.tsx'
import { Card } from '#kit/ui/Card.tsx'
import { LinkButton } from '#kit/ui/LinkButton.tsx'
import { Notice } from '#kit/ui/Notice.tsx'
import { ProgressBar } from '#kit/ui/ProgressBar.tsx'
import type { Course } from '#shared/features/courses/forms.ts'
import type { UserStream } from '#shared/features/streams/forms.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { CoursePicture } from './CoursePicture.tsx'
import styles from './CourseHeader.module.css'
import { CriticalWarning } from './CriticalWarning.tsx'
import { closedWords, statusWords } from './stream-words.ts'

interface Props {
  stream: UserStream
  course: Course
}

/** What the course is, how far the learner got and how long it is open. */
export function CourseHeader({ stream, course }: Props) {
  const t = useCopy()
  const timeZone = useUser()?.timezone
  const words = statusWords(t, stream, timeZone)
  const closed = closedWords(t, stream, timeZone)
  const { completeDaysCount, daysCount, progress } = stream.progress
  const days = t('streams.progress', { done: completeDaysCount, count: daysCount })
  return (
    <header className={styles.header}>
      <Card flush className={styles.card}>
        <div className={styles.picture}>
          <CoursePicture picture={course.background ?? course.image} sizes="(min-width: 828px) 24rem, 100vw" eager />
        </div>
        <div className={styles.body}>
          <p className={styles.badges}>
            <Badge tone={words.tone} icon={words.icon}>
              {words.text}
            </Badge>
            {stream.isDemo && <Badge tone="accent">{t('streams.demo')}</Badge>}
            {course.tags.map(tag => (
              <Badge key={tag}>{tag}</Badge>
            ))}
          </p>
          <h1>{course.title}</h1>
          {course.excerpt && <p className={styles.excerpt}>{course.excerpt}</p>}
          {daysCount > 0 && (
            <div className={styles.progress}>
              <ProgressBar
                percent={progress}
                tone={progress >= 100 ? 'success' : 'accent'}
                label={t('streams.progress.label', { title: course.title })}
                valueText={days}
              />
              <p className={styles.days}>{days}</p>
            </div>
          )}
          <LinkButton look="secondary" icon="document" href={pathTo('materials', { streamId: stream.id })}>
            {t('streams.calendar.materials')}
          </LinkButton>
        </div>
      </Card>
      {closed && (
        <Notice tone={stream.status === 'stopped' ? 'warn' : 'info'} title={closed.title}>
          {closed.text}
        </Notice>
      )}
      {stream.isCritical && <CriticalWarning daysLeft={stream.daysLeft} />}
    </header>
  )
}
