import type { Course } from '#shared/features/courses/forms.ts'
import type { LessonStatistic } from '#shared/features/progress/forms.ts'
import { currentDay, type DayState, dayStates } from '#shared/features/progress/rules.ts'
import type { StreamStatusRecordWire } from '#shared/features/streams/contract.ts'
import { progressPercent } from '#shared/features/streams/rules.ts'
import { daysBetween } from '#shared/platform/times.ts'

/** A day started or finished on this device; `at` in Unix seconds. */
export type DayChange = { dayId: number; mark: 'started' | 'finished'; at: number }

type DayWire = NonNullable<StreamStatusRecordWire['days']>[number]

function marked(day: DayWire, { dayId, mark, at }: DayChange): DayWire {
  if (day.stage_day_id !== dayId) return day
  const started = { ...day, status: 'started', started_at: day.started_at ?? at } as const
  if (mark === 'started') return day.status === 'none' ? started : day
  return { ...started, status: 'finished', finished_at: day.finished_at ?? at }
}

/** Ids of the stages whose required homework is not passed, as far as the device knows. */
function unpassedStages(course: Course, homeworks: StreamStatusRecordWire['homeworks']): Set<number> {
  const passed = new Set(homeworks?.filter(({ status }) => status === 'DONE').map(homework => homework.target_id))
  const isUnpassed = ({ stageHomeworks, dayHomeworks }: Course['stages'][number]) =>
    [...stageHomeworks, ...dayHomeworks].some(({ id, isRequired }) => isRequired && !passed.has(id))
  return new Set(course.stages.filter(isUnpassed).map(({ id }) => id))
}

/** The states of the days, by the server's own rule and with the opening dates that the server gave. */
function statesOf(wire: StreamStatusRecordWire, days: readonly DayWire[], course: Course): DayState[] {
  const { stream } = wire
  const known = new Map(days.map(day => [day.stage_day_id, day]))
  const courseDays = course.stages.flatMap(stage => stage.days).filter(({ id }) => known.has(id))
  const openToday = days.filter(day => day.is_open_by_time_delay).map(day => day.opens_on)
  return dayStates({
    days: courseDays.map(day => ({
      ...day,
      opensAfterDays: daysBetween(stream.starts_on, known.get(day.id)?.opens_on ?? stream.starts_on),
    })),
    startsOn: stream.starts_on,
    // The server's idea of today: the latest opening date it called reached. Later days stay closed.
    today: openToday.reduce((latest, date) => (date > latest ? date : latest), ''),
    frozen: [],
    completedDayIds: new Set(days.filter(day => day.status === 'finished').map(day => day.stage_day_id)),
    isDemo: stream.is_demo,
    courseFullAccess: stream.course_full_access,
    streamStatus: stream.status,
    unpassedHomeworkStageIds: unpassedStages(course, wire.homeworks),
  })
}

/**
 * The status record as it will look once the server has applied `change`: days done and opened, the current day, progress.
 * Shown until the server's next answer replaces it.
 */
export function withDayChange(wire: StreamStatusRecordWire, course: Course, change: DayChange): StreamStatusRecordWire {
  const changed = (wire.days ?? []).map(day => marked(day, change))
  const states = new Map(statesOf(wire, changed, course).map(state => [state.dayId, state]))
  const days = changed.map(day => {
    const state = states.get(day.stage_day_id)
    if (!state) return day
    const lock = { lock_reason: state.reason ?? null, waits_for_day: state.waitsForDay ?? null }
    return { ...day, state: state.state, is_locked: state.isLocked, ...lock }
  })
  const next = currentDay([...states.values()])
  const nextDay = course.stages.flatMap(stage => stage.days).find(({ id }) => id === next?.dayId)
  return {
    ...wire,
    days,
    stream: { ...wire.stream, progress: progressOf(wire, days) },
    current_training_stage_id: nextDay?.stageId ?? null,
    current_training_day: nextDay
      ? { stage_id: nextDay.stageId, stage_day_id: nextDay.id, title: nextDay.title, excerpt: nextDay.excerpt || null }
      : null,
  }
}

function progressOf(wire: StreamStatusRecordWire, days: readonly DayWire[]) {
  const { days_count } = wire.stream.progress
  const complete_days_count = Math.min(days_count, days.filter(day => day.status === 'finished').length)
  return { ...wire.stream.progress, complete_days_count, progress: progressPercent(complete_days_count, days_count) }
}

/** The status record with what was watched added. */
export function withWatched(wire: StreamStatusRecordWire, watched: LessonStatistic): StreamStatusRecordWire {
  const lessons = wire.lessons ?? []
  const before = lessons.find(lesson => lesson.stage_day_lesson_set_lesson_id === watched.lessonId)
  const after = {
    stage_day_lesson_set_lesson_id: watched.lessonId,
    stage_day_id: watched.dayId,
    viewed_seconds: (before?.viewed_seconds ?? 0) + watched.viewedSeconds,
    play_count: (before?.play_count ?? 0) + watched.playCount,
    position_seconds: watched.positionSeconds,
  }
  return { ...wire, lessons: [...lessons.filter(lesson => lesson !== before), after] }
}
