import { currentDay, type DayState } from '#shared/features/progress/rules.ts'
import type { DayStatusWire, StreamStatusRecordWire } from '#shared/features/streams/contract.ts'
import { type CourseStructure, courseStructure } from '#server/features/courses/course-structure.ts'
import { chatChannelId, isMobileDenied, momentOf, streamToWire } from '#server/features/streams/stream-wire.ts'
import { once } from '#server/platform/once.ts'
import { type ProgressContext, homeworkLocks, openStages, streamDays } from './stream-days.ts'
import { findStreamWithProgress, type StreamWithProgress } from './queries.ts'

type Lists = Omit<StreamStatusRecordWire, 'stream'>

type Learned = {
  row: StreamWithProgress
  structure: CourseStructure
  days: () => DayState[]
  language: string
  isChatSupport: boolean
  moment: { at: number; timeZone: string }
}

/** What each expansion adds to a stream's status; only those asked for are computed. */
const parts: Record<string, (learned: Learned) => Lists> = {
  stages: ({ structure, days }) => {
    const open = openStages(structure, days())
    return { stages: structure.stages.map(({ id }) => ({ stage_id: id, status: open.has(id) ? 'open' : 'close' })) }
  },
  days: ({ row, structure, days }) => {
    const marks = new Map(row.days.map(day => [day.day_id, day]))
    return {
      days: days().map(day => dayToWire(day, structure.dayById.get(day.dayId)?.stageId ?? 0, marks.get(day.dayId))),
    }
  },
  lessons: ({ row }) => ({ lessons: row.lessons ?? [] }),
  homeworks: ({ row, structure, days, moment }) => {
    const lockOf = homeworkLocks(row, structure, days(), moment)
    const handedIn = new Map(row.homeworks.map(homework => [homework.homework_id, homework]))
    return {
      homeworks: structure.homeworks.map(homework => ({
        id: handedIn.get(homework.id)?.id ?? null,
        target_id: homework.id,
        target_type: homework.dayId === null ? 'course_stage_homework' : 'stage_day_homework',
        status: handedIn.get(homework.id)?.status ?? 'NOT_UPLOADED',
        is_locked: lockOf(homework) !== undefined,
      })),
    }
  },
  consultations: ({ row }) => ({ consultations: row.consultations ?? [] }),
  chatChannelMeta: ({ row, isChatSupport }) => {
    const id = chatChannelId(row, isChatSupport)
    return { chatChannelMeta: id === null ? null : { id, unread: row.chat_unread } }
  },
  current_training_stage_id: ({ structure, days }) => ({
    current_training_stage_id: current(structure, days())?.stageId ?? null,
  }),
  current_training_day: ({ structure, days, language }) => {
    const day = current(structure, days())
    const text = day && structure.dayTexts(language).get(day.id)
    return {
      current_training_day: day
        ? { stage_id: day.stageId, stage_day_id: day.id, title: text?.title ?? '', excerpt: text?.excerpt || null }
        : null,
    }
  },
}

/** A stream's status: itself and the parts asked for; `config` is the brand's. */
export async function statusRecord(
  { db, now, params, asked, user, caller, refuse }: ProgressContext<'GET /user-course-streams/:id/status'>,
  config: Parameters<typeof momentOf>[2],
): Promise<StreamStatusRecordWire> {
  const row = await findStreamWithProgress(db, params.id, user.userId, asked)
  if (!row) return refuse('not_found')
  if (isMobileDenied(row, caller)) refuse('mobile_denied')
  const finished = row.days.filter(day => day.finished_at !== null).length
  const moment = momentOf(now, user.timezone, config)
  const sentBack = row.homeworks.filter(({ status }) => status === 'FAIL').length
  const stream = streamToWire({ ...row, complete_days_count: finished, homework_sent_back: sentBack }, moment)
  if (!asked.length) return { stream }
  const structure = await courseStructure(db, row.course_id, row.course_version)
  const days = once(() => streamDays(row, structure, now, user.timezone))
  const at = { at: now, timeZone: user.timezone }
  const learned = { row, structure, days, language: caller.language, isChatSupport: config.isChatSupport, moment: at }
  return Object.assign({ stream }, ...asked.map(expansion => parts[expansion]?.(learned)))
}

function current(structure: CourseStructure, days: DayState[]) {
  const state = currentDay(days)
  return state && structure.dayById.get(state.dayId)
}

function dayToWire(
  day: DayState,
  stageId: number,
  marks: StreamWithProgress['days'][number] | undefined,
): DayStatusWire {
  const started = marks?.started_at ?? null
  const finished = marks?.finished_at ?? null
  return {
    id: marks?.id ?? null,
    stage_id: stageId,
    stage_day_id: day.dayId,
    is_open_by_time_delay: day.isOpenByTimeDelay,
    is_locked: day.isLocked,
    lock_reason: day.reason ?? null,
    waits_for_day: day.waitsForDay ?? null,
    state: day.state,
    opens_on: day.opensOn,
    status: finished !== null ? 'finished' : started !== null ? 'started' : 'none',
    started_at: started,
    finished_at: finished,
  }
}
