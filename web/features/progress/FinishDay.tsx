import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Card, cardTarget } from '#kit/ui/states/Card.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import type { Day } from '#shared/features/courses/forms.ts'
import type { DayStatus, StreamStatusRecord, UserStream } from '#shared/features/streams/forms.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { CourseText } from '#kit/features/courses/CourseText.tsx'
import { useToday } from '#web/features/streams/data.ts'
import { HomeworkMark } from '#web/features/streams/DayMarks.tsx'
import { lockWords } from '#web/features/streams/stream-words.ts'
import { DayEnd } from './DayEnd.tsx'
import styles from './DayScreen.module.css'
import type { useDayActions } from './data.ts'
import { pointsOf } from './day-content.ts'

type DayHomeworkProps = { day: Day; stream: UserStream; status: StreamStatusRecord }

export function DayHomework({ day, stream, status }: DayHomeworkProps) {
  const t = useCopy()
  if (day.dayHomeworks.length === 0) return null
  return (
    <section aria-labelledby="homework" className={styles.homeworks}>
      <h2 id="homework">{t('progress.homework')}</h2>
      {day.dayHomeworks.map(homework => {
        const points = homework.scores.reduce((sum, { amount }) => sum + amount, 0)
        return (
          <Card key={homework.id} as="article" className={styles.homework}>
            <header className={styles.homeworkHeader}>
              <h3>{homework.title}</h3>
              <HomeworkMark homeworkId={homework.id} stream={stream} status={status} />
            </header>
            {homework.text && <CourseText text={homework.text} />}
            {(homework.isRequired || points > 0) && (
              <p className={styles.note}>
                {[
                  homework.isRequired && t('progress.homework.required'),
                  points > 0 && t('progress.homework.points', { count: points }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            )}
            <p>
              <LinkButton
                look="secondary"
                icon="homework"
                href={pathTo('homework', { streamId: status.streamId, homeworkId: homework.homeworkId })}
              >
                {t('streams.homework.open')}
              </LinkButton>
            </p>
          </Card>
        )
      })}
    </section>
  )
}

interface FinishProps {
  streamId: number
  day: Day
  next: Day | undefined
  isFinished: boolean
  status: StreamStatusRecord
  actions: ReturnType<typeof useDayActions>
}

function Finished({ day, isLast, wasSeen }: { day: Day; isLast: boolean; wasSeen: boolean }) {
  const t = useCopy()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    // The finish button that had the focus is gone.
    if (wasSeen) panel.current?.focus()
  }, [wasSeen])
  return (
    <section ref={panel} tabIndex={-1} className={styles.finished} aria-labelledby="finished">
      <Icon name="check" className={styles.done} />
      <h2 id="finished">{t('progress.finished.before')}</h2>
      <p className={styles.text}>
        {isLast ? t('progress.finished.course') : t('progress.finished.text', { number: day.dayNumber })}
      </p>
    </section>
  )
}

/** The button that finishes the day; then the end of the day over the whole screen, once, and that it is done. */
export function FinishDay({ streamId, day, next, isFinished, status, actions }: FinishProps) {
  const t = useCopy()
  const [wasSeen, setWasSeen] = useState(false)
  const { gained } = actions
  if (isFinished) {
    return (
      <>
        <Finished day={day} isLast={!next} wasSeen={wasSeen} />
        {gained !== undefined && !wasSeen && (
          <DayEnd
            streamId={streamId}
            day={day}
            next={next}
            status={status}
            gained={gained}
            onClose={() => setWasSeen(true)}
          />
        )}
      </>
    )
  }
  return (
    <Card as="section" tone="accent" className={styles.finish} aria-labelledby="finish">
      <div>
        <h2 id="finish">{t('progress.finish.title')}</h2>
        <p className={styles.text}>{t('progress.finish.text', { points: pointsOf(day) })}</p>
      </div>
      <Button icon="check" busy={actions.busy === 'finished'} onClick={() => void actions.finish()}>
        {t('progress.finish')}
      </Button>
    </Card>
  )
}

interface NextProps {
  streamId: number
  day: Day
  state: DayStatus | undefined
}

/** Links to the following day; says when it opens if it is still locked. */
export function NextDay({ streamId, day, state }: NextProps) {
  const t = useCopy()
  const today = useToday()
  const label = day.dayOfRest ? t('progress.next.rest') : t('progress.next', { number: day.dayNumber })
  return (
    <Card as="section" interactive className={styles.next}>
      <div>
        <p className={styles.label}>{label}</p>
        <h2 className={styles.title}>
          <Link href={pathTo('day', { streamId, dayNumber: day.dayNumber })} className={cardTarget}>
            {day.title || t('progress.day', { number: day.dayNumber })}
          </Link>
        </h2>
        {state?.isLocked && <p className={styles.lock}>{lockWords(t, state, today)}</p>}
      </div>
      <Icon name={state?.isLocked ? 'lock' : 'next'} />
    </Card>
  )
}
