import { opensOn } from '#shared/features/progress/rules.ts'
import { addDays, daysBetween, type LocalDate } from '#shared/platform/times.ts'

/** How far from a cohort's start its end and a trial's date may be, in days: some ten years. */
const furthest = 3660

export type TrialDates = { startsOn: LocalDate; endsOn: LocalDate; date: LocalDate }

/** Whether a draft can be tried on a date of such a cohort. */
export function areTrialDates({ startsOn, endsOn, date }: TrialDates): boolean {
  const length = daysBetween(startsOn, endsOn)
  return length >= 0 && length <= furthest && Math.abs(daysBetween(startsOn, date)) <= furthest
}

/** The cohort moved so that its `date` is `today`: whoever learns in it today finds what its learners find on that date. */
export function cohortAsOfToday({ startsOn, endsOn, date }: TrialDates, today: LocalDate) {
  const moved = daysBetween(date, today)
  return { startsOn: addDays(startsOn, moved), endsOn: addDays(endsOn, moved) }
}

type Homework = { key: string }
type Day = { key: string; opensAfterDays: number; homeworks: readonly Homework[] }
type Stage = { days: readonly Day[]; homeworks: readonly Homework[] }

/**
 * What a learner who has kept up has done when `date` begins: the days that opened before it, their homework, and the homework
 * of the stages that lie behind. All by their keys.
 */
export function doneBefore(stages: readonly Stage[], { startsOn, date }: TrialDates) {
  const isPast = (day: Day) => opensOn(day, startsOn, []) < date
  const days = stages.flatMap(stage => stage.days.filter(isPast))
  const behind = stages.filter(stage => stage.days.length > 0 && stage.days.every(isPast))
  const homework = [...days, ...behind].flatMap(({ homeworks }) => homeworks)
  return { days: days.map(({ key }) => key), homework: homework.map(({ key }) => key) }
}
