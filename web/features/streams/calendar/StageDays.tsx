import { useState } from 'react'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { Card, cardTarget } from '#kit/ui/states/Card.tsx'
import { classes } from '#kit/ui/classes.ts'
import { Icon, type IconName } from '#kit/ui/marks/Icon.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import type { Day, Homework, Stage } from '#shared/features/courses/forms.ts'
import type { DayStatus, StreamStatusRecord, UserStream } from '#shared/features/streams/forms.ts'
import type { LocalDate } from '#shared/platform/times.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { LateSlot } from '#web/platform/LateSlot.tsx'
import { CourseText } from '#kit/features/courses/CourseText.tsx'
import styles from './Path.module.css'
import { useToday } from '../data.ts'
import { DayMeta, HomeworkMark } from '../DayMarks.tsx'
import { lockedDayWords } from '../stream-words.ts'

interface DayProps {
  day: Day
  stream: UserStream
  state: DayStatus | undefined
  status: StreamStatusRecord
  today: LocalDate
  /** Whether the path opens here. */
  isNext: boolean
}

type Shown = DayStatus['state']
const icons: Partial<Record<Shown, IconName>> = { done: 'check', rest: 'rest', locked: 'lock', current: 'play' }

/** One day of the path. A locked day is a link too: its page says why it is locked. */
function PathDay({ day, stream, state, status, today, isNext }: DayProps) {
  const t = useCopy()
  const shown: Shown = state?.state ?? (day.dayOfRest ? 'rest' : 'locked')
  const isLocked = state?.isLocked ?? true
  const icon = icons[shown]
  const lock = isLocked && state && shown !== 'done' ? lockedDayWords(t, state, stream, today) : undefined
  const isMarked = !lock || shown === 'rest'
  return (
    <li className={classes(styles.step, styles[shown], isLocked && styles.shut)} data-today={isNext || undefined}>
      <span className={styles.mark} aria-hidden>
        {icon ? <Icon name={icon} /> : day.dayNumber}
      </span>
      <Card interactive flush tone={shown === 'current' ? 'accent' : 'plain'} className={styles.day}>
        <div className={styles.dayBody}>
          <p className={styles.number}>{t('streams.day', { number: day.dayNumber })}</p>
          <h3 className={styles.title}>
            <Link
              href={pathTo('day', { streamId: stream.id, dayNumber: day.dayNumber })}
              className={cardTarget}
              aria-current={shown === 'current' ? 'step' : undefined}
            >
              {day.title || t('streams.day', { number: day.dayNumber })}
            </Link>
          </h3>
          <p className={styles.state}>{[isMarked && t(`streams.day.${shown}`), lock].filter(Boolean).join(' · ')}</p>
          {!day.dayOfRest && shown !== 'done' && <DayMeta day={day} />}
          {day.dayHomeworkIds.map(id => (
            <HomeworkMark key={id} homeworkId={id} stream={stream} status={status} />
          ))}
        </div>
        <Icon name="chevron-right" className={styles.arrow} />
      </Card>
    </li>
  )
}

/** A homework of a stage; its task and the link to hand it in unfold. */
function StageHomework({ homework, stream, status }: { homework: Homework } & Pick<Props, 'stream' | 'status'>) {
  const t = useCopy()
  const [wasOpen, setWasOpen] = useState(false)
  return (
    <li>
      <details className={styles.homework} onToggle={() => setWasOpen(true)}>
        <summary className={styles.summary}>
          <span className={styles.homeworkTitle}>{homework.title}</span>
          <HomeworkMark homeworkId={homework.id} stream={stream} status={status} />
          <Icon name="chevron-down" className={styles.homeworkArrow} />
        </summary>
        <div className={styles.task}>
          {wasOpen && <CourseText text={homework.text} />}
          <LinkButton
            look="secondary"
            icon="homework"
            href={pathTo('homework', { streamId: status.streamId, homeworkId: homework.homeworkId })}
          >
            {t('streams.homework.open')}
          </LinkButton>
        </div>
      </details>
    </li>
  )
}

interface Props {
  stage: Stage
  /** From 1. */
  number: number
  stream: UserStream
  status: StreamStatusRecord
  /** The day at which the path opens. */
  nextDayId: number | undefined
}

/** A stage of the path: its days one below the other, then its homework. */
export function StageDays({ stage, number, stream, status, nextDayId }: Props) {
  const t = useCopy()
  const today = useToday()
  const working = stage.days.filter(day => !day.dayOfRest)
  const done = working.filter(day => status.days.get(day.id)?.state === 'done').length
  const id = `stage-${stage.id}`
  return (
    <section aria-labelledby={id} className={styles.stage}>
      <LateSlot
        name="banners"
        place="calendar beforeStage"
        courseId={stream.courseId}
        dayIds={stage.dayIds}
        isOfDays={number > 1}
      />
      <header className={styles.stageHeader}>
        <div>
          <p className={styles.stageNumber}>{t('streams.calendar.stage', { number })}</p>
          <h2 id={id}>{stage.title || t('streams.calendar.stage', { number })}</h2>
        </div>
        {working.length > 0 && (
          <p className={styles.count}>{t('streams.calendar.stageDays', { done, count: working.length })}</p>
        )}
      </header>
      <ol className={styles.days}>
        {stage.days.map(day => (
          <PathDay
            key={day.id}
            day={day}
            stream={stream}
            state={status.days.get(day.id)}
            status={status}
            today={today}
            isNext={day.id === nextDayId}
          />
        ))}
      </ol>
      {stage.stageHomeworks.length > 0 && (
        <ul className={styles.homeworks}>
          {stage.stageHomeworks.map(homework => (
            <StageHomework key={homework.id} homework={homework} stream={stream} status={status} />
          ))}
        </ul>
      )}
    </section>
  )
}
