import type { HomeworkWire, UserHomeworkWire } from '#shared/features/homework/contract.ts'
import { textIn, type CourseTree, type HomeworkRow, type Texts } from '#server/features/courses/course-tree.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isDemoOnly } from '#shared/features/streams/rules.ts'
import type { HomeworkLock } from '#shared/features/progress/rules.ts'
import { courseTrees } from '#server/features/courses/course-memory.ts'
import { courseStructure } from '#server/features/courses/course-structure.ts'
import { homeworkLocks, streamDays } from '#server/features/progress/stream-days.ts'
import type { StreamHomework, UserHomeworkRow } from './queries.ts'

/** A course's homework in its order: by stage, that of the days first, each stage's own after them. */
export function homeworksInOrder(tree: CourseTree): HomeworkRow[] {
  const stages = new Map(tree.stages.map(({ id }, index) => [id, index]))
  const days = new Map(tree.days.map(({ id }, index) => [id, index]))
  const placeOf = ({ stageId, dayId }: HomeworkRow) =>
    [stages.get(stageId) ?? 0, dayId === null ? tree.days.length : (days.get(dayId) ?? 0)] as const
  return [...tree.homeworks].sort((a, b) => {
    const [[stageA, dayA], [stageB, dayB]] = [placeOf(a), placeOf(b)]
    return stageA - stageB || dayA - dayB || a.id - b.id
  })
}

const targetTypeOf = ({ dayId }: Pick<HomeworkRow, 'dayId'>) =>
  dayId === null ? 'course_stage_homework' : 'stage_day_homework'

function scoresOf(points: number) {
  return points > 0 ? [{ amount: points }] : []
}

/** `hasScores`: with the points that it brings or has brought. */
type Shown = { hasScores: boolean }

/** A homework's task in `language`. */
export function taskWire(tree: CourseTree, row: HomeworkRow, language: string, { hasScores }: Shown): HomeworkWire {
  const text = (texts: Texts, field: string) => textIn(texts, field, language, tree.course.languages)
  return {
    id: row.id,
    homework_id: row.id,
    course_id: tree.course.id,
    stage_id: row.stageId,
    stage_day_id: row.dayId,
    target_type: targetTypeOf(row),
    title: text(row.texts, 'title'),
    text: text(row.texts, 'text'),
    is_required: row.isRequired ? 1 : 0,
    isDemoAccessible: row.isDemoAccessible,
    answer_with: row.answerWith,
    is_selfie_required: row.isSelfieRequired,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    ...(hasScores && { scores: scoresOf(row.score) }),
  }
}

type Exercise = { id: number; title: string }

/** The name of the lesson in a place of a day, also of one that has left the course; undefined for any other. */
export function exerciseNames(tree: CourseTree, language: string): (id: number) => Exercise | undefined {
  const lessons = new Map(tree.lessons.map(lesson => [lesson.id, lesson.texts]))
  const places = new Map([
    ...tree.setLessons.map(place => [place.id, lessons.get(place.lessonId)] as const),
    ...tree.archived.exercises.map(({ id, texts }) => [id, texts] as const),
  ])
  return id => {
    const texts = places.get(id)
    return texts && { id, title: textIn(texts, 'title', language, tree.course.languages) }
  }
}

/** The places of the lessons an answer may name: those of the homework's day, or of all days of its stage. */
export function exerciseIds(tree: CourseTree, { stageId, dayId }: Pick<HomeworkRow, 'stageId' | 'dayId'>): number[] {
  const days = dayId === null ? tree.days.filter(day => day.stageId === stageId).map(({ id }) => id) : [dayId]
  return days.flatMap(day =>
    tree.lessonSets
      .filter(set => set.dayId === day)
      .flatMap(set => tree.setLessons.filter(place => place.lessonSetId === set.id).map(({ id }) => id)),
  )
}

/** What a learner chooses from: every lesson once, by its first place. */
export function exercisesWire(tree: CourseTree, homework: HomeworkRow, language: string): Exercise[] {
  const lessonOf = new Map(tree.setLessons.map(place => [place.id, place.lessonId]))
  const first = new Map<number | undefined, number>()
  for (const id of exerciseIds(tree, homework)) if (!first.has(lessonOf.get(id))) first.set(lessonOf.get(id), id)
  const nameOf = exerciseNames(tree, language)
  return [...first.values()].flatMap(id => nameOf(id) ?? [])
}

/** One homework of a stream: the course's task, the learner's status, and why it is closed now. */
export type KnownHomework = { task: HomeworkRow; row: UserHomeworkRow; lock: HomeworkLock | undefined }

/** Whether a homework is not of the demo, which is all that its learner's stream gives. */
export function isOutsideDemo(task: HomeworkRow, stream: StreamHomework): boolean {
  return isDemoOnly({ isDemo: stream.is_demo, courseFullAccess: stream.course_full_access }) && !task.isDemoAccessible
}

/**
 * The homework of a learner's stream at `now` (ms), in the course's order; its course comes from memory. `archived` has left
 * the course, and the learner has handed it in.
 */
export async function homeworksOf(
  database: Database,
  stream: StreamHomework,
  { now, timezone }: { now: number; timezone: string },
): Promise<{ tree: CourseTree; homeworks: KnownHomework[]; archived: KnownHomework[] }> {
  const { course_id: id, course_version: version } = stream
  const structure = await courseStructure(database, id, version)
  const [tree] = await courseTrees(database, [{ id, version }])
  if (!tree) throw new Error(`There is no course ${id}`)
  const days = streamDays(stream, structure, now, timezone)
  const lockOf = homeworkLocks(stream, structure, days, { at: now, timeZone: timezone })
  const rows = new Map(stream.homeworks.map(row => [row.homework_id, row]))
  const known = (task: HomeworkRow) => {
    const row = rows.get(task.id)
    return row ? [{ task, row, lock: lockOf(task) }] : []
  }
  const archived = tree.archived.homeworks.flatMap(known).filter(({ row }) => row.status !== 'NOT_UPLOADED')
  return { tree, homeworks: homeworksInOrder(tree).flatMap(known), archived }
}

/** A learner's homework with what is open now. */
export function userHomeworkWire(
  { task, row: { points, ...row }, lock }: KnownHomework,
  streamId: number,
  { hasScores }: Shown,
): UserHomeworkWire {
  return {
    ...row,
    target_id: task.id,
    target_type: targetTypeOf(task),
    stream_id: streamId,
    is_locked: lock !== undefined,
    lock_reason: lock ?? null,
    ...(hasScores && { scores: scoresOf(row.status === 'DONE' ? (points ?? task.score) : task.score) }),
  }
}
