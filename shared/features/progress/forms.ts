import type { Static } from 'typebox'
import type { Day } from '#shared/features/courses/forms.ts'
import type { DayStatus } from '#shared/features/streams/forms.ts'
import type { progress } from './contract.ts'
import type { Seconds } from './seconds.ts'

/** What was watched of a lesson since the last report; the lesson by its place in a lesson set. */
export type LessonStatistic = {
  dayId: number
  streamId: number
  lessonId: number
  viewedSeconds: number
  playCount: number
  dayStatus: 'none' | 'started' | 'finished'
  /** Undefined until the day has a status. */
  dayStatusId: number | undefined
  positionSeconds: number
  /** Which seconds of which film were played. */
  film: { id: number; seconds: Seconds[] } | undefined
}

type Body = Static<(typeof progress)['calls']['POST /save-lesson-stat']['body']>

/** A report for the wire; `occurredAt` in Unix seconds. */
export function lessonStatisticToWire(record: LessonStatistic, occurredAt: number): Body {
  return {
    stage_day_id: record.dayId,
    user_course_stream_id: record.streamId,
    stage_day_lesson_set_lesson_id: record.lessonId,
    viewed_seconds: record.viewedSeconds,
    play_count: record.playCount,
    day_status: record.dayStatus,
    position_seconds: record.positionSeconds,
    occurred_at: occurredAt,
    ...(record.film && { film: record.film }),
  }
}

/** A day of a course as it stands for the learner of a stream; as the course has it where the status is not known. */
export function dayInStream(day: Day, status: DayStatus | undefined): Day {
  if (!status) return day
  return { ...day, dayStatusId: status.dayStatusId, isOpenByTimeDelay: status.isOpenByTimeDelay }
}
