import type { LackWire, PlaceDayWire } from '#shared/features/learners/contract.ts'
import { dayLacks, type Lack } from '#shared/features/progress/day-lacks.ts'
import { dayStates, heldBack } from '#shared/features/progress/rules.ts'
import { courseStructure } from '#server/features/courses/course-structure.ts'
import { partTitles } from '#server/features/courses/part-titles.ts'
import { findStreamWithProgress } from '#server/features/progress/queries.ts'
import { dayStatesInput } from '#server/features/progress/stream-days.ts'
import { courseOf } from '#server/features/streams/queries.ts'
import { askedOf, type LearnerContext } from './learner-context.ts'
import { placeWire } from './learner.ts'
import { findPlace } from './queries.ts'

type Titles = Awaited<ReturnType<typeof partTitles>>

/** A learner's course day by day, by the rules that open the days for the learner. */
export async function dayByDay(context: LearnerContext<'GET /studio/learners/:id/places/:placeId'>) {
  const { db, now, params, caller, refuse } = context
  const found = await findPlace(db, { ...askedOf(context), placeId: params.placeId })
  const place = found?.rows[0] ?? refuse('not_found')
  const { timezone = 'UTC' } = found ?? {}
  const row = (await findStreamWithProgress(db, params.placeId, params.id, ['lessons'])) ?? refuse('not_found')
  const structure = await courseStructure(db, row.course_id, row.course_version)
  const titles = await partTitles(db, courseOf(row), caller.language)
  const input = dayStatesInput(row, structure, now, timezone)
  const held = heldBack(input)
  const marks = new Map(row.days.map(day => [day.day_id, day]))
  const viewed = new Map((row.lessons ?? []).map(one => [one.stage_day_lesson_set_lesson_id, one.viewed_seconds]))
  const statuses = new Map(row.homeworks.map(homework => [homework.homework_id, homework.status]))
  const statusOf = (id: number) => ({ id, status: statuses.get(id) ?? 'NOT_UPLOADED' })
  const days = dayStates(input).flatMap((state): PlaceDayWire[] => {
    const day = structure.dayById.get(state.dayId)
    if (!day) return []
    const mark = marks.get(day.id)
    const lessons = day.lessons.map(({ id }) => ({
      id,
      viewedSeconds: viewed.get(id) ?? 0,
      lengthSeconds: titles.lessons.get(id)?.filmSeconds ?? null,
    }))
    const lacks = dayLacks({
      state,
      hold: held.get(day.id),
      isStarted: mark?.started_at != null,
      lessons: lessons.flatMap(({ lengthSeconds, ...lesson }) =>
        lengthSeconds === null ? [] : [{ ...lesson, lengthSeconds }],
      ),
      homeworks: structure.homeworks.filter(({ dayId }) => dayId === day.id).map(({ id }) => statusOf(id)),
      requiredOfStage: stageId => (structure.requiredHomeworksByStage.get(stageId) ?? []).map(statusOf),
    })
    return [
      {
        id: day.id,
        day_number: day.dayNumber,
        title: titles.days.get(day.id) ?? '',
        state: state.state,
        opens_on: state.opensOn,
        started_at: mark?.started_at ?? null,
        finished_at: mark?.finished_at ?? null,
        watched_seconds: lessons.reduce((sum, { viewedSeconds }) => sum + viewedSeconds, 0),
        lacks: lacks.map(lack => lackWire(lack, titles)),
      },
    ]
  })
  return { ...placeWire(place, titles.course, now, timezone), days }
}

const nothing = {
  title: null,
  opens_on: null,
  homework_status: null,
  watched_seconds: null,
  length_seconds: null,
} satisfies Omit<LackWire, 'kind'>

/** A lack by name. */
function lackWire(lack: Lack, titles: Titles): LackWire {
  const wire: LackWire = { ...nothing, kind: lack.kind }
  if (lack.kind === 'date') return { ...wire, opens_on: lack.opensOn }
  if (lack.kind === 'day') return { ...wire, title: titles.days.get(lack.dayId) ?? null }
  if (lack.kind === 'homework')
    return { ...wire, title: titles.homeworks.get(lack.homeworkId) ?? null, homework_status: lack.status }
  if (lack.kind !== 'lesson') return wire
  const title = titles.lessons.get(lack.lessonId)?.title ?? null
  return { ...wire, title, watched_seconds: lack.viewedSeconds, length_seconds: Math.round(lack.lengthSeconds) }
}
