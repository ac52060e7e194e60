import { Link } from 'wouter'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { formatDate } from '#kit/copy/format.ts'
import { classes } from '#kit/ui/classes.ts'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Icon, type IconName } from '#kit/ui/marks/Icon.tsx'
import type { Day, Homework, Lesson, Stage } from '#shared/features/courses/forms.ts'
import type { DayMark } from '#shared/features/progress/tracker.ts'
import type { DayStatus, StreamStatusRecord, UserStream } from '#shared/features/streams/forms.ts'
import type { LocalDate } from '#shared/platform/times.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { useToday } from '#web/features/streams/data.ts'
import { HomeworkMark } from '#web/features/streams/DayMarks.tsx'
import { lockedDayWords } from '#web/features/streams/stream-words.ts'
import { filmsOf, setsOf } from '../day-content.ts'
import styles from './Tracker.module.css'

const icons: Partial<Record<DayMark, IconName>> = { done: 'check', started: 'play', locked: 'lock', rest: 'rest' }

type Place = { stream: UserStream; status: StreamStatusRecord }
type Told = { stream: UserStream; state: DayStatus | undefined; today: LocalDate; timeZone: string | undefined }

/** How a day went, in words. */
function markWords(t: Copy, mark: DayMark, { stream, state, today, timeZone }: Told): string {
  switch (mark) {
    case 'done': {
      const at = state?.finishedAt
      const date = at === undefined ? '' : formatDate(at, t.language, 'short', timeZone)
      return t('progress.tracker.done', { hasDate: date ? 'yes' : 'no', date })
    }
    case 'rest':
      return t('streams.day.rest')
    case 'locked':
      return state ? lockedDayWords(t, state, stream, today) : t('streams.day.locked')
    case 'started':
    case 'open':
    case 'skipped':
    case 'missed':
      return t(`progress.tracker.${mark}`)
  }
}

function HomeworkLine({ homework, stream, status }: Place & { homework: Homework }) {
  const t = useCopy()
  const known = status.homeworks.find(({ target_id: id }) => id === homework.id)
  const isToDo = !known?.is_locked && (known?.status ?? 'NOT_UPLOADED') === 'NOT_UPLOADED'
  return (
    <li className={styles.homework}>
      <Link
        href={pathTo('homework', { streamId: stream.id, homeworkId: homework.homeworkId })}
        className={styles.homeworkLink}
      >
        {homework.title}
      </Link>
      {isToDo ? (
        <Badge icon="homework">{t('progress.tracker.toDo')}</Badge>
      ) : (
        <HomeworkMark homeworkId={homework.id} stream={stream} status={status} />
      )}
    </li>
  )
}

interface DayProps extends Place {
  day: Day
  lessons: ReadonlyMap<number, Lesson>
  mark: DayMark
}

/** One day in a line: how it went, what was watched of it and its homework. */
function TrackedDay({ day, lessons, mark, stream, status }: DayProps) {
  const t = useCopy()
  const timeZone = useUser()?.timezone
  const today = useToday()
  const state = status.days.get(day.id)
  const films = filmsOf(setsOf(day, lessons), status.lessons)
  const icon = icons[mark]
  const number = t('streams.day', { number: day.dayNumber })
  return (
    <li className={classes(styles.day, styles[mark])}>
      <span className={styles.mark} aria-hidden>
        {icon ? <Icon name={icon} /> : day.dayNumber}
      </span>
      <Link
        href={pathTo('day', { streamId: stream.id, dayNumber: day.dayNumber })}
        className={styles.title}
        aria-current={state?.state === 'current' && mark !== 'skipped' ? 'step' : undefined}
      >
        <span className={styles.number}>{number}</span>
        {day.title && day.title !== number && <span>{day.title}</span>}
      </Link>
      <p className={styles.state}>{markWords(t, mark, { stream, state, today, timeZone })}</p>
      {films.count > 0 && (mark !== 'locked' || films.watched > 0) && (
        <p className={styles.films}>{t('progress.tracker.films', films)}</p>
      )}
      {day.dayHomeworks.length > 0 && (
        <ul className={styles.homeworks}>
          {day.dayHomeworks.map(homework => (
            <HomeworkLine key={homework.id} homework={homework} stream={stream} status={status} />
          ))}
        </ul>
      )}
    </li>
  )
}

interface Props extends Place {
  stage: Stage
  /** From 1. */
  number: number
  lessons: ReadonlyMap<number, Lesson>
  /** How each day went, by its id. */
  marks: ReadonlyMap<number, DayMark>
}

/** A stage of the course: its days in lines, and its own homework. */
export function TrackedStage({ stage, number, lessons, marks, ...place }: Props) {
  const t = useCopy()
  const working = stage.days.filter(day => !day.dayOfRest)
  const done = working.filter(day => marks.get(day.id) === 'done').length
  const id = `tracked-${stage.id}`
  return (
    <section aria-labelledby={id} className={styles.stage}>
      <header className={styles.stageHeader}>
        <h2 id={id}>{stage.title || t('streams.calendar.stage', { number })}</h2>
        {working.length > 0 && (
          <p className={styles.count}>{t('streams.calendar.stageDays', { done, count: working.length })}</p>
        )}
      </header>
      <ol className={styles.days}>
        {stage.days.map(day => (
          <TrackedDay key={day.id} day={day} lessons={lessons} mark={marks.get(day.id) ?? 'locked'} {...place} />
        ))}
      </ol>
      {stage.stageHomeworks.length > 0 && (
        <section aria-label={t('progress.tracker.ofStage')} className={styles.ofStage}>
          <h3>{t('progress.tracker.ofStage')}</h3>
          <ul className={styles.homeworks}>
            {stage.stageHomeworks.map(homework => (
              <HomeworkLine key={homework.id} homework={homework} {...place} />
            ))}
          </ul>
        </section>
      )}
    </section>
  )
}
