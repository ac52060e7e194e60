import { randomUUID } from 'node:crypto'
import { eventKey, loadDayReport, type ProgressContext } from './day-report.ts'
import { type OpenDays, openDayOf } from './open-days.ts'
import { insertLessonView } from './queries.ts'

/** Keeps a report of watching, once for its key, and answers the day's status. */
export function saveLessonStat(openDays: OpenDays) {
  return async ({ db, now, body, user, idempotencyKey, refuse }: ProgressContext<'POST /save-lesson-stat'>) => {
    const { user_course_stream_id: streamId, stage_day_id: dayId, stage_day_lesson_set_lesson_id: lessonId } = body
    const reported = { userId: user.userId, streamId, dayId, occurredAt: body.occurred_at, now }
    const remembered = openDays.find(reported)
    const report = remembered ? undefined : await loadDayReport(db, user, reported)
    const day = remembered ?? (report && openDayOf(report))
    if (!day) return refuse('not_found')
    if (!day.lessonIds.has(lessonId)) refuse('lesson_not_in_day', { fields: ['stage_day_lesson_set_lesson_id'] })
    if (report?.isLocked) refuse('day_locked')
    const kept = await insertLessonView(
      db,
      streamId,
      eventKey('view', lessonId, idempotencyKey ?? randomUUID()),
      dayId,
      report?.occurredAt ?? Math.min(now / 1000, body.occurred_at ?? now / 1000),
      lessonId,
      body.viewed_seconds,
      body.play_count,
      body.position_seconds ?? null,
      day.dayStatusId,
    )
    if (!kept) return refuse('not_found')
    if (!remembered) openDays.keep(reported, { ...day, dayStatusId: kept.day_status_id })
    return kept
  }
}
