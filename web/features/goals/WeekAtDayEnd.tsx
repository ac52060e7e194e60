import { useToday } from '#web/features/streams/data.ts'
import { useWeekGoal } from './data.ts'
import { Week } from './Week.tsx'
import { withToday } from './week.ts'
import styles from './Week.module.css'

/** At the end of a day: the week with this day in it. */
export function WeekAtDayEnd() {
  const goal = useWeekGoal()
  const today = useToday()
  if (!goal) return null
  return (
    <section aria-labelledby="week-goal" className={styles.atDayEnd}>
      <Week goal={withToday(goal, today)} heading="h3" />
    </section>
  )
}
