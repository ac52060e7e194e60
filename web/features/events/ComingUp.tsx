import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { callQuery } from '#kit/cache/call-query.ts'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { formatTime } from '#kit/copy/format.ts'
import { Icon, type IconName } from '#kit/ui/marks/Icon.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import type { ComingEventWire } from '#shared/features/videoconsultations/wire.ts'
import { addDays, type LocalDate, msFromSeconds } from '#shared/platform/times.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { useToday } from '#web/features/streams/data.ts'
import { dayInWords } from '#web/features/videoconsultations/time-words.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { CalendarFeed } from './CalendarFeed.tsx'
import styles from './ComingUp.module.css'
import { byDate, hasTime, hrefOf } from './coming-up.ts'

const icons: Record<ComingEventWire['kind'], IconName> = {
  stream_starts: 'play',
  stream_ends: 'lock',
  day_opens: 'book',
  reminder: 'clock',
  consultation: 'camera',
}

/** `/events`: what comes up for the learner, by date, and the calendar that follows it. */
export function ComingUp() {
  const t = useCopy()
  return (
    <section aria-labelledby="coming" className={styles.section}>
      <h2 id="coming">{t('events.title')}</h2>
      <Dates />
      <CalendarFeed />
    </section>
  )
}

function Dates() {
  const t = useCopy()
  const today = useToday()
  const timeZone = useUser()?.timezone ?? 'UTC'
  const { data, error, isFetching, refetch } = useQuery({ ...callQuery('GET /events'), refetchOnMount: 'always' })
  if (!data && error)
    return (
      <LoadFailure
        title={t('events.error')}
        offlineText={t('events.offline')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data)
    return (
      <div aria-busy className={styles.section}>
        <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
        <Skeleton height="4rem" />
        <Skeleton height="4rem" />
      </div>
    )
  if (data.events.length === 0)
    return <EmptyState icon="calendar" title={t('events.empty')} text={t('events.empty.text')} />
  return (
    <ol className={styles.dates}>
      {byDate(data.events, timeZone).map(([date, all]) => (
        <li key={date} className={styles.date}>
          <h3>{dateInWords(date, today, t)}</h3>
          <ul className={styles.list}>
            {all.map(event => (
              <EventRow key={event.key} event={event} timeZone={timeZone} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

function EventRow({ event, timeZone }: { event: ComingEventWire; timeZone: string }) {
  const t = useCopy()
  const { kind, title, course_title: course, starts_at: startsAt } = event
  const about = [title, course].filter((text, index, all) => text && all.indexOf(text) === index)
  return (
    <li>
      <Link href={hrefOf(event)} className={styles.row}>
        <Icon name={icons[kind]} />
        <span className={styles.what}>
          <span className={styles.kind}>{t(`events.${kind}`)}</span>
          {about.length > 0 && <span dir="auto">{about.join(' · ')}</span>}
        </span>
        {hasTime(event) && (
          <time className={styles.time}>{formatTime(msFromSeconds(startsAt), t.language, timeZone)}</time>
        )}
      </Link>
    </li>
  )
}

function dateInWords(date: LocalDate, today: LocalDate, t: Copy): string {
  const when = date === today ? 'today' : date === addDays(today, 1) ? 'tomorrow' : 'other'
  const words = t('events.date', { when, date: dayInWords(date, t) })
  return words.charAt(0).toLocaleUpperCase(t.language) + words.slice(1)
}
