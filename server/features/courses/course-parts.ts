import { Course } from '#shared/features/courses/contract.ts'
import { once } from '#server/platform/once.ts'
import type { MediaRow } from '#server/features/media/media-item.ts'
import { textIn, type CourseTree, groupedBy, type Texts } from './course-tree.ts'

/** The expansions asked for. */
type Asked = readonly string[]

/** The parts of a course's tree to answer. */
type CourseParts = {
  stages: boolean
  days: boolean
  lessonSets: boolean
  scores: boolean
  homeworkScores: boolean
  dayHomeworks: boolean
  stageHomeworks: boolean
  dayOptions: boolean
  lessons: boolean
  documents: boolean
  courseOptions: boolean
  trainingOptions: boolean
}

const nothing: CourseParts = {
  stages: false,
  days: false,
  lessonSets: false,
  scores: false,
  homeworkScores: false,
  dayHomeworks: false,
  stageHomeworks: false,
  dayOptions: false,
  lessons: false,
  documents: false,
  courseOptions: false,
  trainingOptions: false,
}

const dayExpansions = [
  'stages.days',
  'stages.days.lesson_sets',
  'stages.days.scores',
  'stages.days.stage_day_homeworks',
]

/** An expansion includes its parents: `stages.days` also brings `stages`. */
export function partsOfCourse(asked: Asked): CourseParts {
  const days = dayExpansions.some(name => asked.includes(name))
  return {
    stages: days || asked.includes('stages') || asked.includes('stages.course_stage_homeworks'),
    days,
    lessonSets: asked.includes('stages.days.lesson_sets') || asked.includes('lesson_sets'),
    scores: asked.includes('stages.days.scores'),
    homeworkScores: asked.includes('stages.days.scores'),
    dayHomeworks: asked.includes('stages.days.stage_day_homeworks') || asked.includes('stage_day_homeworks'),
    stageHomeworks: asked.includes('stages.course_stage_homeworks'),
    dayOptions: asked.includes('user_options'),
    lessons: asked.includes('lessons'),
    documents: asked.includes('documents'),
    courseOptions: asked.includes('course_options'),
    trainingOptions: asked.includes('trainingOptions'),
  }
}

/** The parts for the list of stages. */
export function partsOfStages(asked: Asked): CourseParts {
  return {
    ...nothing,
    stages: true,
    days: asked.includes('days') || asked.includes('days.scores'),
    scores: asked.includes('days.scores'),
    homeworkScores: asked.includes('homework.scores'),
    dayHomeworks: asked.includes('stage_day_homeworks'),
    stageHomeworks: asked.includes('course_stage_homeworks'),
  }
}

/** The parts for days. */
export function partsOfDays(asked: Asked): CourseParts {
  return {
    ...nothing,
    days: true,
    lessonSets: asked.includes('lesson_sets'),
    scores: asked.includes('scores'),
    homeworkScores: asked.includes('homework.scores'),
    dayHomeworks: asked.includes('stage_day_homeworks'),
    dayOptions: asked.includes('user_options'),
  }
}

/** A cache key: the same for the same parts. */
export function partsKey(parts: CourseParts): string {
  return Object.values(parts).map(Number).join('')
}

const expandable = new Set(['stages', 'lessons', 'documents', 'course_options', 'training_options'])

const known = new Set(Object.keys(Course.properties))

/** The named fields that a course has, once each and sorted, so that one choice is one cached answer. */
export function knownFields(fields: string | undefined): string | undefined {
  if (fields === undefined) return undefined
  const named = fields.split(',').map(name => name.trim())
  return [...new Set(named)]
    .filter(name => known.has(name))
    .sort()
    .join(',')
}

/** `course` with the comma-separated `fields` and whatever was expanded; whole without `fields`. */
export function withFields<Whole extends object>(course: Whole, fields: string | undefined): Whole {
  if (fields === undefined) return course
  const named = new Set(fields.split(',').map(name => name.trim()))
  return Object.fromEntries(Object.entries(course).filter(([name]) => named.has(name) || expandable.has(name))) as Whole
}

/** A course's tree for one answer: in one language, with the parts asked for. */
export type CourseView = ReturnType<typeof courseView>

export function courseView(tree: CourseTree, language: string, parts: CourseParts) {
  const mediaById = once(() => new Map(tree.media.map(item => [item.id, item])))
  return {
    tree,
    parts,
    text: (texts: Texts, field: string) => textIn(texts, field, language, tree.course.languages),
    media<Wire>(id: number | null, write: (media: MediaRow) => Wire): Wire | null {
      const media = id === null ? undefined : mediaById().get(id)
      return media ? write(media) : null
    },
    daysByStage: once(() => groupedBy(tree.days, day => day.stageId)),
    setsByDay: once(() => groupedBy(tree.lessonSets, set => set.dayId)),
    lessonsBySet: once(() => groupedBy(tree.setLessons, lesson => lesson.lessonSetId)),
  }
}
