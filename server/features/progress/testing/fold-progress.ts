/** Something a learner did, as reported by the device. Events with the same key are copies. Times in ms. */
export type ProgressEvent = { key: string; dayId: number; occurredAt: number } & (
  | { kind: 'day_started' | 'day_finished' }
  | {
      kind: 'lesson_viewed'
      lessonSetLessonId: number
      /** Watched since the previous report, in whole seconds. */
      viewedSeconds: number
      /** Plays begun since the previous report. */
      playCount: number
      /** The player's position, in seconds. */
      positionSeconds: number
    }
)

type DayProgress = { startedAt?: number; finishedAt?: number }
type LessonProgress = { viewedSeconds: number; playCount: number; positionSeconds: number }
export type Progress = { days: Map<number, DayProgress>; lessons: Map<number, LessonProgress> }

function byTime(a: ProgressEvent, b: ProgressEvent): number {
  if (a.occurredAt !== b.occurredAt) return a.occurredAt - b.occurredAt
  return a.key < b.key ? -1 : 1
}

/**
 * Progress derived from events, the same for any order and repetition: a day begins and ends when it first did, amounts
 * add up, and the latest position wins.
 */
export function foldProgress(events: Iterable<ProgressEvent>): Progress {
  const byKey = new Map(Array.from(events, event => [event.key, event]))
  const progress: Progress = { days: new Map(), lessons: new Map() }
  for (const event of [...byKey.values()].sort(byTime)) {
    if (event.kind === 'lesson_viewed') addViewing(progress.lessons, event)
    else addDayMark(progress.days, event)
  }
  return progress
}

function addDayMark(days: Progress['days'], event: ProgressEvent) {
  const day = days.get(event.dayId) ?? {}
  const mark = event.kind === 'day_started' ? 'startedAt' : 'finishedAt'
  days.set(event.dayId, { ...day, [mark]: day[mark] ?? event.occurredAt })
}

function addViewing(lessons: Progress['lessons'], event: Extract<ProgressEvent, { kind: 'lesson_viewed' }>) {
  const lesson = lessons.get(event.lessonSetLessonId)
  lessons.set(event.lessonSetLessonId, {
    viewedSeconds: (lesson?.viewedSeconds ?? 0) + event.viewedSeconds,
    playCount: (lesson?.playCount ?? 0) + event.playCount,
    positionSeconds: event.positionSeconds,
  })
}
