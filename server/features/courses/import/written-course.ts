import { basename } from 'node:path'
import { isChosenPoster } from '#server/features/media/film-parts.ts'
import type { MediaRow } from '#server/features/media/media-item.ts'
import type {
  CourseFile,
  CourseHomework,
  CoursePicture,
  CourseTexts,
  CourseVideo,
} from '#shared/features/courses/course-format.ts'
import type { Texts } from '../course-tree.ts'
import type { CourseContent, DayContent, HomeworkContent } from '../publish/write-course.ts'

/** The names of a course's media in its folder. */
export type MediaNames = {
  video(id: number | null): CourseVideo | null
  picture(id: number | null): CoursePicture | null
  file(id: number | null): string | null
}

export type NamedMedia = Pick<MediaRow, 'id' | 'key' | 'name' | 'files'>

/**
 * Names media as the course's last file did (`known` has the places in the store by their paths), and those that came later by
 * their ids; `files` is where each file named is in the store.
 */
export function nameMedia(media: readonly NamedMedia[], known: Record<string, string>) {
  const rows = new Map(media.map(row => [row.id, row]))
  const paths = new Map(Object.entries(known).map(([path, stored]) => [stored, path]))
  const files: Record<string, string> = {}
  const nameOf = ({ id, key }: NamedMedia, inner: string) => {
    const stored = `${key}/${inner}`
    const path = paths.get(stored) ?? `media/${id}/${basename(inner)}`
    files[path] = stored
    return path
  }
  /** Of a file that was brought in, what was brought in; the rest has been made of it. */
  const given = (row: NamedMedia, inner: string | undefined) =>
    inner !== undefined && paths.has(`${row.key}/${inner}`) ? nameOf(row, inner) : null
  const names: MediaNames = {
    video(id) {
      const row = rows.get(id ?? 0)
      if (!row) return null
      const { mp4, hls, poster, subtitles = [] } = row.files
      const brought = Object.entries(known).filter(([, stored]) => stored.startsWith(`${row.key}/`))
      for (const [path, stored] of brought) files[path] = stored
      const isBrought = brought.length > 0
      const film = paths.has(`${row.key}/video.mp4`) ? 'video.mp4' : mp4
      return {
        mp4: film === undefined ? null : isBrought ? given(row, film) : nameOf(row, film),
        hls: given(row, hls),
        poster:
          poster === undefined ? null : isBrought && !isChosenPoster(poster) ? given(row, poster) : nameOf(row, poster),
        duration: null,
        subtitles: Object.fromEntries(subtitles.map(({ language, path }) => [language, nameOf(row, path)])),
      }
    },
    picture(id) {
      const row = rows.get(id ?? 0)
      const { large, medium = large, small = medium } = row?.files ?? {}
      if (!row || large === undefined || medium === undefined || small === undefined) return null
      return { large: nameOf(row, large), medium: nameOf(row, medium), small: nameOf(row, small) }
    },
    file(id) {
      const row = rows.get(id ?? 0)
      return row?.files.original === undefined ? null : nameOf(row, row.files.original)
    },
  }
  return { names, files }
}

/** One field's texts by language; null where there are none. */
function texts(all: Texts, field: string): CourseTexts | null {
  const said = Object.entries(all).flatMap(([language, fields]) =>
    fields[field] === undefined ? [] : [[language, fields[field]] as const],
  )
  return said.length ? Object.fromEntries(said) : null
}
const title = (all: Texts) => texts(all, 'title') ?? {}

