import { Link } from 'wouter'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { formatTime } from '#kit/copy/format.ts'
import { formatterFor } from '#kit/copy/message.ts'
import { Icon, type IconName } from '#kit/ui/marks/Icon.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { addDays, type LocalDate, msFromDate } from '#shared/platform/times.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { useToday } from '#web/features/streams/data.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import type { Coming } from './coming-up.ts'
import styles from './ComingUp.module.css'
import { useComing } from './data.ts'

const icons: Record<Coming['kind'], IconName> = {
  starts: 'play',
  ends: 'lock',
  goesOn: 'play',
  day: 'book',
  reminder: 'clock',
  consultation: 'camera',
}

/** `/events`: what is to come for the learner, by date. */
export function ComingUp() {
  const t = useCopy()
  return (
    <section aria-labelledby="coming" className={styles.section}>
      <h2 id="coming">{t('notifications.coming.title')}</h2>
      <Dates />
    </section>
  )
}

function Dates() {
  const t = useCopy()
  const today = useToday()
  const { coming, error, isFetching, retry } = useComing()
  if (!coming && error)
    return (
      <LoadFailure
        title={t('notifications.coming.error')}
        offlineTitle={t('notifications.coming.error')}
        offlineText={t('notifications.coming.offline')}
        busy={isFetching}
        onRetry={retry}
      />
    )
  if (!coming)
    return (
      <div aria-busy className={styles.section}>
        <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
        <Skeleton height="4rem" />
        <Skeleton height="4rem" />
      </div>
    )
  if (coming.length === 0)
    return (
      <EmptyState icon="calendar" title={t('notifications.coming.empty')} text={t('notifications.coming.empty.text')} />
    )
  return (
    <ol className={styles.dates}>
      {coming.map(([date, all]) => (
        <li key={date} className={styles.date}>
          <h3>{dateInWords(date, today, t)}</h3>
          <ul className={styles.list}>
            {all.map(one => (
              <ComingRow key={one.id} coming={one} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

function ComingRow({ coming: { kind, at, subject, href } }: { coming: Coming }) {
  const t = useCopy()
  const timeZone = useUser()?.timezone
  return (
    <li>
      <Link href={href} className={styles.row}>
        <Icon name={icons[kind]} />
        <span className={styles.what}>
          <span className={styles.kind}>{t(`notifications.coming.${kind}`)}</span>
          {subject && <span dir="auto">{subject}</span>}
        </span>
        {at !== undefined && <time className={styles.time}>{formatTime(at, t.language, timeZone)}</time>}
      </Link>
    </li>
  )
}

function dateInWords(date: LocalDate, today: LocalDate, t: Copy): string {
  const format = formatterFor(
    t.language,
    'weekday and date',
    locale => new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }),
  )
  const when = date === today ? 'today' : date === addDays(today, 1) ? 'tomorrow' : 'other'
  const words = t('notifications.coming.date', { when, date: format.format(msFromDate(date)) })
  return words.charAt(0).toLocaleUpperCase(t.language) + words.slice(1)
}
