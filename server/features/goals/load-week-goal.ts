import type { WeekGoalWire } from '#shared/features/goals/contract.ts'
import { type Place, weekGoal, weekStart } from '#shared/features/goals/rules.ts'
import { opensOn } from '#shared/features/progress/rules.ts'
import { effectiveEndsOn, frozenDates, isDemoOnly } from '#shared/features/streams/rules.ts'
import { addDays, type LocalDate, localDate, msFromSeconds } from '#shared/platform/times.ts'
import { courseTrees } from '#server/features/courses/course-memory.ts'
import { type CourseStructure, courseStructure } from '#server/features/courses/course-structure.ts'
import { todayIn } from '#server/features/streams/local-days.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import { findWeeks, type PlaceRow } from './queries.ts'

/** A learner's goal, this week and the run of weeks at `now` (ms), on their own calendar. */
export async function loadWeekGoal(db: Database, user: Actor, now: number): Promise<WeekGoalWire> {
  const today = todayIn(user.timezone, now)
  const found = await findWeeks(db, user.userId, weekStart(today))
  const { goals = [], active = [], places = [] } = found ?? {}
  // All that are not in memory by one statement.
  await courseTrees(
    db,
    places.map(row => ({ id: row.course_id, version: row.course_version })),
  )
  const loaded = await Promise.all(
    places.map(async row => placeOf(row, await courseStructure(db, row.course_id, row.course_version), user.timezone)),
  )
  const { days, week, run, best, isNewStart } = weekGoal({ today, goals, active: new Set(active), places: loaded })
  return {
    days,
    week: {
      needed: week.needed,
      done: week.done,
      days: week.days.map(({ date, isActive, isFree }) => ({ date, is_active: isActive, is_free: isFree })),
    },
    run,
    best,
    is_new_start: isNewStart,
  }
}

/** What a place gives to do and when: without what a demo leaves out. */
function placeOf(row: PlaceRow, structure: CourseStructure, timeZone: string): Place {
  const dateOf = (seconds: number) => localDate(msFromSeconds(seconds), timeZone)
  const frozen = frozenDates(row.freezes)
  const isDemo = isDemoOnly({ isDemo: row.is_demo, courseFullAccess: row.course_full_access })
  const finished = new Map(row.finished.map(day => [day.day_id, dateOf(day.at)]))
  const passed = new Map(row.passed_homeworks.map(({ homework_id: id, at }) => [id, dateOf(at)]))
  const letOn = isDemo ? undefined : letOnDates(structure, passed)
  const days = structure.days.filter(day => !isDemo || day.isDemoAccessible || finished.has(day.id))
  return {
    from: row.starts_on,
    until: lastDayOf(row, dateOf),
    frozen,
    days: days.map(day => ({
      opensOn: laterOf(opensOn(day, row.starts_on, frozen), letOn?.get(day.id) ?? row.starts_on),
      isRest: day.dayOfRest,
      finishedOn: finished.get(day.id),
    })),
  }
}

/** No date comes after it: it does not come. */
const never: LocalDate = '9999-12-31'

const laterOf = (one: LocalDate, other: LocalDate) => (one > other ? one : other)

/**
 * The date on which the homework of the stages before a day was passed, by the day's id: until then it waits, and that takes an expert's
 * time, also when it is looked back at. `passed` are the dates by the homework's id.
 */
function letOnDates(structure: CourseStructure, passed: ReadonlyMap<number, LocalDate>): Map<number, LocalDate> {
  const passedOn = new Map<number, LocalDate>()
  const letOn = new Map<number, LocalDate>()
  for (const { id, stageId } of structure.days) {
    for (const [earlier, date] of passedOn) if (earlier !== stageId) letOn.set(id, laterOf(date, letOn.get(id) ?? date))
    const dates = (structure.requiredHomeworksByStage.get(stageId) ?? []).map(homework => passed.get(homework) ?? never)
    if (dates.length > 0) passedOn.set(stageId, dates.reduce(laterOf))
  }
  return letOn
}

/** The last day on which a place was, or will be, open; undefined while a subscription keeps it open. */
function lastDayOf(row: PlaceRow, dateOf: (seconds: number) => LocalDate): LocalDate | undefined {
  if (row.stopped_at !== null) return dateOf(row.stopped_at)
  if (!row.is_optional_purchase) return effectiveEndsOn({ startsOn: row.starts_on, endsOn: row.ends_on }, row.freezes)
  if (row.is_subscribed) return undefined
  return row.subscription_ends_at === null ? addDays(row.starts_on, -1) : dateOf(row.subscription_ends_at)
}
