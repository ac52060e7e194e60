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
  return new Writing(parts, root).course()
}

/** Writes a draft down in the order of its tree, and notes which part each place of the text is. */
class Writing {
  private readonly parts: readonly DraftPart[]
  private readonly root: DraftPart
  private readonly say: Say
  private readonly lessons: DraftPart[]
  private readonly partAt: Map<string, string>
  private dayNumber = 0

  constructor(parts: readonly DraftPart[], root: DraftPart) {
    this.parts = parts
    this.root = root
    this.say = saying(root.content.languages ?? [])
    this.lessons = this.within(root.id, 'lesson')
    this.partAt = new Map([['', root.id]])
  }

  course(): WrittenDraft {
    const { root, say, partAt } = this
    const stages = this.each(root.id, 'stage', 'stages', (stage, place) => ({
      key: stage.key,
      title: say(stage.content.title) ?? {},
      homeworks: this.homeworks(stage.id, place),
      days: this.each(stage.id, 'day', `${place}.days`, (day, at) => this.day(day, at)),
    }))
    const documents = this.each(root.id, 'document', 'documents', document => writtenDocument(document, say))
    const lessons = this.each(root.id, 'lesson', 'lessons', lesson => writtenLesson(lesson, say))
    return { written: { ...writtenCourse(root, say), documents, lessons, stages }, partAt }
  }

  private day(day: DraftPart, place: string): WrittenDay {
    this.dayNumber += 1 + (day.content.skippedDays ?? 0)
    const fields = writtenDay(day, this.dayNumber, this.say)
    return { ...fields, homeworks: this.homeworks(day.id, place), lessonSets: this.lessonSets(day, place) }
  }

  private homeworks(holder: string, place: string): WrittenHomework[] {
    return this.each(holder, 'homework', `${place}.homeworks`, homework => writtenHomework(homework, this.say))
  }

  private lessonSets(day: DraftPart, place: string) {
    const keys = new Map(this.lessons.map(({ id, key }) => [id, key]))
    const sets = this.within(day.id, 'set').filter(set => this.within(set.id, 'place').length > 0)
    return this.note(sets, `${place}.lessonSets`, (set, at) => {
      const { repeatCount = 1, userRepeat } = set.content
      const lessons = this.each(set.id, 'place', `${at}.lessons`, ({ content: { lesson = '', surveyFormUrl } }) => ({
        use: keys.get(lesson) ?? lesson,
        ...(surveyFormUrl ? { surveyFormUrl } : {}),
      }))
      return { key: set.key, repeatCount, ...(userRepeat ? { userRepeat } : {}), lessons }
    })
  }

  private within(holder: string, kind: DraftPart['kind']): DraftPart[] {
    return partsIn(this.parts, holder).filter(part => part.kind === kind)
  }

  private each<T>(
    holder: string,
    kind: DraftPart['kind'],
    list: string,
    write: (part: DraftPart, place: string) => T,
  ): T[] {
    return this.note(this.within(holder, kind), list, write)
  }

  private note<T>(parts: readonly DraftPart[], list: string, write: (part: DraftPart, place: string) => T): T[] {
    return parts.map((part, index) => {
      this.partAt.set(`${list}[${index}]`, part.id)
      return write(part, `${list}[${index}]`)
    })
  }
}

function writtenCourse({ key, content }: DraftPart, say: Say): Omit<WrittenCourse, 'stages'> {
  const { languages = [], isPartlyTranslated = false, courseOptions = [], licence, attribution } = content
  return given({
    'kurso-course': formatVersion,
    key,
    alias: content.alias || undefined,
    languages,
    isPartlyTranslated,
    title: say(content.title) ?? {},
    shortTitle: say(content.shortTitle),
    shortDescription: say(content.shortDescription),
    forWhom: say(content.forWhom),
    questions: content.questions?.map(one => ({ question: say(one.question) ?? {}, answer: say(one.answer) ?? {} })),
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
    options: courseOptions.map(({ id, title, values }) => ({ id, title: say(title) ?? {}, values: written(values) })),
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
  const { criteria = [], answerWith, selfieRequired, required, isDemoAccessible, points } = content
  return given({
    key,
    title: say(content.title) ?? {},
    text: say(content.text),
    criteria: criteria.map(criterion => ({ key: criterion.key, text: say(criterion.text) ?? {} })),
    solution: say(content.solution),
    answerWith,
    selfieRequired,
    required,
    isDemoAccessible,
    points,
  })
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
