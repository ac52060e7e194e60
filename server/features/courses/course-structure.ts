import type { Database } from '#server/platform/database/database.ts'
import { courseTrees } from './course-memory.ts'
import { type CourseTree, groupedBy, type LessonRow, textIn } from './course-tree.ts'

/** `id` is the lesson's place in its set, which statistics refer to; `filmIds` those that stand in its video slots. */
type StructureLesson = { id: number; lessonId: number; lessonSetId: number; filmIds: readonly number[] }

export type StructureDay = {
  id: number
  stageId: number
  dayNumber: number
  /** Whole local days after the stream's first day. */
  opensAfterDays: number
  dayOfRest: boolean
  isRequiredToComplete: boolean
  isSelfieRequired: boolean
  isDemoAccessible: boolean
  /** Points for finishing the day. */
  score: number
  /** In playing order, without repeats. */
  lessons: StructureLesson[]
}

/** `dayId` is null for a stage's own homework. */
type StructureHomework = {
  id: number
  stageId: number
  dayId: number | null
  isRequired: boolean
  isDemoAccessible: boolean
}

export type CourseStructure = {
  courseId: number
  version: number
  /** In order. */
  stages: { id: number; sort: number }[]
  /** In order of day number. */
  days: StructureDay[]
  dayById: ReadonlyMap<number, StructureDay>
  homeworks: StructureHomework[]
  /** The stage homeworks that must be passed before what follows the stage, by stage id. */
  requiredHomeworksByStage: ReadonlyMap<number, number[]>
  /** The course's options with the values they accept. */
  options: { id: string; values: string[] }[]
  /** Title and excerpt of every day by its id, in `language` or the course's fallback. */
  dayTexts(language: string): ReadonlyMap<number, { title: string; excerpt: string }>
}

const structures = new WeakMap<CourseTree, CourseStructure>()

/**
 * The order and the rules of a course without its texts, from memory; one statement loads a `version` that is not there.
 * `database` is the pool, so ask before opening a transaction. Throws when there is no such course.
 */
export async function courseStructure(database: Database, courseId: number, version: number): Promise<CourseStructure> {
  const [tree] = await courseTrees(database, [{ id: courseId, version }])
  if (!tree) throw new Error(`There is no course ${courseId}`)
  const structure = structures.get(tree) ?? structureOf(tree)
  structures.set(tree, structure)
  return structure
}

/** As courseStructure, for many courses at once: still one statement at most. By course id. */
export async function courseStructures(
  database: Database,
  courses: readonly { id: number; version: number }[],
): Promise<Map<number, CourseStructure>> {
  const trees = await courseTrees(database, courses)
  return new Map(
    trees.map(tree => {
      const structure = structures.get(tree) ?? structureOf(tree)
      structures.set(tree, structure)
      return [tree.course.id, structure]
    }),
  )
}

function structureOf(tree: CourseTree): CourseStructure {
  const days = daysOf(tree)
  const required = new Map<number, number[]>()
  for (const { id, stageId, dayId, isRequired } of tree.homeworks)
    if (isRequired && dayId === null) required.set(stageId, [...(required.get(stageId) ?? []), id])
  return {
    courseId: tree.course.id,
    version: tree.course.version,
    stages: tree.stages.map(({ id, sort }) => ({ id, sort })),
    days,
    dayById: new Map(days.map(day => [day.id, day])),
    homeworks: tree.homeworks.map(({ id, stageId, dayId, isRequired, isDemoAccessible }) => ({
      id,
      stageId,
      dayId,
      isRequired,
      isDemoAccessible,
    })),
    requiredHomeworksByStage: required,
    options: tree.course.options.map(({ id, values }) => ({ id, values })),
    dayTexts: language => dayTextsOf(tree, language),
  }
}

/** The films in the video slots of a lesson. */
export function filmsOf({
  videoId,
  verticalVideoId,
  descriptionVideoId,
  verticalDescriptionVideoId,
}: LessonRow): number[] {
  const slots = [videoId, verticalVideoId, descriptionVideoId, verticalDescriptionVideoId]
  return [...new Set(slots.filter(id => id !== null))]
}

function daysOf({ days, lessons, lessonSets, setLessons }: CourseTree): StructureDay[] {
  const films = new Map(lessons.map(lesson => [lesson.id, filmsOf(lesson)]))
  const lessonsBySet = groupedBy(setLessons, lesson => lesson.lessonSetId)
  const setsByDay = groupedBy(lessonSets, set => set.dayId)
  return days.map(day => ({
    id: day.id,
    stageId: day.stageId,
    dayNumber: day.dayNumber,
    opensAfterDays: day.opensAfterDays,
    dayOfRest: day.isRest,
    isRequiredToComplete: day.isRequiredToComplete,
    isSelfieRequired: day.isSelfieRequired,
    isDemoAccessible: day.isDemoAccessible,
    score: day.score,
    lessons: (setsByDay.get(day.id) ?? []).flatMap(set =>
      (lessonsBySet.get(set.id) ?? []).map(({ id, lessonId, lessonSetId }) => ({
        id,
        lessonId,
        lessonSetId,
        filmIds: films.get(lessonId) ?? [],
      })),
    ),
  }))
}

const dayTextsByTree = new WeakMap<CourseTree, Map<string, ReadonlyMap<number, { title: string; excerpt: string }>>>()

function dayTextsOf(tree: CourseTree, language: string) {
  const byLanguage = dayTextsByTree.get(tree) ?? new Map()
  dayTextsByTree.set(tree, byLanguage)
  const known = byLanguage.get(language)
  if (known) return known
  const { languages } = tree.course
  const made = new Map(
    tree.days.map(day => [
      day.id,
      {
        title: textIn(day.texts, 'title', language, languages),
        excerpt: textIn(day.texts, 'excerpt', language, languages),
      },
    ]),
  )
  byLanguage.set(language, made)
  return made
}
