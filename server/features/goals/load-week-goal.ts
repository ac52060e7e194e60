import type { WeekGoalWire } from '#shared/features/goals/contract.ts'
import { type Place, weekGoal, weekStart } from '#shared/features/goals/rules.ts'
import { heldBack, opensOn } from '#shared/features/progress/rules.ts'
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

/** What a place gives to do and when: without what a demo leaves out, and what waits for homework, as that takes an expert's time. */
function placeOf(row: PlaceRow, structure: CourseStructure, timeZone: string): Place {
  const dateOf = (seconds: number) => localDate(msFromSeconds(seconds), timeZone)
  const frozen = frozenDates(row.freezes)
  const access = { isDemo: row.is_demo, courseFullAccess: row.course_full_access }
  const finished = new Map(row.finished.map(day => [day.day_id, dateOf(day.at)]))
  const passed = new Set(row.passed_homework_ids)
  const unpassed = [...structure.requiredHomeworksByStage].filter(([, ids]) => ids.some(id => !passed.has(id)))
  const held = heldBack({
    ...access,
    days: structure.days,
    completedDayIds: new Set(finished.keys()),
    unpassedHomeworkStageIds: new Set(unpassed.map(([stageId]) => stageId)),
  })
  const days = structure.days.filter(
    day =>
      finished.has(day.id) ||
      (held.get(day.id)?.reason !== 'homework' && (!isDemoOnly(access) || day.isDemoAccessible)),
  )
  return {
    from: row.starts_on,
    until: lastDayOf(row, dateOf),
    frozen,
    days: days.map(day => ({
      opensOn: opensOn(day, row.starts_on, frozen),
      isRest: day.dayOfRest,
      finishedOn: finished.get(day.id),
    })),
  }
}

/** The last day on which a place was, or will be, open; undefined while a subscription keeps it open. */
function lastDayOf(row: PlaceRow, dateOf: (seconds: number) => LocalDate): LocalDate | undefined {
  if (row.stopped_at !== null) return dateOf(row.stopped_at)
  if (!row.is_optional_purchase) return effectiveEndsOn({ startsOn: row.starts_on, endsOn: row.ends_on }, row.freezes)
  if (row.is_subscribed) return undefined
  return row.subscription_ends_at === null ? addDays(row.starts_on, -1) : dateOf(row.subscription_ends_at)
}
