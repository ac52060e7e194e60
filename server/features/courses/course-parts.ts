import { Course } from '#shared/features/courses/contract.ts'
import type { MediaRow } from '#server/features/media/media-item.ts'
import { textIn, type CourseTree, groupedBy, type Texts } from './course-tree.ts'

/** The expansions that were asked for. */
type Asked = readonly string[]

/** What of a course's tree is wanted. */
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

/** An expansion brings what it stands in: asking for `stages.days` also asks for `stages`. */
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

/** Calls whose only difference is what they leave out of the tree. */
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

/** Calls whose only difference is what they leave out of the tree. */
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

/** The same text for the same parts. */
export function partsKey(parts: CourseParts): string {
  return Object.values(parts).map(Number).join('')
}

const expandable = new Set(['stages', 'lessons', 'documents', 'course_options', 'training_options'])

const known = new Set(Object.keys(Course.properties))

/** Of the named fields those a course has, each once and in one order, so that one choice is remembered as one answer. */
export function knownFields(fields: string | undefined): string | undefined {
  if (fields === undefined) return undefined
  const named = fields.split(',').map(name => name.trim())
  return [...new Set(named)]
    .filter(name => known.has(name))
    .sort()
    .join(',')
}

/** `course` with the named fields, comma-separated, and whatever was expanded; whole without names. */
export function withFields<Whole extends object>(course: Whole, fields: string | undefined): Whole {
  if (fields === undefined) return course
  const named = new Set(fields.split(',').map(name => name.trim()))
  return Object.fromEntries(Object.entries(course).filter(([name]) => named.has(name) || expandable.has(name))) as Whole
}

/** A course's tree as one answer sees it: in one language, with what is asked for. */
export type CourseView = ReturnType<typeof courseView>

export function courseView(tree: CourseTree, language: string, parts: CourseParts) {
  const mediaById = new Map(tree.media.map(item => [item.id, item]))
  return {
    tree,
    parts,
    text: (texts: Texts, field: string) => textIn(texts, field, language, tree.course.languages),
    media<Wire>(id: number | null, write: (media: MediaRow) => Wire): Wire | null {
      const media = id === null ? undefined : mediaById.get(id)
      return media ? write(media) : null
    },
    daysByStage: groupedBy(tree.days, day => day.stageId),
    setsByDay: groupedBy(parts.lessonSets ? tree.lessonSets : [], set => set.dayId),
    lessonsBySet: groupedBy(parts.lessonSets ? tree.setLessons : [], lesson => lesson.lessonSetId),
  }
}
