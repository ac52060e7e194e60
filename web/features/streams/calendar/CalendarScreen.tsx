import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { ProgressBar } from '#kit/ui/marks/Progress.tsx'
import { HeadingSkeleton, Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Slot } from '#kit/shell/Slot.tsx'
import type { Course } from '#shared/features/courses/forms.ts'
import { lacksAccess } from '#shared/features/streams/choice-rules.ts'
import type { UserStream } from '#shared/features/streams/forms.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { opener } from '#web/platform/openers.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { LateSlot } from '#web/platform/LateSlot.tsx'
import { useUser } from '#web/features/accounts/data.ts'
import { CourseOrigin } from '#web/features/courses/CourseOrigin.tsx'
import { useCourse } from '#web/features/courses/data.ts'
import styles from './CalendarScreen.module.css'
import { CoursePicture } from '#web/features/courses/CoursePicture.tsx'
import { useCourseIdOf, useStreamStatus } from '../data.ts'
import { StageDays } from './StageDays.tsx'
import { StreamFailure } from '../StreamFailure.tsx'
import { dayOfToday } from './day-of-today.ts'
import { loadLessonsAhead } from './lessons-ahead.ts'
import { closedWords, freezeToCome, statusWords } from '../stream-words.ts'

const places = ['a', 'b', 'c', 'd', 'e', 'f']

function CalendarSkeleton() {
  return (
    <div className={styles.calendar} aria-busy>
      <Skeleton shape="box" height="14rem" />
      <HeadingSkeleton />
      <div className={styles.skeletons}>
        {places.map(place => (
          <Skeleton key={place} shape="box" height="5.5rem" />
        ))}
      </div>
    </div>
  )
}

/** Opens the dialog of the stream's freeze, where the learner may freeze it or has done so. */
function FreezeButton({ stream, timeZone = 'UTC' }: { stream: UserStream; timeZone: string | undefined }) {
  const t = useCopy()
  const handlePress = () =>
    opener('freeze')(stream, timeZone).catch(() => toast(t('ui.error.noInternet'), { tone: 'danger' }))
  const freeze = freezeToCome(stream)
  if (!freeze && stream.freezeDaysLeft === 0) return null
  return (
    <Button look="secondary" icon="pause" onClick={() => void handlePress()}>
      {t('streams.pause', { freeze: freeze?.status ?? 'none' })}
    </Button>
  )
}

interface HeaderProps {
  stream: UserStream
  course: Course
}

function CourseHeader({ stream, course }: HeaderProps) {
  const t = useCopy()
  const timeZone = useUser()?.timezone
  const words = statusWords(t, stream, timeZone)
  const closed = closedWords(t, stream, timeZone)
  const { completeDaysCount, daysCount, progress } = stream.progress
  const days = t('streams.progress', { done: completeDaysCount, count: daysCount })
  return (
    <header className={styles.courseHeader}>
      <Card flush className={styles.course}>
        <div className={styles.picture}>
          <CoursePicture picture={course.background ?? course.image} sizes="(min-width: 828px) 24rem, 100vw" eager />
        </div>
        <div className={styles.courseBody}>
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
              <p className={styles.daysDone}>
                {days}
                <Link href={pathTo('tracker', { streamId: stream.id })} className={styles.tracker}>
                  {t('streams.calendar.tracker')}
                </Link>
              </p>
            </div>
          )}
          <div className={styles.actions}>
            <LinkButton look="secondary" icon="document" href={pathTo('materials', { streamId: stream.id })}>
              {t('streams.calendar.materials')}
            </LinkButton>
            <FreezeButton stream={stream} timeZone={timeZone} />
            {!closed && (
              <div className={styles.download}>
                <Slot name="download" stream={stream} course={course} />
              </div>
            )}
          </div>
        </div>
      </Card>
      {closed && (
        <Notice tone={stream.status === 'stopped' ? 'warn' : 'info'} title={closed.title}>
          {closed.text}
        </Notice>
      )}
      {stream.isCritical && <Slot name="endsSoon" stream={stream} />}
    </header>
  )
}

/** Loads the lessons once the calendar is shown. */
function useLessonsAhead(courseId: number | undefined, isReady: boolean) {
  const client = useQueryClient()
  useEffect(() => {
    if (isReady && courseId !== undefined) void loadLessonsAhead(client, courseId)
  }, [client, courseId, isReady])
}

/** Scrolls to today's day once the path is drawn, unless it is in view already or the page was scrolled. */
function useOpenAtToday(streamId: number, isReady: boolean) {
  useEffect(() => {
    if (!isReady) return
    // After the shell, which begins each screen at its top.
    const frame = requestAnimationFrame(() => {
      const today = document.querySelector('[data-today]')
      if (today && scrollY === 0 && today.getBoundingClientRect().bottom > innerHeight * 0.8)
        today.scrollIntoView({ block: 'center' })
    })
    return () => cancelAnimationFrame(frame)
  }, [streamId, isReady])
}

/** The course as a path of days, which opens at today's. */
export function CalendarScreen({ streamId }: { streamId: number }) {
  const t = useCopy()
  const known = useStreamStatus(streamId)
  const courseId = useCourseIdOf(streamId)
  const course = useCourse(courseId)
  useLessonsAhead(courseId, Boolean(known.data && course.data))
  useOpenAtToday(streamId, Boolean(known.data && course.data))
  usePageTitle(course.data?.title ?? '')
  if (!known.data || !course.data) {
    const error = known.error ?? course.error
    if (!error) return <CalendarSkeleton />
    const retry = () => {
      if (!known.data) void known.refetch()
      if (!course.data && courseId !== undefined) void course.refetch()
    }
    return (
      <StreamFailure
        error={error}
        title={t('streams.calendar.error')}
        busy={known.isFetching || course.isFetching}
        onRetry={retry}
      />
    )
  }
  const { stream, status } = known.data
  const { stages } = course.data
  const nextDayId = dayOfToday(stages, status)?.id
  return (
    <div className={styles.calendar}>
      <LateSlot name="banners" place="calendar top" courseId={stream.courseId} />
      <div className={styles.columns}>
        <div className={styles.about}>
          <CourseHeader stream={stream} course={course.data} />
          {lacksAccess(stream) && <Slot name="offers" courseId={stream.courseId} reason="default" />}
        </div>
        <div className={styles.path}>
          {stages.length === 0 && <EmptyState icon="calendar" title={t('streams.calendar.empty')} />}
          {stages.map((stage, index) => (
            <StageDays
              key={stage.id}
              stage={stage}
              number={index + 1}
              stream={stream}
              status={status}
              nextDayId={nextDayId}
            />
          ))}
        </div>
      </div>
      <CourseOrigin course={course.data} />
    </div>
  )
}
