import { formatVersion, type WrittenCourse } from '#shared/features/courses/course-format.ts'
import { partsIn } from '#shared/features/courses/draft.ts'
import { nameOfMedia } from './draft-media.ts'
import type { DraftPart } from './draft-queries.ts'

type Written<Name extends keyof WrittenCourse> = WrittenCourse[Name]
type WrittenStage = Written<'stages'>[number]
type WrittenDay = WrittenStage['days'][number]
type WrittenHomework = NonNullable<WrittenDay['homeworks']>[number]
type WrittenLesson = NonNullable<Written<'lessons'>>[number]

/** A draft in the open format, and which part each of its places is. */
export type WrittenDraft = { written: WrittenCourse; partAt: ReadonlyMap<string, string> }

const film = (id: number | null | undefined) => (id ? { mp4: nameOfMedia(id) } : undefined)
const picture = (id: number | null | undefined) => (id ? { large: nameOfMedia(id) } : undefined)
type Texts = Record<string, string>
/** The texts that say something in the languages of the course; undefined where there are none. */
type Say = (all: Texts | undefined) => Texts | undefined

const saying =
  (languages: readonly string[]): Say =>
  (all = {}) => {
    const said = Object.entries(all).filter(([code, text]) => languages.includes(code) && text.trim() !== '')
    return said.length ? Object.fromEntries(said) : undefined
  }

/** The draft as a file would say it. Sets without lessons are left out; what is missing yet is left to the check. */
export function writtenDraft(parts: readonly DraftPart[]): WrittenDraft {
  const root = parts.find(({ kind }) => kind === 'course')
  if (!root) throw new Error('A draft without a course')
  const { languages = [] } = root.content
  const say = saying(languages)
  const within = (id: string, kind: DraftPart['kind']) => partsIn(parts, id).filter(one => one.kind === kind)
  const partAt = new Map<string, string>([['', root.id]])
  const at = (place: string, { id }: DraftPart) => void partAt.set(place, id)
  const lessons = within(root.id, 'lesson')
  const keys = new Map(lessons.map(({ id, key }) => [id, key]))
  let number = 0

  const homeworksOf = (owner: string, place: string) =>
    within(owner, 'homework').map((homework, index) => {
      at(`${place}.homeworks[${index}]`, homework)
      return writtenHomework(homework, say)
    })
  const setsOf = (day: DraftPart, place: string) => {
    const sets = within(day.id, 'set').map(set => ({ set, places: within(set.id, 'place') }))
    return sets
      .filter(({ places }) => places.length > 0)
      .map(({ set, places }, index) => {
        const own = `${place}.lessonSets[${index}]`
        at(own, set)
        const { repeatCount = 1, userRepeat } = set.content
        const shown = places.map((one, position) => {
          at(`${own}.lessons[${position}]`, one)
          const { lesson = '', surveyFormUrl } = one.content
          return { use: keys.get(lesson) ?? lesson, ...(surveyFormUrl ? { surveyFormUrl } : {}) }
        })
        return { key: set.key, repeatCount, ...(userRepeat ? { userRepeat } : {}), lessons: shown }
      })
  }
  const dayOf = (day: DraftPart, place: string): WrittenDay => {
    at(place, day)
    number += 1 + (day.content.skippedDays ?? 0)
    const lessonSets = setsOf(day, place)
    return { ...writtenDay(day, number, say), homeworks: homeworksOf(day.id, place), lessonSets }
  }
  const stages = within(root.id, 'stage').map((stage, index) => {
    const place = `stages[${index}]`
    at(place, stage)
    const days = within(stage.id, 'day').map((day, position) => dayOf(day, `${place}.days[${position}]`))
    return { key: stage.key, title: say(stage.content.title) ?? {}, homeworks: homeworksOf(stage.id, place), days }
  })
  const documents = within(root.id, 'document').map((document, index) => {
    at(`documents[${index}]`, document)
    return writtenDocument(document, say)
  })
  for (const [index, lesson] of lessons.entries()) at(`lessons[${index}]`, lesson)
  const written = {
    ...writtenCourse(root, say),
    documents,
    lessons: lessons.map(lesson => writtenLesson(lesson, say)),
    stages,
  }
  return { written, partAt }
}

function writtenCourse({ key, content }: DraftPart, say: Say): Omit<WrittenCourse, 'stages'> {
  const { languages = [], isPartlyTranslated = false, courseOptions = [], licence, attribution } = content
  return given({
    'kurso-course': formatVersion,
    key,
    languages,
    isPartlyTranslated,
    title: say(content.title) ?? {},
    shortTitle: say(content.shortTitle),
    shortDescription: say(content.shortDescription),
    category: say(content.category),
    categoryId: content.categoryId ?? undefined,
    complexity: say(content.complexity),
    licence: licence || undefined,
    attribution: attribution || undefined,
    consultationLimit: content.consultationLimit ?? undefined,
    image: picture(content.image),
    background: picture(content.background),
    demoVideo: film(content.demoVideo),
    isDemoDocumentsAccessible: content.isDemoDocumentsAccessible,
    isDemoExpertMessageEnabled: content.isDemoExpertMessageEnabled,
    isDemoUserMessageEnabled: content.isDemoUserMessageEnabled,
    isDemoOfflineModeAccessible: content.isDemoOfflineModeAccessible,
    options: courseOptions.map(({ id, title, values }) => ({ id, title: say(title) ?? {}, values })),
  })
}

function writtenDay({ key, content }: DraftPart, dayNumber: number, say: Say): WrittenDay {
  return given({
    key,
    dayNumber,
    opensAfterDays: content.opensAfterDays ?? dayNumber - 1,
    dayOfRest: content.dayOfRest,
    title: say(content.title) ?? {},
    excerpt: say(content.excerpt),
    requiredToComplete: content.requiredToComplete,
    selfieRequired: content.selfieRequired,
    isDemoAccessible: content.isDemoAccessible,
    finishTotalTime: content.finishTotalTime,
    points: content.points,
    options: written(content.options),
  })
}

function writtenHomework({ key, content }: DraftPart, say: Say): WrittenHomework {
  const { answerWith, selfieRequired, required, isDemoAccessible, points } = content
  const title = say(content.title) ?? {}
  return given({ key, title, text: say(content.text), answerWith, selfieRequired, required, isDemoAccessible, points })
}

function writtenLesson({ key, content }: DraftPart, say: Say): WrittenLesson {
  const { main, analysis, vertical, verticalAnalysis } = content.videos ?? {}
  return given({
    key,
    title: say(content.title) ?? {},
    text: say(content.text),
    links: content.links?.map(({ title, url }) => ({ title: say(title) ?? {}, url })),
    options: written(content.options),
    image: picture(content.image),
    videos: given({
      main: film(main),
      analysis: film(analysis),
      vertical: film(vertical),
      verticalAnalysis: film(verticalAnalysis),
    }),
  })
}

function writtenDocument({ key, content }: DraftPart, say: Say) {
  const file = content.media ? nameOfMedia(content.media) : undefined
  return given({ key, title: say(content.title) ?? {}, url: content.url || undefined, file })
}

/** What an author may choose from, each once; a line that is being written says nothing yet. */
const written = (options: readonly string[] = []) => [...new Set(options.filter(option => option.trim() !== ''))]

type Given<T> = { [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name] } & {
  [Name in keyof T as undefined extends T[Name] ? Name : never]?: Exclude<T[Name], undefined>
}

/** The fields that have a value. */
function given<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>
}
