import { useState } from 'react'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { classes } from '#kit/ui/classes.ts'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { HeadingSkeleton, Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { Slot } from '#kit/shell/Slot.tsx'
import type { Course } from '#shared/features/courses/forms.ts'
import { lacksAccess } from '#shared/features/streams/choice-rules.ts'
import type { UserStream } from '#shared/features/streams/forms.ts'
import { LateSlot } from '#web/platform/LateSlot.tsx'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { useIsQuiet } from '#web/platform/use-quiet.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { useCourses } from '#web/features/courses/data.ts'
import { countInProgress, featuredStream, otherStreams } from './course-selection.ts'
import { useStreams } from '../data.ts'
import { CourseRows } from './CourseRows.tsx'
import styles from './HomeScreen.module.css'
import { NextStep } from './NextStep.tsx'
import { greetingOf } from '../stream-words.ts'

function HomeSkeleton() {
  return (
    <div className={styles.home} aria-busy>
      <div className={styles.greeting}>
        <HeadingSkeleton />
        <Skeleton width="40%" />
      </div>
      <Skeleton shape="box" height="22rem" />
      <Skeleton shape="box" height="5.5rem" />
      <Skeleton shape="box" height="5.5rem" />
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

interface Own {
  streams: readonly UserStream[]
  courses: ReadonlyMap<number, Course>
}

declare module '#kit/shell/slots.ts' {
  interface Slots {
    /** What is to come for the learner, at `/events`. */
    comingUp: object
    /** All courses of the learner, at `/courses`. */
    allCourses: Own
    /** What waits for the learner, beside the next step: homework sent back, messages, consultations, payments. */
    needsYou: object
    /** How the learner's week goes, beside the next step. */
    weekGoal: object
  }
}

/** `/home`: the next thing to do, what else needs the learner, and the other courses. */
function Home({ streams, courses }: Own) {
  const featured = featuredStream(streams)
  const hasStreams = streams.length > 0
  const isQuiet = useIsQuiet()
  return (
    <>
      <LateSlot name="banners" place="home top" />
      <Greeting count={hasStreams ? countInProgress(streams) : undefined} />
      <LateSlot name="banners" place="home mainPage" />
      <div className={classes(styles.today, featured && styles.hasNext)}>
        {featured && <NextStep stream={featured} course={courses.get(featured.courseId)} />}
        <div className={styles.beside}>
          {isQuiet && <Slot name="needsYou" />}
          {isQuiet && featured && <Slot name="weekGoal" />}
        </div>
      </div>
      <LateSlot name="banners" place="home sidebar" />
      {featured && lacksAccess(featured) && <Slot name="offers" courseId={featured.courseId} reason="default" />}
      <LateSlot name="banners" place="home beforeCourse" />
      {hasStreams ? <CourseRows streams={otherStreams(streams, featured)} courses={courses} /> : <NoCourses />}
      <LateSlot name="banners" place="home bottom" />
    </>
  )
}

function Courses({ streams, courses }: Own) {
  const t = useCopy()
  return (
    <>
      <LateSlot name="banners" place="courses top" />
      <h1>{t('streams.mine')}</h1>
      <LateSlot name="banners" place="courses beforeCourse" />
      {streams.length > 0 ? (
        <Slot
          name="allCourses"
          streams={streams}
          courses={courses}
          meanwhile={<Skeleton shape="box" height="20rem" />}
        />
      ) : (
        <NoCourses />
      )}
    </>
  )
}

function NoCourses() {
  const t = useCopy()
  return (
    <>
      <EmptyState
        icon="book"
        title={t('streams.empty.all.title')}
        text={t('streams.empty.all.text')}
        action={<Slot name="enterCode" />}
      />
      <Slot name="offers" reason="default" />
    </>
  )
}

/** What is the learner's own: what to do next at home, all courses at `/courses`, at `/events` all that is to come. */
export function HomeScreen() {
  const t = useCopy()
  const [path] = useLocation()
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
  const own = { streams: streams.data, courses: courses.data }
  return (
    <div className={styles.home}>
      {path === pathTo('courses') && <Courses {...own} />}
      {path === pathTo('events') && (
        <>
          <h1>{t('shell.title.events')}</h1>
          <Slot name="comingUp" meanwhile={<Skeleton shape="box" height="20rem" />} />
        </>
      )}
      {path !== pathTo('courses') && path !== pathTo('events') && <Home {...own} />}
    </div>
  )
}
