import { useCopy } from '#kit/copy/copy.tsx'
import { formatNumber } from '#kit/copy/format.ts'
import { Card } from '#kit/ui/Card.tsx'
import { LinkButton } from '#kit/ui/LinkButton.tsx'
import { ProgressRing } from '#kit/ui/ProgressRing.tsx'
import { Skeleton } from '#kit/ui/Skeleton.tsx'
import type { Course } from '#shared/features/courses/forms.ts'
import type { UserStream } from '#shared/features/streams/forms.ts'
import { pathTo } from '../../platform/addresses.ts'
import { useCourse } from '../courses/data.ts'
import { CoursePicture } from './CoursePicture.tsx'
import { DayMeta } from './DayMeta.tsx'
import { useStreamStatus } from './data.ts'
import styles from './NextStep.module.css'

interface Props {
  stream: UserStream
  course: Course | undefined
}

function useCurrentDay(stream: UserStream) {
  const status = useStreamStatus(stream.id)
  const tree = useCourse(stream.courseId)
  const current = status.data?.status.currentDay
  const day = tree.data?.stages.flatMap(stage => stage.days).find(({ id }) => id === current?.dayId)
  const state = day && status.data?.status.days.get(day.id)
  const isKnown = Boolean((status.data && tree.data) || status.error || tree.error)
  return { day, state, isKnown }
}

function Step({ stream }: { stream: UserStream }) {
  const t = useCopy()
  const { day, state, isKnown } = useCurrentDay(stream)
  const calendar = pathTo('calendar', { streamId: stream.id })
  if (!isKnown) {
    return (
      <div aria-busy>
        <Skeleton shape="title" />
        <Skeleton />
        <Skeleton width="9rem" height="3rem" />
      </div>
    )
  }
  const isDone = stream.progress.progress >= 100
  if (!day || isDone) {
    return (
      <>
        {isDone && <p className={styles.excerpt}>{t('streams.today.allDone')}</p>}
        <LinkButton href={calendar} look={isDone ? 'secondary' : 'primary'}>
          {t('streams.today.look')}
        </LinkButton>
      </>
    )
  }
  const isStarted = state?.status === 'started'
  return (
    <>
      <div className={styles.day}>
        <p className={styles.number}>{t('streams.day', { number: day.dayNumber })}</p>
        <h3>{day.title}</h3>
        {day.excerpt && <p className={styles.excerpt}>{day.excerpt}</p>}
        <DayMeta day={day} />
      </div>
      <LinkButton icon="play" href={pathTo('day', { streamId: stream.id, dayNumber: day.dayNumber })}>
        {t(isStarted ? 'streams.today.continue' : 'streams.today.start')}
      </LinkButton>
    </>
  )
}

/** The one thing to do next: the current day of the stream to go on with. */
export function NextStep({ stream, course }: Props) {
  const t = useCopy()
  const { completeDaysCount, daysCount, progress } = stream.progress
  return (
    <Card as="section" flush className={styles.card} aria-labelledby="next-step">
      <div className={styles.picture}>
        <CoursePicture picture={course?.background ?? course?.image} sizes="(min-width: 828px) 45vw, 100vw" eager />
      </div>
      <div className={styles.body}>
        <header className={styles.header}>
          <div>
            <p className={styles.eyebrow}>{t('streams.today.eyebrow')}</p>
            <h2 id="next-step">{course?.title}</h2>
          </div>
          <ProgressRing
            percent={progress}
            size={72}
            label={t('streams.progress.label', { title: course?.title ?? '' })}
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
