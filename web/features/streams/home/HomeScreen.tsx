import { useState } from 'react'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { HeadingSkeleton, Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { Slot } from '#kit/shell/Slot.tsx'
import { LateSlot } from '#web/platform/LateSlot.tsx'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { useCourses } from '#web/features/courses/data.ts'
import { countSentBack, lacksAccess } from '#shared/features/streams/choice-rules.ts'
import { countInProgress, featuredStream } from './course-selection.ts'
import { useStreams } from '../data.ts'
import styles from './HomeScreen.module.css'
import { MyCourses } from './MyCourses.tsx'
import { NextStep } from './NextStep.tsx'
import { greetingOf } from '../stream-words.ts'

function HomeSkeleton() {
  return (
    <div className={styles.home} aria-busy>
      <div className={styles.greeting}>
        <HeadingSkeleton />
        <Skeleton width="40%" />
      </div>
      <Skeleton shape="box" height="16rem" />
      <div className={styles.cards}>
        <Skeleton shape="box" height="20rem" />
        <Skeleton shape="box" height="20rem" />
        <Skeleton shape="box" height="20rem" />
      </div>
    </div>
  )
}

function Greeting({ count }: { count: number | undefined }) {
  const t = useCopy()
  const { firstName: name = '', timezone } = useUser() ?? {}
  const [now] = useState(Date.now)
  const greeting = greetingOf(now, timezone)
  return (
    <header className={styles.greeting}>
      <h1>{t(`streams.greeting.${greeting}`, { name, hasName: name ? 'yes' : 'no' })}</h1>
      {count !== undefined && <p className={styles.lead}>{t('streams.greeting.text', { count })}</p>}
    </header>
  )
}

/** Leads to the homework that an expert has sent back. */
function SentBack({ count }: { count: number }) {
  const t = useCopy()
  if (count === 0) return null
  return (
    <Notice
      tone="warn"
      icon="homework"
      title={t('streams.sentBack', { count })}
      action={
        <LinkButton look="secondary" href={pathTo('homeworks')}>
          {t('streams.sentBack.open')}
        </LinkButton>
      }
    >
      {t('streams.sentBack.text')}
    </Notice>
  )
}

declare module '#kit/shell/slots.ts' {
  interface Slots {
    /** What is to come for the learner, at `/events`. */
    comingUp: object
  }
}

/** The learner's home: what to do next, at `/events` all that is to come, and all their courses. */
export function HomeScreen() {
  const t = useCopy()
  const [path] = useLocation()
  const isAtEvents = path === pathTo('events')
  const isAtCourses = path === pathTo('courses')
  const streams = useStreams()
  const courses = useCourses()
  const failed = streams.error ?? courses.error
  const retry = () => {
    void streams.refetch()
    void courses.refetch()
  }
  if (!streams.data || !courses.data) {
    if (!failed) return <HomeSkeleton />
    return (
      <LoadFailure
        isPage
        title={t('streams.error.title')}
        offlineTitle={t('streams.offline.title')}
        offlineText={t('streams.offline.text')}
        busy={streams.isFetching || courses.isFetching}
        onRetry={retry}
      />
    )
  }
  const featured = featuredStream(streams.data)
  const hasStreams = streams.data.length > 0
  return (
    <div className={styles.home}>
      <LateSlot name="banners" place={isAtCourses ? 'courses top' : 'home top'} />
      <Greeting count={hasStreams ? countInProgress(streams.data) : undefined} />
      {!isAtCourses && <LateSlot name="banners" place="home mainPage" />}
      <SentBack
        count={countSentBack(
          streams.data.map(({ status, progress }) => ({ status, sentBack: progress.homeworkSentBack })),
        )}
      />
      {isAtEvents ? (
        <Slot name="comingUp" />
      ) : (
        featured && <NextStep stream={featured} course={courses.data.get(featured.courseId)} />
      )}
      {!isAtCourses && <LateSlot name="banners" place="home sidebar" />}
      {featured && lacksAccess(featured) && <Slot name="offers" courseId={featured.courseId} reason="default" />}
      <LateSlot name="banners" place={isAtCourses ? 'courses beforeCourse' : 'home beforeCourse'} />
      {hasStreams ? (
        <MyCourses streams={streams.data} courses={courses.data} />
      ) : (
        <EmptyState
          icon="book"
          title={t('streams.empty.all.title')}
          text={t('streams.empty.all.text')}
          action={<Slot name="enterCode" />}
        />
      )}
      {!hasStreams && <Slot name="offers" reason="default" />}
      {!isAtCourses && <LateSlot name="banners" place="home bottom" />}
    </div>
  )
}
