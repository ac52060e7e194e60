import {
  type DayState,
  dayStates,
  type DayStatesInput,
  type HomeworkLock,
  homeworkLock,
} from '#shared/features/progress/rules.ts'
import { isAccessible, type LockReason } from '#shared/features/streams/choice-rules.ts'
import { frozenDates, streamStatus } from '#shared/features/streams/rules.ts'
import { type CourseStructure, courseStructure, type StructureDay } from '#server/features/courses/course-structure.ts'
import { todayIn, firstSecondOf } from '#server/features/streams/local-days.ts'
import type { StreamRow } from '#server/features/streams/queries.ts'
import { termsOn } from '#server/features/streams/stream-wire.ts'
import { type StreamWithProgress, type DayMarks, findStreamWithProgress } from './queries.ts'
import type { progress } from '#shared/features/progress/contract.ts'
import { msFromSeconds } from '#shared/platform/times.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Actor, Context } from '#server/platform/http/routes.ts'

/** A stream with what decides the state of its days. */
type DayMarksOfStream = StreamRow & {
  days: readonly { day_id: number; finished_at: number | null }[]
  homeworks: readonly { homework_id: number; status: StreamWithProgress['homeworks'][number]['status'] }[]
}

/** The state of every day of a stream at the instant `at` (ms) for a learner in `timeZone`, in the course's order. */
export function streamDays(
  row: DayMarksOfStream,
  structure: CourseStructure,
  at: number,
  timeZone: string,
): DayState[] {
  return dayStates(dayStatesInput(row, structure, at, timeZone))
}

/** What decides the state of the days of a stream at the instant `at` (ms) for a learner in `timeZone`. */
export function dayStatesInput(
  row: DayMarksOfStream,
  structure: CourseStructure,
  at: number,
  timeZone: string,
): DayStatesInput {
  const today = todayIn(timeZone, at)
  return {
    days: structure.days,
    startsOn: row.starts_on,
    today,
    frozen: frozenDates(row.freezes),
    completedDayIds: new Set(row.days.filter(day => day.finished_at !== null).map(day => day.day_id)),
    isDemo: row.is_demo,
    courseFullAccess: row.course_full_access,
    streamStatus: streamStatus(termsOn(row, today, timeZone), today),
    unpassedHomeworkStageIds: unpassedStages(row, structure),
  }
}

/** Stages with a required homework that is not passed: they hold back what follows. */
function unpassedStages(row: DayMarksOfStream, { requiredHomeworksByStage }: CourseStructure): Set<number> {
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

/** Why each homework of a stream is closed at `at` (ms); `days` as returned by streamDays. */
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

const lateMs = 7 * 86_400_000

type Calls = (typeof progress)['calls']
export type ProgressContext<Name extends keyof Calls> = Context<Name, Calls[Name]>

export type DayReport = {
  row: StreamWithProgress
  day: StructureDay
  marks: DayMarks | undefined
  /** Why it counts for nothing; undefined where it counts. */
  lock: LockReason | undefined
  /** Unix seconds: the device's time, within the stream's start and now. */
  occurredAt: number
}

/**
 * Loads what decides whether a report about a day counts; undefined when the stream is not the learner's or has no such day.
 * The day counts as locked only when it is locked now and was when the event happened, so that a device that was offline for
 * up to 7 days can still report after the stream ended. A device's wrong clock is corrected by ours.
 */
export async function loadDayReport(
  db: Database,
  user: Actor,
  reported: { streamId: number; dayId: number; occurredAt: number | undefined; now: number },
): Promise<DayReport | undefined> {
  const { streamId, dayId, now } = reported
  const row = await findStreamWithProgress(db, streamId, user.userId, [])
  if (!row) return undefined
  const structure = await courseStructure(db, row.course_id, row.course_version)
  const day = structure.dayById.get(dayId)
  if (!day) return undefined
  const happened = Math.min(now, Math.max(msFromSeconds(reported.occurredAt ?? now / 1000), now - lateMs))
  const lockAt = (at: number): LockReason | undefined => {
    const state = streamDays(row, structure, at, user.timezone).find(one => one.dayId === dayId)
    return state ? state.reason : 'stream'
  }
  return {
    row,
    day,
    marks: row.days.find(known => known.day_id === dayId),
    lock: happened === now || lockAt(happened) ? lockAt(now) : undefined,
    occurredAt: Math.min(
      now / 1000,
      Math.max(reported.occurredAt ?? now / 1000, firstSecondOf(row.starts_on, user.timezone)),
    ),
  }
}

/** An event's key: the device's own with what it is about, so that one key never serves two events. */
export function eventKey(what: 'start' | 'finish' | 'view', id: number, reported: string | undefined): string {
  return reported === undefined ? `${what}:${id}` : `${what}:${id}:${reported}`
}
