import { type DayState, dayStates, type HomeworkLock, homeworkLock } from '#shared/features/progress/rules.ts'
import { frozenDates, isAccessible, streamStatus } from '#shared/features/streams/rules.ts'
import type { CourseStructure } from '#server/features/courses/course-structure.ts'
import { todayIn } from '#server/features/streams/local-days.ts'
import type { StreamRow } from '#server/features/streams/queries.ts'
import { termsOn } from '#server/features/streams/stream-wire.ts'
import type { StreamWithProgress } from './queries.ts'

/** What the days' states of a stream follow from. */
type Standing = StreamRow & {
  days: readonly { day_id: number; finished_at: number | null }[]
  homeworks: readonly { homework_id: number; status: StreamWithProgress['homeworks'][number]['status'] }[]
}

/** The state of every day of a stream at the instant `at` (ms) for a learner in `timeZone`, in the course's order. */
export function streamDays(row: Standing, structure: CourseStructure, at: number, timeZone: string): DayState[] {
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

/** Stages with a required homework that is not passed: they hold back what follows. */
function unpassedStages(row: Standing, { requiredHomeworksByStage }: CourseStructure): Set<number> {
  const passed = new Set(row.homeworks.filter(({ status }) => status === 'DONE').map(homework => homework.homework_id))
  const unpassed = [...requiredHomeworksByStage].filter(([, required]) => required.some(id => !passed.has(id)))
  return new Set(unpassed.map(([stageId]) => stageId))
}

/** The stages that have a day that is not locked. */
export function openStages(structure: CourseStructure, days: readonly DayState[]): Set<number> {
  const open = days.filter(day => !day.isLocked)
  return new Set(open.flatMap(day => structure.dayById.get(day.dayId)?.stageId ?? []))
}

type Lockable = { stageId: number; isDemoAccessible: boolean }

/** Says of each homework of a stream why it is closed at `at` (ms); `days` as of streamDays. */
export function homeworkLocks(
  row: StreamRow,
  structure: CourseStructure,
  days: readonly DayState[],
  { at, timeZone }: { at: number; timeZone: string },
): (homework: Lockable) => HomeworkLock | undefined {
  const today = todayIn(timeZone, at)
  const place = {
    isDemo: row.is_demo,
    courseFullAccess: row.course_full_access,
    isStreamAccessible: isAccessible(streamStatus(termsOn(row, today, timeZone), today)),
  }
  const open = openStages(structure, days)
  return homework => homeworkLock(homework, { ...place, isStageOpen: open.has(homework.stageId) })
}
