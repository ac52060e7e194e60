import type { WeekGoalWire } from '#shared/features/goals/contract.ts'
import { neededIn } from '#shared/features/goals/rules.ts'
import type { LocalDate } from '#shared/platform/times.ts'

const neededOf = ({ week }: WeekGoalWire, days: number | null) =>
  days === null
    ? 0
    : neededIn(
        week.days.map(day => ({ date: day.date, isActive: day.is_active, isFree: day.is_free })),
        days,
      )

/** Whether a week has its days. */
export const isKept = ({ days, week }: WeekGoalWire) => days !== null && week.needed > 0 && week.done >= week.needed

/** The run with this week as it stands: it counts once it is kept. */
function withRun(known: WeekGoalWire, changed: WeekGoalWire): WeekGoalWire {
  const run = changed.run + Number(isKept(changed)) - Number(isKept(known))
  return { ...changed, run, best: Math.max(changed.best, run), is_new_start: changed.is_new_start && run === 0 }
}

/** The week with another goal, before the server has answered. */
export function withGoal(known: WeekGoalWire, days: number | null): WeekGoalWire {
  return withRun(known, { ...known, days, week: { ...known.week, needed: neededOf(known, days) } })
}

/** The week with what was learned today, of which the server may not have heard yet. */
export function withToday(known: WeekGoalWire, today: LocalDate): WeekGoalWire {
  if (!known.week.days.some(({ date, is_active: isActive }) => date === today && !isActive)) return known
  const days = known.week.days.map(day => (day.date === today ? { ...day, is_active: true, is_free: false } : day))
  const week = { ...known.week, days, done: known.week.done + 1 }
  return withRun(known, { ...known, week: { ...week, needed: neededOf({ ...known, week }, known.days) } })
}
