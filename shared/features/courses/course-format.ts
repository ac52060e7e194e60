import { type Static, type TProperties, Type } from 'typebox'

/** The version of the open course format, the value of the marker `kurso-course`. */
export const formatVersion = 1 as const

/** In days: ten years. */
export const longestCourse = 3650

const closed = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false })
const maybe = Type.Optional
const count = (maximum: number, minimum = 0) => Type.Integer({ minimum, maximum })
const flag = maybe(Type.Boolean())

/** The form of a key. */
export const keyPattern = '^[a-z0-9][a-z0-9-]{0,79}$'
const key = Type.String({
  pattern: keyPattern,
  description: 'a key of small letters, digits and hyphens, at most 80',
})

/** The form of an alias: a key that could not be taken for a language in an address. */
const aliasPattern = '^(?![a-z]{2}$)[a-z0-9][a-z0-9-]{0,79}$'
const alias = Type.String({
  pattern: aliasPattern,
  description: 'a name in addresses of small letters, digits and hyphens, at most 80, and not of two letters alone',
})

/** Whether a text may be the key of a course or of a part. */
export const isKey = (text: string) => new RegExp(keyPattern).test(text)
const language = Type.String({
  pattern: '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\\d{3}))?$',
  description: 'a language code like en, pt-BR or zh-Hant',
})
/** As tools that make subtitles write it, es_ES for es-ES too. */
const subtitleLanguage = Type.String({
  pattern: '^[a-z]{2,3}([-_][A-Z][a-z]{3})?([-_]([A-Z]{2}|\\d{3}))?$',
  description: 'a language code like en, pt-BR or zh-Hant',
})
const texts = (maxLength: number) =>
  Type.Record(
    language,
    Type.String({ minLength: 1, maxLength, pattern: '\\S', description: 'a text that is not empty' }),
    {
      additionalProperties: false,
      minProperties: 1,
      description: 'a text for each language, like { en: … }',
    },
  )
const url = Type.String({
  maxLength: 2000,
  pattern: '^https?://[^\\s<>"\'\\\\/?#@]+([/?#][^\\s<>"\\\\]*)?$',
  description: 'an http or https address',
})
const file = Type.String({
  maxLength: 300,
  pattern: '^(?!.*(?:^|/)\\.{0,2}(?:/|$))[^\\\\:*?"<>|\\u0000-\\u001f]+$',
  description: 'a file inside the folder of the course',
})
const options = maybe(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 50, uniqueItems: true }))

const picture = closed({ large: file, medium: maybe(file), small: maybe(file) })

const video = closed({
  mp4: maybe(file),
  hls: maybe(file),
  poster: maybe(file),
  duration: maybe(Type.Number({ minimum: 0, maximum: 86_400 })),
  subtitles: maybe(Type.Record(subtitleLanguage, file, { additionalProperties: false })),
})

const lessonFields = {
  text: maybe(texts(200_000)),
  links: maybe(Type.Array(closed({ title: texts(300), url }), { maxItems: 100 })),
  options,
  image: maybe(picture),
  videos: maybe(
    closed({ main: maybe(video), analysis: maybe(video), vertical: maybe(video), verticalAnalysis: maybe(video) }),
  ),
}
const title = texts(300)

/** What an answer must contain; `any` is a text or a file. */
export const answerKinds = ['any', 'message', 'file', 'exercise'] as const
export type AnswerKind = (typeof answerKinds)[number]

/** The most criteria of a homework, and the longest one, in characters. */
export const mostCriteria = 30
export const longestCriterion = 300

const homework = closed({
  key: maybe(key),
  title,
  text: maybe(texts(20_000)),
  criteria: maybe(Type.Array(closed({ key, text: texts(longestCriterion) }), { maxItems: mostCriteria })),
  solution: maybe(texts(20_000)),
  answerWith: maybe(
    Type.Unsafe<AnswerKind>({ type: 'string', enum: answerKinds, description: `one of ${answerKinds.join(', ')}` }),
  ),
  selfieRequired: flag,
  required: flag,
  isDemoAccessible: flag,
  points: maybe(count(1_000_000)),
})
const homeworks = maybe(Type.Array(homework, { maxItems: 50 }))

const lessonSet = closed({
  key: maybe(key),
  repeatCount: maybe(count(100, 1)),
  userRepeat: maybe(closed({ from: count(100, 1), to: count(100, 1) })),
  lessons: Type.Array(
    closed({ use: maybe(key), key: maybe(key), title: maybe(title), ...lessonFields, surveyFormUrl: maybe(url) }),
    { minItems: 1, maxItems: 300 },
  ),
})

const day = closed({
  key: maybe(key),
  dayNumber: count(longestCourse, 1),
  opensAfterDays: maybe(count(longestCourse)),
  dayOfRest: flag,
  title,
  excerpt: maybe(texts(2000)),
  requiredToComplete: flag,
  selfieRequired: flag,
  isDemoAccessible: flag,
  finishTotalTime: maybe(count(604_800)),
  points: maybe(count(1_000_000)),
  options,
  homeworks,
  lessonSets: maybe(Type.Array(lessonSet, { maxItems: 50 })),
})

/** The most questions about a course, and the longest one, in characters. */
export const mostQuestions = 30
export const longestQuestion = 300
export const longestAnswer = 2000

