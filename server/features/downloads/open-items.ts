import { isAccessible, isOfflineAllowed } from '#shared/features/streams/choice-rules.ts'
import { isDemoOnly, streamStatus } from '#shared/features/streams/rules.ts'
import { addDays } from '#shared/platform/times.ts'
import { courseStructure, filmsOf } from '#server/features/courses/course-structure.ts'
import { courseTrees } from '#server/features/courses/course-memory.ts'
import { type CourseTree, textIn } from '#server/features/courses/course-tree.ts'
import type { MediaRow } from '#server/features/media/media-item.ts'
import type { StreamWithProgress } from '#server/features/progress/queries.ts'
import { streamDays } from '#server/features/progress/stream-days.ts'
import { lastSecondOf, todayIn } from '#server/features/streams/local-days.ts'
import { courseOf } from '#server/features/streams/queries.ts'
import { termsOn } from '#server/features/streams/stream-wire.ts'
import type { Database } from '#server/platform/database/database.ts'

/** A media item that the learner may watch or read, and where it is shown. */
export type OpenItem = { media: MediaRow; title: string; dayIds: number[]; lessonIds: number[] }

export type OpenPart = {
  tree: CourseTree
  /** Days that are not locked, in order. */
  days: { id: number; isFinished: boolean }[]
  items: OpenItem[]
}

type When = { now: number; timeZone: string; language: string }

/** Whether the learner may take the stream offline. */
export const allowsOffline = (row: StreamWithProgress, { course }: CourseTree): boolean =>
  isOfflineAllowed({ isDemo: row.is_demo, courseFullAccess: row.course_full_access }, course)

/**
 * What of a stream is open at `now` (ms): the films, pictures and documents that `mayWatchMedia` would let the learner watch, each
 * once. Undefined when the course is gone.
 */
export async function openPart(db: Database, row: StreamWithProgress, when: When): Promise<OpenPart | undefined> {
  const [tree] = await courseTrees(db, [courseOf(row)])
  if (!tree) return undefined
  const structure = await courseStructure(db, row.course_id, row.course_version)
  const states = streamDays(row, structure, when.now, when.timeZone)
  const finished = new Set(row.days.filter(day => day.finished_at !== null).map(day => day.day_id))
  const days = states.filter(day => !day.isLocked).map(({ dayId: id }) => ({ id, isFinished: finished.has(id) }))
  const items = new Map<number, OpenItem>()
  const media = new Map(tree.media.map(item => [item.id, item]))
  const add = (id: number | null, title: string, dayId?: number, lessonId?: number) => {
    const found = media.get(id ?? 0)
    if (!found) return
    const item = items.get(found.id) ?? { media: found, title, dayIds: [], lessonIds: [] }
    items.set(found.id, item)
    if (dayId !== undefined && !item.dayIds.includes(dayId)) item.dayIds.push(dayId)
    if (lessonId !== undefined && !item.lessonIds.includes(lessonId)) item.lessonIds.push(lessonId)
  }
  const text = (texts: Parameters<typeof textIn>[0]) => textIn(texts, 'title', when.language, tree.course.languages)
  const lessons = new Map(tree.lessons.map(lesson => [lesson.id, lesson]))
  for (const { id: dayId } of days)
    for (const { lessonId } of structure.dayById.get(dayId)?.lessons ?? []) {
      const lesson = lessons.get(lessonId)
      for (const id of lesson ? [...filmsOf(lesson), lesson.imageId] : [])
        add(id, text(lesson?.texts ?? {}), dayId, lessonId)
    }
  for (const document of openDocuments(row, tree, when)) add(document.mediaId, text(document.texts))
  return { tree, days, items: [...items.values()] }
}

function openDocuments(row: StreamWithProgress, tree: CourseTree, { now, timeZone }: When) {
  if (!isOpenOn(row, now, timeZone, 0)) return []
  const demoOnly = isDemoOnly({ isDemo: row.is_demo, courseFullAccess: row.course_full_access })
  return demoOnly && !tree.course.isDemoDocumentsAccessible ? [] : tree.documents
}

function isOpenOn(row: StreamWithProgress, now: number, timeZone: string, daysOn: number): boolean {
  const date = addDays(todayIn(timeZone, now), daysOn)
  return isAccessible(streamStatus(termsOn(row, date, timeZone), date))
}

/** How long a device may play without asking again, in days. */
const leaseDays = 7
const daySeconds = 86_400

/**
 * Until when (Unix seconds) what is open now may be played: a week, or the last second of the days for which the stream stays
 * open if that comes first; now when it is not open.
 */
export function leaseUntil(row: StreamWithProgress, now: number, timeZone: string): number {
  const seconds = Math.floor(now / 1000)
  let open = 0
  while (open <= leaseDays && isOpenOn(row, now, timeZone, open)) open += 1
  if (open === 0) return seconds
  const lastOpen = lastSecondOf(addDays(todayIn(timeZone, now), open - 1), timeZone)
  return Math.min(seconds + leaseDays * daySeconds, lastOpen)
}