/** A course in the open format: what `courseContent` makes rows of. */
export function writtenCourse({ course, stages, lessons, documents }: CourseContent, names: MediaNames): CourseFile {
  const all = [
    course,
    ...course.questions,
    ...stages,
    ...lessons,
    ...documents,
    ...stages.flatMap(stage => stage.days),
  ].map(one => one.texts)
  const isWhole = (own: Texts) => {
    const fields = new Set(Object.values(own).flatMap(Object.keys))
    return course.languages.every(code => [...fields].every(field => own[code]?.[field] !== undefined))
  }
  const homeworks = stages.flatMap(stage => [...stage.homeworks, ...stage.days.flatMap(day => day.homeworks)])
  return {
    key: course.key,
    alias: course.alias,
    languages: course.languages,
    isPartlyTranslated: ![...all, ...homeworks.flatMap(textsOfHomework)].every(isWhole),
    title: title(course.texts),
    shortTitle: texts(course.texts, 'short_title'),
    shortDescription: texts(course.texts, 'short_description'),
    forWhom: texts(course.texts, 'for_whom'),
    questions: course.questions.map(writtenQuestion),
    category: texts(course.texts, 'category'),
    categoryId: course.categoryId,
    complexity: texts(course.texts, 'complexity'),
    licence: course.licence || null,
    attribution: course.attribution || null,
    consultationLimit: course.consultationLimit,
    image: names.picture(course.imageId),
    background: names.picture(course.backgroundId),
    demoVideo: names.video(course.demoVideoId),
    isDemoDocumentsAccessible: course.isDemoDocumentsAccessible,
    isDemoExpertMessageEnabled: course.isDemoExpertMessageEnabled,
    isDemoUserMessageEnabled: course.isDemoUserMessageEnabled,
    isDemoOfflineModeAccessible: course.isDemoOfflineModeAccessible,
    options: course.options.map(({ id, values, texts: own }) => ({ id, title: title(own), values })),
    documents: documents.map(document => writtenDocument(document, names)),
    lessons: lessons.map(lesson => writtenLesson(lesson, names)),
    stages: stages.map(stage => ({
      key: stage.key,
      title: title(stage.texts),
      homeworks: stage.homeworks.map(writtenHomework),
      days: stage.days.map(writtenDay),
    })),
  }
}

const writtenQuestion = ({ texts: own }: CourseContent['course']['questions'][number]) => ({
  question: texts(own, 'question') ?? {},
  answer: texts(own, 'answer') ?? {},
})

function writtenDocument({ key, texts: own, url, mediaId }: CourseContent['documents'][number], names: MediaNames) {
  return { key, title: title(own), file: names.file(mediaId), url }
}

function writtenLesson(lesson: CourseContent['lessons'][number], names: MediaNames): CourseFile['lessons'][number] {
  return {
    key: lesson.key,
    title: title(lesson.texts),
    text: texts(lesson.texts, 'text'),
    links: lesson.links.map(({ url, texts: own }) => ({ title: title(own), url })),
    options: lesson.options,
    image: names.picture(lesson.imageId),
    videos: {
      main: names.video(lesson.videoId),
      analysis: names.video(lesson.descriptionVideoId),
      vertical: names.video(lesson.verticalVideoId),
      verticalAnalysis: names.video(lesson.verticalDescriptionVideoId),
    },
  }
}

/** All that a homework says, each with its languages. */
export const textsOfHomework = ({ texts: own, criteria, staffTexts }: HomeworkContent): Texts[] => [
  own,
  ...criteria.map(one => one.texts),
  staffTexts,
]

function writtenHomework(homework: HomeworkContent): CourseHomework {
  return {
    key: homework.key,
    title: title(homework.texts),
    text: texts(homework.texts, 'text'),
    criteria: homework.criteria.map(({ key, texts: own }) => ({ key, text: texts(own, 'text') ?? {} })),
    solution: texts(homework.staffTexts, 'solution'),
    answerWith: homework.answerWith,
    selfieRequired: homework.isSelfieRequired,
    required: homework.isRequired,
    isDemoAccessible: homework.isDemoAccessible,
    points: homework.score,
  }
}

function writtenDay(day: DayContent): CourseFile['stages'][number]['days'][number] {
  return {
    key: day.key,
    dayNumber: day.dayNumber,
    opensAfterDays: day.opensAfterDays,
    dayOfRest: day.isRest,
    title: title(day.texts),
    excerpt: texts(day.texts, 'excerpt'),
    requiredToComplete: day.isRequiredToComplete,
    selfieRequired: day.isSelfieRequired,
    isDemoAccessible: day.isDemoAccessible,
    finishTotalTime: day.finishTotalTimeSeconds,
    points: day.score,
    options: day.options,
    homeworks: day.homeworks.map(writtenHomework),
    lessonSets: day.lessonSets.map(({ key, repeatCount, repeatFrom, repeatTo, lessons }) => ({
      key,
      repeatCount,
      userRepeat: repeatFrom === null || repeatTo === null ? null : { from: repeatFrom, to: repeatTo },
      lessons: lessons.map(({ key: use, surveyFormUrl }) => ({ use, surveyFormUrl })),
    })),
  }
}
