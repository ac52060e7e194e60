import { type DayState, dayStates } from '#shared/features/progress/rules.ts'
import { frozenDates, isDemoOnly, streamStatus } from '#shared/features/streams/rules.ts'
import type { CourseStructure } from '../courses/course-structure.ts'
import { todayIn } from '../streams/local-days.ts'
import { termsOn } from '../streams/stream-wire.ts'
import type { StreamWithProgress } from './queries.ts'

/** The state of every day of a stream at the instant `at` (ms) for a learner in `timeZone`, in the course's order. */
export function streamDays(
  row: StreamWithProgress,
  structure: CourseStructure,
  at: number,
  timeZone: string,
): DayState[] {
  const today = todayIn(timeZone, at)
  return dayStates({
    days: structure.days,
    startsOn: row.starts_on,
    today,
    frozen: frozenDates(row.freezes),
    completedDayIds: new Set(row.days.filter(day => day.finished_at !== null).map(day => day.day_id)),
    isDemo: row.is_demo,
    courseFullAccess: row.course_full_access,
    streamStatus: streamStatus(termsOn(row, today, timeZone), today),
    unpassedHomeworkStageIds: unpassedStages(row, structure),
  })
}

/** Stages with a required homework that is not passed: they hold back what follows (PRG-07). */
function unpassedStages(row: StreamWithProgress, { requiredHomeworksByStage }: CourseStructure): Set<number> {
  const passed = new Set(row.homeworks.filter(({ status }) => status === 'DONE').map(homework => homework.homework_id))
  const unpassed = [...requiredHomeworksByStage].filter(([, required]) => required.some(id => !passed.has(id)))
  return new Set(unpassed.map(([stageId]) => stageId))
}

/** Whether a homework is closed to a learner: in a demo without full access, unless it is part of the demo (STR-07). */
export function isHomeworkLocked(row: StreamWithProgress, homework: { isDemoAccessible: boolean }): boolean {
  return isDemoOnly({ isDemo: row.is_demo, courseFullAccess: row.course_full_access }) && !homework.isDemoAccessible
}
