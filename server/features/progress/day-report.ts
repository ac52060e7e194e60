import type { progress } from '#shared/features/progress/contract.ts'
import { msFromSeconds } from '#shared/platform/times.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Actor, Context } from '#server/platform/http/routes.ts'
import { courseStructure, type StructureDay } from '#server/features/courses/course-structure.ts'
import { firstSecondOf } from '#server/features/streams/local-days.ts'
import { type DayMarks, findStreamWithProgress, type StreamWithProgress } from './queries.ts'
import { streamDays } from './stream-days.ts'

const lateMs = 7 * 86_400_000

type Calls = (typeof progress)['calls']
export type ProgressContext<Name extends keyof Calls> = Context<Name, Calls[Name]>

export type DayReport = {
  row: StreamWithProgress
  day: StructureDay
  marks: DayMarks | undefined
  isLocked: boolean
  /** Unix seconds: as the device said, not before the stream began nor later than now. */
  occurredAt: number
}

/**
 * Loads what a report about a day is judged by; undefined when the stream is not the learner's or has no such day. The day
 * is locked when it is now and was when it happened, so that what a device could not tell in time, up to 7 days, still
 * counts after the stream has ended; a device whose clock is wrong is judged by ours.
 */
export async function loadDayReport(
  db: Database,
  user: Actor,
  reported: { streamId: number; dayId: number; occurredAt: number | undefined; now: number },
): Promise<DayReport | undefined> {
  const { streamId, dayId, now } = reported
  const row = await findStreamWithProgress(db, streamId, user.userId, false)
  if (!row) return undefined
  const structure = await courseStructure(db, row.course_id, row.course_version)
  const day = structure.dayById.get(dayId)
  if (!day) return undefined
  const happened = Math.min(now, Math.max(msFromSeconds(reported.occurredAt ?? now / 1000), now - lateMs))
  const isLockedAt = (at: number) =>
    streamDays(row, structure, at, user.timezone).find(state => state.dayId === dayId)?.isLocked ?? true
  return {
    row,
    day,
    marks: row.days.find(known => known.day_id === dayId),
    isLocked: isLockedAt(now) && (happened === now || isLockedAt(happened)),
    occurredAt: Math.min(
      now / 1000,
      Math.max(reported.occurredAt ?? now / 1000, firstSecondOf(row.starts_on, user.timezone)),
    ),
  }
}

/** An event's key: the reporter's own, told apart by what it is about, so that no key serves two events. */
export function eventKey(what: 'start' | 'finish' | 'view', id: number, reported: string | undefined): string {
  return reported === undefined ? `${what}:${id}` : `${what}:${id}:${reported}`
}
