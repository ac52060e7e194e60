import { useCopy } from '#kit/copy/copy.tsx'
import type { Stage } from '#shared/features/courses/forms.ts'
import type { StreamStatusRecord, UserStream } from '#shared/features/streams/forms.ts'
import { DayCard } from './DayCard.tsx'
import styles from './StageDays.module.css'
import { StageHomework } from './StageHomework.tsx'

interface Props {
  stage: Stage
  /** From 1. */
  number: number
  stream: UserStream
  status: StreamStatusRecord
}

/** One stage of the calendar: its days in order and its own homework. */
export function StageDays({ stage, number, stream, status }: Props) {
  const t = useCopy()
  const working = stage.days.filter(day => !day.dayOfRest)
  const done = working.filter(day => status.days.get(day.id)?.state === 'done').length
  const id = `stage-${stage.id}`
  return (
    <section aria-labelledby={id} className={styles.stage}>
      <header className={styles.header}>
        <div>
          <p className={styles.number}>{t('streams.calendar.stage', { number })}</p>
          <h2 id={id}>{stage.title || t('streams.calendar.stage', { number })}</h2>
        </div>
        {working.length > 0 && (
          <p className={styles.count}>{t('streams.calendar.stageDays', { done, count: working.length })}</p>
        )}
      </header>
      <ol className={styles.days}>
        {stage.days.map(day => (
          <DayCard key={day.id} day={day} stream={stream} state={status.days.get(day.id)} status={status} />
        ))}
      </ol>
      {stage.stageHomeworks.length > 0 && (
        <ul className={styles.homeworks}>
          {stage.stageHomeworks.map(homework => (
            <StageHomework key={homework.id} homework={homework} status={status} />
          ))}
        </ul>
      )}
    </section>
  )
}
