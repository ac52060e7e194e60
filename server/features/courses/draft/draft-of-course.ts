import { randomUUID } from 'node:crypto'
import type { DraftKind } from '#shared/features/courses/draft.ts'
import type { DraftFields } from '#shared/features/courses/draft-fields.ts'
import type { Texts } from '../course-tree.ts'
import { textsOfHomework } from '../import/written-course.ts'
import type { CourseContent, DayContent, HomeworkContent } from '../publish/write-course.ts'

/** A part as it is written to a draft. */
export type NewPart = {
  id: string
  parent_id: string | null
  kind: DraftKind
  key: string
  sort: number
  content: DraftFields
}

type Own = { parent: NewPart | null; kind: DraftKind; key: string; sort: number; content: DraftFields }

const part = ({ parent, ...own }: Own): NewPart => ({ id: randomUUID(), parent_id: parent?.id ?? null, ...own })

/** One field's texts by language. */
function texts(all: Texts, field: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(all).flatMap(([language, fields]) =>
      fields[field] === undefined ? [] : [[language, fields[field]]],
    ),
  )
}

/** The parts of a published course, for an author to go on writing. */
export function draftOfCourse(content: CourseContent): NewPart[] {
  const root = part({ parent: null, kind: 'course', key: content.course.key, sort: 0, content: courseFields(content) })
  const lessons = content.lessons.map((lesson, sort) =>
    part({ parent: root, kind: 'lesson', key: lesson.key, sort, content: lessonFields(lesson) }),
  )
  const lessonIds = new Map(lessons.map(({ key, id }) => [key, id]))
  const documents = content.documents.map(({ key, texts: own, url, mediaId }, sort) =>
    part({ parent: root, kind: 'document', key, sort, content: { title: texts(own, 'title'), url, media: mediaId } }),
  )
  let number = 0
  let previous = 0
  const tree = content.stages.flatMap((stage, sort) => {
    const own = part({
      parent: root,
      kind: 'stage',
      key: stage.key,
      sort,
      content: { title: texts(stage.texts, 'title') },
    })
    const days = stage.days.flatMap(day => {
      number += 1
      const skipped = day.dayNumber - previous - 1
      previous = day.dayNumber
      return dayParts({ day, stage: own, sort: number, skipped, lessonIds })
    })
    return [own, ...stage.homeworks.map((homework, at) => homeworkPart(homework, own, at)), ...days]
  })
  return [root, ...lessons, ...documents, ...tree]
}

function courseFields({ course, stages, lessons, documents }: CourseContent): DraftFields {
  const days = stages.flatMap(stage => stage.days)
  const all = [course, ...course.questions, ...stages, ...lessons, ...documents, ...days].map(one => one.texts)
  const homeworks = [...stages, ...days].flatMap(one => one.homeworks.flatMap(textsOfHomework))
  const fieldsIn = (own: Texts) => new Set(Object.values(own).flatMap(Object.keys))
  const isWhole = (own: Texts) =>
    course.languages.every(code => [...fieldsIn(own)].every(field => own[code]?.[field] !== undefined))
  return {
    languages: course.languages,
    isPartlyTranslated: ![...all, ...homeworks].every(isWhole),
    title: texts(course.texts, 'title'),
    shortTitle: texts(course.texts, 'short_title'),
    shortDescription: texts(course.texts, 'short_description'),
    forWhom: texts(course.texts, 'for_whom'),
    questions: course.questions.map(({ texts: own }) => ({
      question: texts(own, 'question'),
      answer: texts(own, 'answer'),
    })),
    alias: course.alias ?? '',
    category: texts(course.texts, 'category'),
    categoryId: course.categoryId,
    complexity: texts(course.texts, 'complexity'),
    licence: course.licence,
    attribution: course.attribution,
    consultationLimit: course.consultationLimit,
    image: course.imageId,
    background: course.backgroundId,
    demoVideo: course.demoVideoId,
    isDemoDocumentsAccessible: course.isDemoDocumentsAccessible,
    isDemoExpertMessageEnabled: course.isDemoExpertMessageEnabled,
    isDemoUserMessageEnabled: course.isDemoUserMessageEnabled,
    isDemoOfflineModeAccessible: course.isDemoOfflineModeAccessible,
    courseOptions: course.options.map(({ id, values, texts: own }) => ({ id, values, title: texts(own, 'title') })),
  }
}

function lessonFields(lesson: CourseContent['lessons'][number]): DraftFields {
  return {
    title: texts(lesson.texts, 'title'),
    text: texts(lesson.texts, 'text'),
    links: lesson.links.map(({ url, texts: own }) => ({ url, title: texts(own, 'title') })),
    options: lesson.options,
    image: lesson.imageId,
    videos: {
      main: lesson.videoId,
      analysis: lesson.descriptionVideoId,
      vertical: lesson.verticalVideoId,
      verticalAnalysis: lesson.verticalDescriptionVideoId,
    },
  }
}

function homeworkPart(homework: HomeworkContent, parent: NewPart, sort: number): NewPart {
  const content = {
    title: texts(homework.texts, 'title'),
    text: texts(homework.texts, 'text'),
    criteria: homework.criteria.map(one => ({ key: one.key, text: texts(one.texts, 'text') })),
    solution: texts(homework.staffTexts, 'solution'),
    answerWith: homework.answerWith,
    selfieRequired: homework.isSelfieRequired,
    required: homework.isRequired,
    isDemoAccessible: homework.isDemoAccessible,
    points: homework.score,
  }
  return part({ parent, kind: 'homework', key: homework.key, sort, content })
}

type Day = { day: DayContent; stage: NewPart; sort: number; skipped: number; lessonIds: ReadonlyMap<string, string> }

function dayParts({ day, stage, sort, skipped, lessonIds }: Day): NewPart[] {
  const content: DraftFields = {
    title: texts(day.texts, 'title'),
    excerpt: texts(day.texts, 'excerpt'),
    skippedDays: skipped,
    opensAfterDays: day.opensAfterDays === day.dayNumber - 1 ? null : day.opensAfterDays,
    dayOfRest: day.isRest,
    requiredToComplete: day.isRequiredToComplete,
    selfieRequired: day.isSelfieRequired,
    isDemoAccessible: day.isDemoAccessible,
    finishTotalTime: day.finishTotalTimeSeconds,
    points: day.score,
    options: day.options,
  }
  const own = part({ parent: stage, kind: 'day', key: day.key, sort, content })
  const sets = day.lessonSets.flatMap((set, at) => {
    const userRepeat =
      set.repeatFrom === null || set.repeatTo === null ? null : { from: set.repeatFrom, to: set.repeatTo }
    const fields = { repeatCount: set.repeatCount, userRepeat }
    const parent = part({ parent: own, kind: 'set', key: set.key, sort: at, content: fields })
    const places = set.lessons.map(({ key, surveyFormUrl }, index) => {
      const lesson = lessonIds.get(key)
      if (lesson === undefined) throw new Error(`The course has no lesson ${key}`)
      return part({ parent, kind: 'place', key: '', sort: index, content: { lesson, surveyFormUrl } })
    })
    return [parent, ...places]
  })
  return [own, ...day.homeworks.map((homework, at) => homeworkPart(homework, own, at)), ...sets]
}
