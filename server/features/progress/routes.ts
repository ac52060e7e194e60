import { mediaTypeCodes } from '#shared/features/media/forms.ts'
import { configIn } from '#shared/features/brands/rules.ts'
import { type DayStatusChangeWire, progress } from '#shared/features/progress/contract.ts'
import { finishRefusal, selfieRefusal, startRefusal } from '#shared/features/progress/rules.ts'
import { progressPercent } from '#shared/features/streams/rules.ts'
import { routes } from '#server/platform/http/routes.ts'
import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import type { StructureDay } from '#server/features/courses/course-structure.ts'
import { isMobileDenied } from '#server/features/streams/stream-wire.ts'
import { type DayReport, eventKey, loadDayReport, type ProgressContext } from './stream-days.ts'
import { rememberOpenDays, saveLessonStat } from './save-lesson-stat.ts'
import { type DayMarks, findDayProgress, insertDayFinish, insertDayStart } from './queries.ts'
import { findOwnPhoto } from './selfies.ts'
import { statusRecord } from './status-record.ts'

/** The calls of progress. */
export function progressRoutes(brands: Brands) {
  return routes(progress, {
    'GET /user-course-streams/:id/status': context =>
      statusRecord(context, configIn(brandById(brands, context.caller.brandId), context.caller.appType)),

    'POST /user-course-streams/:streamId/user-day-status/:dayId/start': async context => {
      const { db, now, params, body, user, asked, idempotencyKey, refuse } = context
      const report = await loadDayReport(db, user, { ...params, occurredAt: body.occurred_at, now })
      if (!report) return refuse('not_found')
      const { row, day, marks, lock, occurredAt } = report
      if (isMobileDenied(row, context.caller)) return refuse('mobile_denied')
      const refusal = startRefusal({ dayOfRest: day.dayOfRest, isLocked: lock !== undefined })
      if (refusal === 'day_locked' && marks?.started_at != null) return changeOf(report, marks, asked)
      if (refusal) return refuse(refusal, refusal === 'day_locked' ? { because: lock } : {})
      const selfieId = marks?.started_at == null ? await checkSelfie(context, day) : null
      const key = eventKey('start', day.id, idempotencyKey)
      const starting = { userStreamId: row.id, key, dayId: day.id, occurredAtSeconds: occurredAt }
      const started = await insertDayStart(db, { ...starting, selfieId })
      if (started) return changeOf(report, started, asked)
      return selfieId === null ? refuse('not_found') : refuse('selfie_unusable', { fields: ['selfie_id'] })
    },

    'POST /user-course-streams/:streamId/user-day-status/:dayId/finish': async context => {
      const { db, now, params, body, user, asked, idempotencyKey, refuse } = context
      const report = await loadDayReport(db, user, { ...params, occurredAt: body.occurred_at, now })
      if (!report) return refuse('not_found')
      const { row, day, marks, lock, occurredAt } = report
      const refusal = finishRefusal(
        { dayOfRest: day.dayOfRest, isLocked: lock !== undefined },
        marks?.started_at != null,
      )
      if (refusal === 'day_locked' && marks?.finished_at != null) return changeOf(report, marks, asked)
      if (refusal) return refuse(refusal, refusal === 'day_locked' ? { because: lock } : {})
      const key = eventKey('finish', day.id, idempotencyKey)
      const finishing = { userStreamId: row.id, key, dayId: day.id, occurredAtSeconds: occurredAt }
      const award = { userId: user.userId, score: day.score, source: `stream:${row.id}:day:${day.id}` }
      const finished = await insertDayFinish(db, { ...finishing, ...award })
      return finished ? changeOf(report, finished, asked, finished.awarded) : refuse('not_found')
    },

    'GET /user-course-streams/:streamId/user-day-status/:dayStatusId/progress': dayProgress,

    'POST /save-lesson-stat': saveLessonStat(rememberOpenDays()),
  })
}

type Starting = ProgressContext<'POST /user-course-streams/:streamId/user-day-status/:dayId/start'>

/** Refuses to start a day without the selfie that it asks for; answers the selfie's id, or null where none is kept. */
async function checkSelfie({ db, body, user, refuse }: Starting, day: StructureDay): Promise<number | null> {
  if (!day.isSelfieRequired) return null
  const { selfie_id: id } = body
  const photo = id === undefined ? undefined : ((await findOwnPhoto(db, id, user.userId)) ?? null)
  const refusal = selfieRefusal(day, photo && { ...photo, isPicture: photo.type === mediaTypeCodes.image })
  if (refusal) refuse(refusal, { fields: ['selfie_id'] })
  return id ?? null
}

async function dayProgress(
  context: ProgressContext<'GET /user-course-streams/:streamId/user-day-status/:dayStatusId/progress'>,
) {
  const { db, params, user, refuse } = context
  const found = await findDayProgress(db, params.streamId, user.userId, params.dayStatusId)
  if (!found) return refuse('not_found')
  return { ...found, progress: progressPercent(found.viewed_lessons_count, found.lessons_count) }
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
