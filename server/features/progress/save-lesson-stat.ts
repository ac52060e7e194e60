import { randomUUID } from 'node:crypto'
import { eventKey, loadDayReport, type ProgressContext } from './day-report.ts'
import { insertLessonView } from './queries.ts'

/** Keeps a report of watching, once for its key, and answers the day's status (PRG-03, PRG-05). */
export async function saveLessonStat(context: ProgressContext<'POST /save-lesson-stat'>) {
  const { db, now, body, user, idempotencyKey, refuse } = context
  const { user_course_stream_id: streamId, stage_day_id: dayId, stage_day_lesson_set_lesson_id: lessonId } = body
  const report = await loadDayReport(db, user, { streamId, dayId, occurredAt: body.occurred_at, now })
  if (!report) return refuse('not_found')
  const { row, day, marks, isLocked, occurredAt } = report
  if (!day.lessons.some(lesson => lesson.id === lessonId))
    refuse('lesson_not_in_day', { fields: ['stage_day_lesson_set_lesson_id'] })
  if (isLocked) refuse('day_locked')
  const kept = await insertLessonView(
    db,
    row.id,
    eventKey('view', lessonId, idempotencyKey ?? randomUUID()),
    day.id,
    occurredAt,
    lessonId,
    body.viewed_seconds,
    body.play_count,
    body.position_seconds ?? null,
    marks?.id ?? null,
  )
  return kept ?? refuse('not_found')
}
