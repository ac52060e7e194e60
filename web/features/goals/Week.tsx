import { useState } from 'react'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { formatterFor } from '#kit/copy/message.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { errorMessage } from '#kit/request/request-errors.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import { classes } from '#kit/ui/classes.ts'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import type { WeekGoalWire } from '#shared/features/goals/contract.ts'
import { type LocalDate, msFromDate } from '#shared/platform/times.ts'
import { useToday } from '#web/features/streams/data.ts'
import { isKept } from './week.ts'
import styles from './Week.module.css'

const choices = [1, 2, 3, 4, 5, 6, 7]

function Choices({ chosen, onChoose }: { chosen: number | null; onChoose: (days: number | null) => void }) {
  const t = useCopy()
  return (
    <div role="group" aria-label={t('goals.question')} className={styles.choices}>
      {choices.map(days => (
        <button
          key={days}
          type="button"
          className={styles.choice}
          aria-pressed={days === chosen}
          aria-label={t('goals.choice', { count: days })}
          onClick={() => onChoose(days)}
        >
          {days}
        </button>
      ))}
    </div>
  )
}

const weekdayOf = (t: Copy, date: LocalDate, weekday: 'short' | 'long') =>
  formatterFor(
    t.language,
    `weekday ${weekday}`,
    locale => new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }),
  ).format(msFromDate(date))

/** The seven days: learned, free, or still to come. */
function Days({ days }: { days: WeekGoalWire['week']['days'] }) {
  const t = useCopy()
  const today = useToday()
  return (
    <ol className={styles.days}>
      {days.map(({ date, is_active: isActive, is_free: isFree }) => {
        const state = isActive ? 'active' : isFree ? 'free' : date < today ? 'passed' : 'open'
        return (
          <li
            key={date}
            className={classes(styles.day, styles[state])}
            aria-current={date === today ? 'date' : undefined}
          >
            <span aria-hidden>{weekdayOf(t, date, 'short')}</span>
            <span className={styles.mark} aria-hidden>
              {isActive && <Icon name="check" />}
              {isFree && <Icon name="rest" />}
            </span>
            <VisuallyHidden>{t('goals.day', { weekday: weekdayOf(t, date, 'long'), state })}</VisuallyHidden>
          </li>
        )
      })}
    </ol>
  )
}

/** What is to be said of a run: how long it is, or that a new one begins. */
function runWords(t: Copy, { run, best, is_new_start: isNewStart }: WeekGoalWire): string | undefined {
  if (isNewStart) return t('goals.newStart', { count: best })
  if (run === 0) return undefined
  return t('goals.run', { count: run })
}

interface Props {
  goal: WeekGoalWire
  /** A second one at home, where the goal can be changed; a third one at the end of a day. */
  heading: 'h2' | 'h3'
}

/** The goal, or the question about one; the week's days, and the run of weeks. */
export function Week({ goal, heading: Heading }: Props) {
  const t = useCopy()
  const [isChoosing, setChoosing] = useState(false)
  const { days, week } = goal
  const handleChoose = (chosen: number | null) => {
    setChoosing(false)
    // What keeps writes on the device comes with the first one.
    import('./set-goal.ts')
      .then(({ setGoal }) => setGoal(chosen))
      .catch((error: unknown) => toast(errorMessage(error, t('ui.error.title')), { tone: 'danger' }))
  }
  const state = isKept(goal) ? 'kept' : week.needed === 0 ? 'free' : 'open'
  const run = runWords(t, goal)
  return (
    <div className={styles.week}>
      <header className={styles.heading}>
        <Heading id="week-goal">{t('goals.title')}</Heading>
        {days !== null && Heading === 'h2' && (
          <Button look="ghost" aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
            {t('goals.change')}
          </Button>
        )}
      </header>
      {days === null && <p>{t('goals.question')}</p>}
      {days !== null && (
        <p className={styles.done} data-kept={state === 'kept' || undefined}>
          {t('goals.done', { state, done: week.done, count: week.needed })}
        </p>
      )}
      {days !== null && <Days days={week.days} />}
      {days !== null && run && (
        <p className={styles.run}>
          <Icon name="star" />
          {run}
        </p>
      )}
      {(days === null || isChoosing) && <Choices chosen={days} onChoose={handleChoose} />}
      {isChoosing && (
        <Button look="lone" onClick={() => handleChoose(null)}>
          {t('goals.end')}
        </Button>
      )}
    </div>
  )
}
