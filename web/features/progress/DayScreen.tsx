import { useEffect } from 'react'
import { Link, Redirect } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { HeadingSkeleton, Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { isPassing } from '#kit/request/request-errors.ts'
import type { Course, Day, Lesson, Stage } from '#shared/features/courses/forms.ts'
import { dayInStream } from '#shared/features/progress/forms.ts'
import { lacksAccess } from '#shared/features/streams/choice-rules.ts'
import type { DayStatus, StreamStatusRecord, UserStream } from '#shared/features/streams/forms.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { LateSlot } from '#web/platform/LateSlot.tsx'
import { useUser } from '#web/features/accounts/data.ts'
import { loadCourseText } from '#kit/features/courses/CourseText.tsx'
import { CourseOrigin } from '#web/features/courses/CourseOrigin.tsx'
import { useToday } from '#web/features/streams/data.ts'
import { DayMeta } from '#web/features/streams/DayMarks.tsx'
import { StreamFailure } from '#web/features/streams/StreamFailure.tsx'
import { closedWords, lockWords } from '#web/features/streams/stream-words.ts'
import styles from './DayScreen.module.css'
import { DayWork } from './DayWork.tsx'
import { useDay } from './data.ts'
import { dayAt, isIncorrectlyFilled, setsOf } from './day-content.ts'
import { NextDay } from './FinishDay.tsx'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { Slot } from '#kit/shell/Slot.tsx'

function DaySkeleton() {
  return (
    <div className={styles.day} aria-busy>
      <Skeleton width="8rem" />
      <HeadingSkeleton />
      <Skeleton />
      <Skeleton shape="box" height="18rem" />
      <Skeleton shape="box" height="5rem" />
      <Skeleton shape="box" height="5rem" />
    </div>
  )
}

interface HeaderProps {
  stream: UserStream
  course: Course
  stage: Stage
  day: Day
  state: DayStatus | undefined
}

function DayHeader({ stream, course, stage, day, state }: HeaderProps) {
  const t = useCopy()
  const number = t('progress.day', { number: day.dayNumber })
  return (
    <header className={styles.header}>
      <p className={styles.place}>
        <Link href={pathTo('calendar', { streamId: stream.id })} className={styles.course}>
          {course.caption || course.title}
        </Link>
        <span>{[number, stage.title].filter(Boolean).join(' · ')}</span>
        {state?.state === 'done' && (
          <Badge tone="success" icon="check">
            {t('progress.state.done')}
          </Badge>
        )}
      </p>
      <h1>{day.title || number}</h1>
      {day.excerpt && <p className={styles.excerpt}>{day.excerpt}</p>}
      {!day.dayOfRest && <DayMeta day={day} />}
      {!day.dayOfRest && state?.isLocked === false && (
        <Slot name="download" stream={stream} course={course} day={day} />
      )}
    </header>
  )
}

interface BodyProps {
  stream: UserStream
  status: StreamStatusRecord
  course: Course
  lessons: ReadonlyMap<number, Lesson>
  day: Day
  next: Day | undefined
}

/** A day's content: why it is locked, that it is a rest day, that it has no content, or its lessons and homework. */
function DayBody({ stream, status, course, lessons, day, next }: BodyProps) {
  const t = useCopy()
  const timeZone = useUser()?.timezone
  const today = useToday()
  const state = status.days.get(day.id)
  const toCalendar = (
    <LinkButton look="secondary" icon="calendar" href={pathTo('calendar', { streamId: stream.id })}>
      {t('progress.calendar')}
    </LinkButton>
  )
  if (!state || state.isLocked) {
    const closed = closedWords(t, stream, timeZone)
    return (
      <>
        <EmptyState
          icon={day.dayOfRest ? 'rest' : 'lock'}
          title={closed?.title ?? t('progress.locked.title')}
          text={closed?.text ?? (state ? lockWords(t, state, today) : undefined)}
          action={toCalendar}
        />
        <LateSlot name="banners" place="day insteadVideo" courseId={stream.courseId} dayIds={[day.id]} />
        {lacksAccess(stream) && <Slot name="offers" courseId={stream.courseId} reason="default" />}
      </>
    )
  }
  if (day.dayOfRest) {
    return (
      <>
        <EmptyState icon="rest" title={t('progress.rest.title')} text={t('progress.rest.text')} action={toCalendar} />
        <LateSlot name="banners" place="day insteadVideo" courseId={stream.courseId} dayIds={[day.id]} />
        {next && <NextDay streamId={stream.id} day={next} state={status.days.get(next.id)} />}
      </>
    )
  }
  const sets = setsOf(day, lessons)
  if (isIncorrectlyFilled(day, sets)) {
    return (
      <EmptyState
        icon="support"
        title={t('progress.empty.title')}
        text={t('progress.empty.text')}
        action={toCalendar}
      />
    )
  }
  const own = dayInStream(day, state)
  return <DayWork stream={stream} status={status} course={course} day={own} state={state} next={next} sets={sets} />
}

interface Props {
  streamId: number
  dayNumber: number
}

export function DayScreen({ streamId, dayNumber }: Props) {
  const t = useCopy()
  useEffect(loadCourseText, [])
  const { data, error, isFetching, retry } = useDay(streamId)
  const place = data && dayAt(data.course, dayNumber)
  const day = place?.day
  usePageTitle(day ? day.title || t('progress.day', { number: day.dayNumber }) : '')
  if (!data) {
    if (!error) return <DaySkeleton />
    return <StreamFailure error={error} title={t('progress.loading.error')} busy={isFetching} onRetry={retry} />
  }
  if (!place) {
    return (
      <EmptyState
        isPage
        icon="calendar"
        title={t('progress.missing.title')}
        text={t('progress.missing.text', { number: dayNumber })}
        action={<LinkButton href={pathTo('calendar', { streamId })}>{t('progress.calendar')}</LinkButton>}
      />
    )
  }
  return (
    <article className={styles.day}>
      <LateSlot name="banners" place="day top" courseId={data.course.id} dayIds={[place.day.id]} />
      <DayHeader stream={data.stream} course={data.course} {...place} state={data.status.days.get(place.day.id)} />
      <DayBody key={place.day.id} {...data} {...place} />
      <CourseOrigin course={data.course} />
    </article>
  )
}

type OldDayProps = { streamId: number; stageId: number; dayId: number }

/** The old address of a day, by the ids of stage and day, leads to the one by its number. */
export function OldDayScreen({ streamId, stageId, dayId }: OldDayProps) {
  const t = useCopy()
  const stream = useQuery(callQuery('GET /user-course-streams/:id', { params: { id: streamId } }))
  const courseId = stream.data?.course_id
  const day = useQuery({
    ...callQuery('GET /courses/:courseId/stages/:stageId/days/:dayId', {
      params: { courseId: courseId ?? Number.NaN, stageId, dayId },
    }),
    enabled: courseId !== undefined,
  })
  if (day.data) return <Redirect to={pathTo('day', { streamId, dayNumber: day.data.day_number })} replace />
  const error = stream.error ?? day.error
  if (!error) return <DaySkeleton />
  if (!isPassing(error)) return <Redirect to={pathTo('calendar', { streamId })} replace />
  const { isFetching, refetch } = stream.error ? stream : day
  return (
    <StreamFailure error={error} title={t('progress.loading.error')} busy={isFetching} onRetry={() => void refetch()} />
  )
}
