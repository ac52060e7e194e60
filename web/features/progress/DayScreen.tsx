import { useEffect } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { LinkButton } from '#kit/ui/LinkButton.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { CourseOrigin } from '#web/features/courses/CourseOrigin.tsx'
import { loadCourseText } from '#web/features/courses/CourseText.tsx'
import { useCourse, useLessons } from '#web/features/courses/data.ts'
import { useCourseIdOf, useStreamStatus } from '#web/features/streams/data.ts'
import { StreamFailure } from '#web/features/streams/StreamFailure.tsx'
import { DayBody } from './DayBody.tsx'
import { DayHeader } from './DayHeader.tsx'
import styles from './DayScreen.module.css'
import { DaySkeleton } from './DaySkeleton.tsx'
import { dayAt } from './day-content.ts'

interface Props {
  streamId: number
  dayNumber: number
}

/** Everything a day is drawn from; the three reads go out at once when the course is known from before. */
function useDayData(streamId: number) {
  const known = useStreamStatus(streamId)
  const courseId = useCourseIdOf(streamId)
  const course = useCourse(courseId)
  const lessons = useLessons(courseId)
  const reads = [known, course, lessons]
  return {
    data: known.data && course.data && lessons.data && { ...known.data, course: course.data, lessons: lessons.data },
    error: reads.find(read => !read.data && read.error)?.error,
    isFetching: reads.some(read => read.isFetching),
    retry: () => {
      for (const read of reads) if (!read.data) void read.refetch()
    },
  }
}

/** A day of a course: its lessons, homework, start and finish. */
export function DayScreen({ streamId, dayNumber }: Props) {
  const t = useCopy()
  useEffect(loadCourseText, [])
  const { data, error, isFetching, retry } = useDayData(streamId)
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
      <DayHeader streamId={streamId} course={data.course} {...place} state={data.status.days.get(place.day.id)} />
      <DayBody key={place.day.id} {...data} {...place} />
      <CourseOrigin course={data.course} />
    </article>
  )
}
