import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { usePageTitle } from '#web/platform/page-title.ts'
import { CourseOrigin } from '#web/features/courses/CourseOrigin.tsx'
import { lessonsQuery, useCourse } from '#web/features/courses/data.ts'
import styles from './CalendarScreen.module.css'
import { CalendarSkeleton } from './CalendarSkeleton.tsx'
import { CourseHeader } from './CourseHeader.tsx'
import { useCourseIdOf, useStreamStatus } from './data.ts'
import { StageDays } from './StageDays.tsx'
import { StreamFailure } from './StreamFailure.tsx'

/** Lessons are read ahead once the calendar is drawn, so that a day opens at once and also offline. */
function useLessonsAhead(courseId: number | undefined, isReady: boolean) {
  const client = useQueryClient()
  useEffect(() => {
    if (isReady && courseId !== undefined) void client.prefetchQuery(lessonsQuery(courseId))
  }, [client, courseId, isReady])
}

/** The days of a course by stage, with what is open, done and next. */
export function CalendarScreen({ streamId }: { streamId: number }) {
  const t = useCopy()
  const known = useStreamStatus(streamId)
  const courseId = useCourseIdOf(streamId)
  const course = useCourse(courseId)
  useLessonsAhead(courseId, Boolean(known.data && course.data))
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
  return (
    <div className={styles.calendar}>
      <CourseHeader stream={stream} course={course.data} />
      {stages.length === 0 && <EmptyState icon="calendar" title={t('streams.calendar.empty')} />}
      {stages.map((stage, index) => (
        <StageDays key={stage.id} stage={stage} number={index + 1} stream={stream} status={status} />
      ))}
      <CourseOrigin course={course.data} />
    </div>
  )
}
