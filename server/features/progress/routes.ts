import { randomUUID } from 'node:crypto'
import { type DayStatusChangeWire, progress } from '#shared/features/progress/contract.ts'
import { progressPercent } from '#shared/features/streams/rules.ts'
import { routes } from '../../platform/http/routes.ts'
import { type Brands, brandById } from '../brands/load-brands.ts'
import { courseStructure } from '../courses/course-structure.ts'
import { streamToWire } from '../streams/stream-wire.ts'
import { type DayReport, loadDayReport } from './day-report.ts'
import {
  type DayMarks,
  findDayProgress,
  findStreamWithProgress,
  insertDayFinish,
  insertDayStart,
  insertLessonView,
} from './queries.ts'
import { statusParts } from './status-record.ts'
import { streamDays } from './stream-days.ts'

/** The calls of progress; each brand says when a stream's end is near. */
export function progressRoutes(brands: Brands) {
  return routes(progress, {
    'GET /user-course-streams/:id/status': async ({ db, now, params, asked, user, caller, refuse }) => {
      const row = await findStreamWithProgress(db, params.id, user.userId, asked.includes('lessons'))
      if (!row) return refuse('not_found')
      const structure = await courseStructure(db, row.course_id, row.course_version)
      const { daysShowWarning } = brandById(brands, caller.brandId).config
      const finished = row.days.filter(day => day.finished_at !== null).length
      const moment = { now, timeZone: user.timezone, daysShowWarning }
      const days = streamDays(row, structure, now, user.timezone)
      return {
        stream: streamToWire({ ...row, complete_days_count: finished }, moment),
        ...statusParts(asked, { row, structure, days, language: caller.language }),
      }
    },

    'POST /user-course-streams/:streamId/user-day-status/:dayId/start': async context => {
      const { db, now, params, body, user, asked, idempotencyKey, refuse } = context
      const report = await loadDayReport(db, user, { ...params, occurredAt: body.occurred_at, now })
      if (!report) return refuse('not_found')
      if (report.day.dayOfRest) refuse('day_of_rest')
      if (report.isLocked && report.marks?.started_at != null) return changeOf(report, report.marks, asked)
      if (report.isLocked) refuse('day_locked')
      const key = keyOf('start', params.dayId, idempotencyKey)
      const marks = await insertDayStart(db, report.row.id, key, report.day.id, report.occurredAt)
      return marks ? changeOf(report, marks, asked) : refuse('not_found')
    },

    'POST /user-course-streams/:streamId/user-day-status/:dayId/finish': async context => {
      const { db, now, params, body, user, asked, idempotencyKey, refuse } = context
      const report = await loadDayReport(db, user, { ...params, occurredAt: body.occurred_at, now })
      if (!report) return refuse('not_found')
      const { row, day, marks, isLocked, occurredAt } = report
      if (day.dayOfRest) refuse('day_of_rest')
      if (isLocked && marks?.finished_at != null) return changeOf(report, marks, asked)
      if (isLocked) refuse('day_locked')
      if (marks?.started_at == null) refuse('day_not_started')
      const key = keyOf('finish', day.id, idempotencyKey)
      const source = `stream:${row.id}:day:${day.id}`
      const finished = await insertDayFinish(db, row.id, key, day.id, occurredAt, user.userId, day.score, source)
      return finished ? changeOf(report, finished, asked, finished.awarded) : refuse('not_found')
    },

    'GET /user-course-streams/:streamId/user-day-status/:dayStatusId/progress': async ({
      db,
      params,
      user,
      refuse,
    }) => {
      const found = await findDayProgress(db, params.streamId, user.userId, params.dayStatusId)
      if (!found) return refuse('not_found')
      return { ...found, progress: progressPercent(found.viewed_lessons_count, found.lessons_count) }
    },

    'POST /save-lesson-stat': async ({ db, now, body, user, idempotencyKey, refuse }) => {
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
        keyOf('view', lessonId, idempotencyKey ?? randomUUID()),
        day.id,
        occurredAt,
        lessonId,
        body.viewed_seconds,
        body.play_count,
        body.position_seconds ?? null,
        marks?.id ?? null,
      )
      return kept ?? refuse('not_found')
    },
  })
}

/** An event's key: the reporter's own, told apart by what it is about, so that no key serves two events. */
function keyOf(what: 'start' | 'finish' | 'view', id: number, reported: string | undefined): string {
  return reported === undefined ? `${what}:${id}` : `${what}:${id}:${reported}`
}

function changeOf(
  { row, day }: DayReport,
  marks: DayMarks,
  asked: readonly string[],
  awarded = 0,
): DayStatusChangeWire {
  return {
    id: marks.id,
    stage_day_id: day.id,
    user_course_stream_id: row.id,
    status: marks.finished_at === null ? 'started' : 'finished',
    started_at: marks.started_at,
    finished_at: marks.finished_at,
    ...(asked.includes('day.scores') && { day: { scores: day.score > 0 ? [{ amount: day.score }] : [] } }),
    awarded,
  }
}
