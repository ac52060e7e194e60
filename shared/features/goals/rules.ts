import { addDays, daysBetween, type LocalDate } from '#shared/platform/times.ts'

/** A day of a course in a learner's place: when it opens for them, and when they finished it. */
export type PlaceDay = { opensOn: LocalDate; isRest: boolean; finishedOn: LocalDate | undefined }

/** A learner's place in a course, with what of it they could do when. */
export type Place = {
  from: LocalDate
  /** The last day of access; undefined where it has no end. */
  until: LocalDate | undefined
  /** Dates on which it is paused. */
  frozen: readonly LocalDate[]
  /** The days that its learner can ever open. */
  days: readonly PlaceDay[]
}

/** From a week on, how many days a week; none after the learner has ended it. `from` is a Monday. */
export type Goal = { from: LocalDate; days: number | null }

export type GoalFacts = {
  today: LocalDate
  /** In order. */
  goals: readonly Goal[]
  /** The dates on which something was learned. */
  active: ReadonlySet<LocalDate>
  places: readonly Place[]
}

export type WeekDay = { date: LocalDate; isActive: boolean; isFree: boolean }

/** The Monday of the week of a date. */
export function weekStart(date: LocalDate): LocalDate {
  // 5 January 1970 was a Monday.
  const day = daysBetween('1970-01-05', date) % 7
  return addDays(date, -((day + 7) % 7))
}

/** How many weeks the learner’s statistics look back, this one included. */
export const weeksOfActivity = 12

/** The Monday from which on the statistics tell of single days. */
export const firstOfActivity = (today: LocalDate): LocalDate => addDays(weekStart(today), -7 * (weeksOfActivity - 1))

/**
 * Whether a place has anything to do on a date. It has nothing before its start and after its end, on a paused date, on a day of rest,
 * and while all that has opened is done: a pause of the course itself.
 */
function hasWork({ from, until, frozen, days }: Place, date: LocalDate): boolean {
  if (date < from || (until !== undefined && date > until) || frozen.includes(date)) return false
  if (days.some(({ isRest, opensOn }) => isRest && opensOn === date)) return false
  return days.some(
    ({ isRest, opensOn, finishedOn }) => !isRest && opensOn <= date && (finishedOn === undefined || finishedOn >= date),
  )
}

/** The seven days of the week that begins with this Monday. A day on which something was learned is never free. */
export function weekDays({ active, places }: Pick<GoalFacts, 'active' | 'places'>, monday: LocalDate): WeekDay[] {
  return [0, 1, 2, 3, 4, 5, 6].map(index => {
    const date = addDays(monday, index)
    const isActive = active.has(date)
    return { date, isActive, isFree: !isActive && !places.some(place => hasWork(place, date)) }
  })
}

/** How many days a week takes: as many as the goal, but no more than have something to do. */
export const neededIn = (days: readonly WeekDay[], goal: number) =>
  Math.min(goal, days.filter(({ isFree }) => !isFree).length)

const doneIn = (days: readonly WeekDay[]) => days.filter(({ isActive }) => isActive).length

type Outcome = 'kept' | 'missed' | 'nothing'

/** What became of a week that is over, or of this one so far: one without anything to do neither counts nor breaks a run. */
function outcomeOf(facts: GoalFacts, monday: LocalDate, goal: Goal): Outcome {
  if (goal.days === null) return 'missed'
  const days = weekDays(facts, monday)
  const needed = neededIn(days, goal.days)
  if (needed === 0) return 'nothing'
  if (doneIn(days) >= needed) return 'kept'
  // In the week of the choice it may be too late for what was chosen.
  const isOver = addDays(monday, 7) <= facts.today
  return isOver && goal.from !== monday ? 'missed' : 'nothing'
}

/** So many weeks are looked back at, at the most: five years. */
const mostWeeks = 260

export type WeekGoal = {
  days: number | null
  week: { needed: number; done: number; days: WeekDay[] }
  run: number
  best: number
  isNewStart: boolean
}

/**
 * The goal, this week, and the run of weeks kept. A week that is missed ends the run; the next one that is kept begins another.
 * Dates are the learner's own, so neither a time zone nor a change of clocks makes a week longer or shorter.
 */
export function weekGoal(facts: GoalFacts): WeekGoal {
  const monday = weekStart(facts.today)
  const goalOf = (week: LocalDate) => facts.goals.findLast(({ from }) => from <= week)
  const first = facts.goals[0]?.from ?? monday
  const count = Math.max(0, Math.min(mostWeeks, daysBetween(first, monday) / 7))
  let run = 0
  let best = 0
  for (let ago = count; ago >= 0; ago--) {
    const week = addDays(monday, -7 * ago)
    const goal = goalOf(week)
    const outcome = goal ? outcomeOf(facts, week, goal) : 'nothing'
    if (outcome === 'kept') run++
    if (outcome === 'missed') run = 0
    best = Math.max(best, run)
  }
  const days = goalOf(monday)?.days ?? null
  const week = weekDays(facts, monday)
  return {
    days,
    week: { needed: days === null ? 0 : neededIn(week, days), done: doneIn(week), days: week },
    run,
    best,
    isNewStart: days !== null && run === 0 && best > 0,
  }
}