/** A course as a person may write it: what is left out is filled in by `checkCourse`. Durations in seconds. */
export const WrittenCourse = closed({
  'kurso-course': Type.Literal(formatVersion, { description: `${formatVersion}, the only known version` }),
  key,
  alias: maybe(alias),
  languages: Type.Array(language, { minItems: 1, maxItems: 20, uniqueItems: true }),
  isPartlyTranslated: flag,
  title,
  shortTitle: maybe(texts(100)),
  shortDescription: maybe(texts(2000)),
  forWhom: maybe(texts(2000)),
  questions: maybe(
    Type.Array(closed({ question: texts(longestQuestion), answer: texts(longestAnswer) }), { maxItems: mostQuestions }),
  ),
  category: maybe(texts(100)),
  categoryId: maybe(count(2_000_000_000, 1)),
  complexity: maybe(texts(100)),
  licence: maybe(Type.String({ minLength: 1, maxLength: 200 })),
  attribution: maybe(Type.String({ minLength: 1, maxLength: 2000 })),
  consultationLimit: maybe(count(10_000)),
  image: maybe(picture),
  background: maybe(picture),
  demoVideo: maybe(video),
  isDemoDocumentsAccessible: flag,
  isDemoExpertMessageEnabled: flag,
  isDemoUserMessageEnabled: flag,
  isDemoOfflineModeAccessible: flag,
  options: maybe(
    Type.Array(
      closed({ id: key, title: texts(100), values: Type.Array(Type.String({ minLength: 1, maxLength: 100 })) }),
      {
        maxItems: 50,
      },
    ),
  ),
  documents: maybe(
    Type.Array(closed({ key: maybe(key), title, file: maybe(file), url: maybe(url) }), { maxItems: 500 }),
  ),
  lessons: maybe(Type.Array(closed({ key, title, ...lessonFields }), { maxItems: 10_000 })),
  stages: Type.Array(
    closed({ key: maybe(key), title, homeworks, days: Type.Array(day, { minItems: 1, maxItems: 1000 }) }),
    { minItems: 1, maxItems: 200 },
  ),
})
export type WrittenCourse = Static<typeof WrittenCourse>

export type CourseTexts = Record<string, string>
export type CoursePicture = { large: string; medium: string; small: string }

/** `duration` in seconds, null for the importer to measure; at least one of `mp4` and `hls` is set. */
export type CourseVideo = {
  mp4: string | null
  hls: string | null
  poster: string | null
  duration: number | null
  subtitles: Record<string, string>
}

export type CourseHomework = {
  key: string
  title: CourseTexts
  text: CourseTexts | null
  /** What the expert ticks, in order. */
  criteria: { key: string; text: CourseTexts }[]
  /** For staff alone. */
  solution: CourseTexts | null
  answerWith: AnswerKind
  /** The answer needs a photo of the learner. */
  selfieRequired: boolean
  required: boolean
  isDemoAccessible: boolean
  points: number
}

export type CourseLesson = {
  key: string
  title: CourseTexts
  text: CourseTexts | null
  links: { title: CourseTexts; url: string }[]
  options: string[]
  image: CoursePicture | null
  videos: {
    main: CourseVideo | null
    analysis: CourseVideo | null
    vertical: CourseVideo | null
    verticalAnalysis: CourseVideo | null
  }
}

/** `lessons` are named by their keys, in playing order. */
type CourseLessonSet = {
  key: string
  repeatCount: number
  userRepeat: { from: number; to: number } | null
  lessons: { use: string; surveyFormUrl: string | null }[]
}

/** `opensAfterDays` counts whole days from the stream's first; `finishTotalTime` is in seconds. */
export type CourseDay = {
  key: string
  dayNumber: number
  opensAfterDays: number
  dayOfRest: boolean
  title: CourseTexts
  excerpt: CourseTexts | null
  requiredToComplete: boolean
  selfieRequired: boolean
  isDemoAccessible: boolean
  finishTotalTime: number
  points: number
  options: string[]
  homeworks: CourseHomework[]
  lessonSets: CourseLessonSet[]
}

type CourseStage = { key: string; title: CourseTexts; homeworks: CourseHomework[]; days: CourseDay[] }

export type CourseDocument = { key: string; title: CourseTexts; file: string | null; url: string | null }

/** A course in full: every key given, every default filled in, every lesson in `lessons`. */
export type CourseFile = {
  key: string
  /** Its name in the address of its public page; null: the key. */
  alias: string | null
  languages: string[]
  isPartlyTranslated: boolean
  title: CourseTexts
  shortTitle: CourseTexts | null
  shortDescription: CourseTexts | null
  /** A line for each kind of people. */
  forWhom: CourseTexts | null
  questions: { question: CourseTexts; answer: CourseTexts }[]
  category: CourseTexts | null
  categoryId: number | null
  complexity: CourseTexts | null
  licence: string | null
  attribution: string | null
  consultationLimit: number | null
  image: CoursePicture | null
  background: CoursePicture | null
  demoVideo: CourseVideo | null
  isDemoDocumentsAccessible: boolean
  isDemoExpertMessageEnabled: boolean
  isDemoUserMessageEnabled: boolean
  isDemoOfflineModeAccessible: boolean
  options: { id: string; title: CourseTexts; values: string[] }[]
  documents: CourseDocument[]
  lessons: CourseLesson[]
  stages: CourseStage[]
}
