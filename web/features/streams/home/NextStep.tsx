import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatNumber } from '#kit/copy/format.ts'
import { Card } from '#kit/ui/states/Card.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { ProgressRing } from '#kit/ui/marks/Progress.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import type { Course } from '#shared/features/courses/forms.ts'
import type { UserStream } from '#shared/features/streams/forms.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { useCourse } from '#web/features/courses/data.ts'
import { CoursePicture } from '#web/features/courses/CoursePicture.tsx'
import { DayMeta } from '../DayMarks.tsx'
import { wishToPlay } from '../play-wish.ts'
import { useStreamStatus, useToday } from '../data.ts'
import styles from './HomeScreen.module.css'
import { lockWords } from '../stream-words.ts'

interface Props {
  stream: UserStream
  course: Course | undefined
}

function useNextDays(stream: UserStream) {
  const known = useStreamStatus(stream.id)
  const tree = useCourse(stream.courseId)
  const isSettled = Boolean((known.data && tree.data) || known.error || tree.error)
  if (!known.data || !tree.data) return { isSettled }
  const { status } = known.data
  const days = tree.data.stages.flatMap(stage => stage.days)
  const day = days.find(({ id }) => id === status.currentDay?.dayId)
  const state = day && status.days.get(day.id)
  // Shown when nothing is left to do today: the next working day and when it opens.
  const next = days.find(({ id, dayOfRest }) => !dayOfRest && status.days.get(id)?.status !== 'finished')
  const nextState = next && status.days.get(next.id)
  return { isSettled, day, state, coming: nextState && { day: next, state: nextState } }
}

function Step({ stream }: { stream: UserStream }) {
  const t = useCopy()
  const today = useToday()
  const { isSettled, day, state, coming } = useNextDays(stream)
  if (!isSettled) {
    return (
      <div aria-busy>
        <Skeleton />
        <Skeleton width="9rem" height="3rem" />
      </div>
    )
  }
  const isDone = stream.progress.progress >= 100
  const isToDo = day && !isDone && state?.state !== 'done' && state?.state !== 'rest'
  const toCalendar = (
    <LinkButton
      look={isToDo ? 'ghost' : 'secondary'}
      icon="calendar"
      href={pathTo('calendar', { streamId: stream.id })}
    >
      {t('streams.today.look')}
    </LinkButton>
  )
  if (!isToDo) {
    return (
      <>
        <h2>{t(isDone ? 'streams.today.allDone' : 'streams.today.rested')}</h2>
        {!isDone && coming && (
          <p className={styles.excerpt}>
            {t('streams.day', { number: coming.day.dayNumber })} · {lockWords(t, coming.state, today)}
          </p>
        )}
        <div className={styles.actions}>{toCalendar}</div>
      </>
    )
  }
  const isStarted = state?.status === 'started'
  return (
    <>
      <h2>{day.title || t('streams.day', { number: day.dayNumber })}</h2>
      {day.excerpt && <p className={styles.excerpt}>{day.excerpt}</p>}
      <DayMeta day={day} />
      <div className={styles.actions}>
        <LinkButton
          icon="play"
          href={pathTo('day', { streamId: stream.id, dayNumber: day.dayNumber })}
          onClick={() => wishToPlay(stream.id, day.dayNumber)}
        >
          {t(isStarted ? 'streams.today.continue' : 'streams.today.start')}
        </LinkButton>
        {toCalendar}
      </div>
    </>
  )
}

/** The one thing to do next: the current day of the featured stream; one press plays it. */
export function NextStep({ stream, course }: Props) {
  const t = useCopy()
  const { completeDaysCount, daysCount, progress } = stream.progress
  const title = course?.title ?? ''
  return (
    <Card as="section" flush className={styles.next} aria-labelledby="next-course">
      <div className={styles.picture}>
        <CoursePicture picture={course?.background ?? course?.image} sizes="(min-width: 1244px) 50rem, 100vw" eager />
      </div>
      <div className={styles.body}>
        <header className={styles.heading}>
          <Link id="next-course" href={pathTo('calendar', { streamId: stream.id })} className={styles.course}>
            {title}
          </Link>
          <ProgressRing
            percent={progress}
            size={64}
            label={t('streams.progress.label', { title })}
            valueText={t('streams.progress', { done: completeDaysCount, count: daysCount })}
          >
            {formatNumber(progress, t.language)}%
          </ProgressRing>
        </header>
        <Step stream={stream} />
      </div>
    </Card>
  )
}
