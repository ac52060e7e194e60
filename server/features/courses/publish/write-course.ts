import type { Db } from '#server/platform/database/statement.ts'
import type { AnswerKind } from '#shared/features/courses/course-format.ts'
import type { CourseFields, DayFields, LinkRow, Texts } from '../course-tree.ts'
import { type KeptParts, removeLostParts } from './archive-parts.ts'
import {
  insertSetLessons,
  listSetLessons,
  type SetLesson,
  setSetLessons,
  upsertCourse,
  upsertDays,
  upsertDocuments,
  upsertHomeworks,
  upsertLessonSets,
  upsertLessons,
  upsertStages,
} from './write-queries.ts'

/** What an expert ticks; its key is permanent. */
export type CriterionContent = { key: string; texts: Texts }

export type HomeworkContent = {
  key: string
  isRequired: boolean
  isDemoAccessible: boolean
  answerWith: AnswerKind
  isSelfieRequired: boolean
  score: number
  texts: Texts
  criteria: CriterionContent[]
  /** The solution. */
  staffTexts: Texts
}

type LessonSetContent = {
  key: string
  sort: number
  repeatCount: number
  repeatFrom: number | null
  repeatTo: number | null
  lessons: { key: string; sort: number; surveyFormUrl: string | null }[]
}

export type DayContent = DayFields & { key: string; lessonSets: LessonSetContent[]; homeworks: HomeworkContent[] }

type StageContent = { key: string; sort: number; texts: Texts; days: DayContent[]; homeworks: HomeworkContent[] }

/** A course as rows of its tables: parts by their keys, media by their ids. */
export type CourseContent = {
  course: CourseFields
  stages: StageContent[]
  lessons: {
    key: string
    texts: Texts
    links: LinkRow[]
    options: string[]
    imageId: number | null
    videoId: number | null
    descriptionVideoId: number | null
    verticalVideoId: number | null
    verticalDescriptionVideoId: number | null
  }[]
  documents: { key: string; sort: number; texts: Texts; url: string | null; mediaId: number | null }[]
}

/**
 * Writes a whole course in the caller's transaction; an existing course gets the next version. Parts with the same key keep
 * their id, and lessons their place in a day, so that learners keep their progress; what is gone is archived while learners'
 * records point at it.
 */
export async function writeCourse(tx: Db, content: CourseContent): Promise<{ id: number; version: number }> {
  const { stages, lessons, documents } = content
  const days = stages.flatMap(stage => stage.days.map(day => ({ ...day, stageKey: stage.key })))
  const daysCount = days.filter(day => !day.isRest).length
  const course = await upsertCourse(tx, JSON.stringify({ ...content.course, daysCount }))
  if (!course) throw new Error('The course was not written')
  const { id } = course
  const stageIds = idsByKey(await upsertStages(tx, id, JSON.stringify(stages)))
  const dayRows = days.map(({ stageKey, ...day }) => ({ ...day, stageId: idOf(stageIds, stageKey) }))
  const dayIds = idsByKey(await upsertDays(tx, id, JSON.stringify(dayRows)))
  const lessonIds = idsByKey(await upsertLessons(tx, id, JSON.stringify(lessons)))
  const placed = await writeLessonSets(tx, id, days, dayIds, lessonIds)
  const documentIds = idsByKey(await upsertDocuments(tx, id, JSON.stringify(documents)))
  const homeworks = [
    ...stages.flatMap(stage =>
      stage.homeworks.map(homework => ({ ...homework, stageId: idOf(stageIds, stage.key), dayId: null })),
    ),
    ...days.flatMap(day =>
      day.homeworks.map(homework => ({
        ...homework,
        stageId: idOf(stageIds, day.stageKey),
        dayId: idOf(dayIds, day.key),
      })),
    ),
  ]
  const homeworkIds = idsByKey(await upsertHomeworks(tx, id, JSON.stringify(homeworks)))
  const kept = {
    stages: [...stageIds.values()],
    days: [...dayIds.values()],
    lessons: [...lessonIds.values()],
    documents: [...documentIds.values()],
    homeworks: [...homeworkIds.values()],
    ...placed,
  }
  await removeLostParts(tx, id, kept)
  return course
}

async function writeLessonSets(
  tx: Db,
  courseId: number,
  days: readonly DayContent[],
  dayIds: ReadonlyMap<string, number>,
  lessonIds: ReadonlyMap<string, number>,
): Promise<Pick<KeptParts, 'lessonSets' | 'setLessons'>> {
  const sets = days.flatMap(day => day.lessonSets.map(set => ({ ...set, dayId: idOf(dayIds, day.key) })))
  const rows = await upsertLessonSets(tx, JSON.stringify(sets))
  const setIds = new Map(rows.map(row => [`${row.dayId} ${row.key}`, row.id]))
  const wanted = sets.flatMap(set =>
    set.lessons.map(({ key, sort, surveyFormUrl }) => ({
      dayId: set.dayId,
      lessonSetId: idOf(setIds, `${set.dayId} ${set.key}`),
      lessonId: idOf(lessonIds, key),
      sort,
      surveyFormUrl,
    })),
  )
  return { lessonSets: [...setIds.values()], setLessons: await placeLessons(tx, courseId, wanted) }
}

/** The nth occurrence of a lesson in a day keeps its row, wherever it moved. */
async function placeLessons(tx: Db, courseId: number, wanted: readonly (SetLesson & { dayId: number })[]) {
  const present = new Map<string, number[]>()
  for (const { id, dayId, lessonId } of await listSetLessons(tx, courseId)) {
    const place = `${dayId} ${lessonId}`
    present.set(place, [...(present.get(place) ?? []), id])
  }
  const placed = wanted.map(lesson => ({ ...lesson, id: present.get(`${lesson.dayId} ${lesson.lessonId}`)?.shift() }))
  const known = placed.flatMap(({ id }) => id ?? [])
  await setSetLessons(tx, JSON.stringify(placed.filter(({ id }) => id !== undefined)))
  const added = await insertSetLessons(tx, JSON.stringify(placed.filter(({ id }) => id === undefined)))
  return [...known, ...added.map(({ id }) => id)]
}

function idsByKey(rows: readonly { id: number; key: string }[]): Map<string, number> {
  return new Map(rows.map(({ id, key }) => [key, id]))
}

function idOf(ids: ReadonlyMap<string, number>, key: string): number {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`The course has no part ${key}`)
  return id
}
