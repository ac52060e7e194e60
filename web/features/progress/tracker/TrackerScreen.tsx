import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatNumber } from '#kit/copy/format.ts'
import { Slot } from '#kit/shell/Slot.tsx'
import { ProgressBar } from '#kit/ui/marks/Progress.tsx'
import { HeadingSkeleton, Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { Course, Lesson } from '#shared/features/courses/forms.ts'
import { dayMarks } from '#shared/features/progress/tracker.ts'
import type { StreamStatusRecord, UserStream } from '#shared/features/streams/forms.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { StreamFailure } from '#web/features/streams/StreamFailure.tsx'
import { closedWords } from '#web/features/streams/stream-words.ts'
import { useDay } from '../data.ts'
import { filmsOf, setsOf } from '../day-content.ts'
import { TrackedStage } from './TrackedStage.tsx'
import styles from './Tracker.module.css'

interface Known {
  stream: UserStream
  status: StreamStatusRecord
  course: Course
  lessons: ReadonlyMap<number, Lesson>
}

function TrackerSkeleton() {
  return (
    <div className={styles.tracker} aria-busy>
      <HeadingSkeleton />
      <Skeleton shape="box" height="8rem" />
      <Skeleton shape="box" height="18rem" />
    </div>
  )
}

/** How many homeworks a course has, and how many of the learner's were approved. */
function homeworkOf({ stages }: Course, { homeworks }: StreamStatusRecord): { done: number; count: number } {
  const ids = stages.flatMap(stage => [...stage.stageHomeworks, ...stage.dayHomeworks]).map(({ id }) => id)
  const approved = new Set(homeworks.flatMap(({ target_id: id, status }) => (status === 'DONE' ? id : [])))
  return { done: ids.filter(id => approved.has(id)).length, count: ids.length }
}

/** The films of all days, as many as their lines say together. */
function filmsOfCourse({ status, course, lessons }: Pick<Known, 'status' | 'course' | 'lessons'>) {
  const byDay = course.stages.flatMap(stage => stage.days.map(day => filmsOf(setsOf(day, lessons), status.lessons)))
  const sum = (of: 'watched' | 'count') => byDay.reduce((total, films) => total + films[of], 0)
  return { watched: sum('watched'), count: sum('count') }
}

/** The whole course in a few figures; what it has none of is left out. */
function Summary({ stream, status, course, lessons }: Known) {
  const t = useCopy()
  const { completeDaysCount, daysCount, progress } = stream.progress
  const days = t('streams.progress', { done: completeDaysCount, count: daysCount })
  const films = filmsOfCourse({ status, course, lessons })
  const homework = homeworkOf(course, status)
  return (
    <Card className={styles.summary}>
      <p className={styles.percent}>{t('progress.tracker.percent', { percent: formatNumber(progress, t.language) })}</p>
      <ProgressBar
        percent={progress}
        tone={progress >= 100 ? 'success' : 'accent'}
        label={t('progress.tracker.label')}
        valueText={days}
      />
      <ul className={styles.figures}>
        <li>{days}</li>
        {films.count > 0 && <li>{t('progress.tracker.films', films)}</li>}
        {homework.count > 0 && <li>{t('progress.tracker.homework', homework)}</li>}
      </ul>
    </Card>
  )
}

function Tracked(known: Known) {
  const t = useCopy()
  const { stream, status, course, lessons } = known
  const closed = closedWords(t, stream, useUser()?.timezone)
  const days = course.stages.flatMap(stage => stage.days)
  const marks = dayMarks(days, status.days, stream.status)
  return (
    <div className={styles.tracker}>
      <header className={styles.header}>
        <Link href={pathTo('calendar', { streamId: stream.id })} className={styles.course}>
          {course.caption || course.title}
        </Link>
        <h1>{t('progress.tracker.title')}</h1>
      </header>
      {closed && (
        <Notice tone={stream.status === 'stopped' ? 'warn' : 'info'} title={closed.title}>
          {closed.text}
        </Notice>
      )}
      <div className={styles.columns}>
        <Summary {...known} />
        <div className={styles.stages}>
          {days.length === 0 && <EmptyState icon="calendar" title={t('streams.calendar.empty')} />}
          {course.stages.map((stage, index) => (
            <TrackedStage
              key={stage.id}
              stage={stage}
              number={index + 1}
              stream={stream}
              status={status}
              lessons={lessons}
              marks={marks}
            />
          ))}
        </div>
        <div className={styles.week}>
          <Slot name="weekGoal" />
        </div>
      </div>
    </div>
  )
}

/** What the learner has done in a course, at a glance: every day in one line, with its films and homework. */
export function TrackerScreen({ streamId }: { streamId: number }) {
  const t = useCopy()
  const { data, error, isFetching, retry } = useDay(streamId)
  if (data) return <Tracked {...data} />
  if (!error) return <TrackerSkeleton />
  return <StreamFailure error={error} title={t('progress.tracker.error')} busy={isFetching} onRetry={retry} />
}
