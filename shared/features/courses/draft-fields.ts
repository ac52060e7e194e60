import { type Static, Type } from 'typebox'
import { Id, Line, Lines, nullable, NullableString, oneOf, Seconds } from '#shared/platform/schemas.ts'
import {
  answerKinds,
  keyPattern,
  longestAnswer,
  longestCourse,
  longestCriterion,
  longestQuestion,
  mostCriteria,
  mostQuestions,
} from './course-format.ts'
import { draftKinds, draftReasons, partIdPattern } from './draft.ts'

const count = (maximum: number, minimum = 0) => Type.Integer({ minimum, maximum })
const languageCode = '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\\d{3}))?$'
export const PartId = Type.String({ pattern: partIdPattern })
const Media = nullable(count(Number.MAX_SAFE_INTEGER, 1))

/** By language; what is not written yet is left out or empty. */
const texts = (maxLength: number) =>
  Type.Record(Type.String({ pattern: languageCode }), Lines(maxLength), {
    additionalProperties: false,
    maxProperties: 20,
  })

const options = Type.Array(Line(100), { maxItems: 50 })
const link = Type.Object({ title: texts(300), url: Line(2000) }, { additionalProperties: false })
const criterion = Type.Object(
  { key: Type.String({ pattern: keyPattern }), text: texts(longestCriterion) },
  { additionalProperties: false },
)
const question = Type.Object(
  { question: texts(longestQuestion), answer: texts(longestAnswer) },
  { additionalProperties: false },
)
const courseOption = Type.Object(
  { id: Line(80), title: texts(100), values: Type.Array(Line(100), { maxItems: 100 }) },
  { additionalProperties: false },
)

/**
 * What parts of a draft say, by the names of the open format; every field of any kind. Looser than the format, since what an
 * author is still writing is kept as it is; publishing checks the rest.
 */
export const DraftFields = Type.Partial(
  Type.Object({
    languages: Type.Array(Type.String({ pattern: languageCode }), { minItems: 1, maxItems: 20, uniqueItems: true }),
    isPartlyTranslated: Type.Boolean(),
    title: texts(300),
    shortTitle: texts(100),
    shortDescription: texts(2000),
    forWhom: texts(2000),
    questions: Type.Array(question, { maxItems: mostQuestions }),
    alias: Line(80),
    category: texts(100),
    categoryId: nullable(count(2_000_000_000, 1)),
    complexity: texts(100),
    licence: Line(200),
    attribution: Lines(2000),
    consultationLimit: nullable(count(10_000)),
    image: Media,
    background: Media,
    demoVideo: Media,
    isDemoDocumentsAccessible: Type.Boolean(),
    isDemoExpertMessageEnabled: Type.Boolean(),
    isDemoUserMessageEnabled: Type.Boolean(),
    isDemoOfflineModeAccessible: Type.Boolean(),
    courseOptions: Type.Array(courseOption, { maxItems: 50 }),
    excerpt: texts(2000),
    skippedDays: Type.Integer({
      minimum: -longestCourse,
      maximum: longestCourse,
      description: 'How many day numbers are left out before it',
    }),
    opensAfterDays: Type.Unsafe<number | null>({
      ...nullable(count(longestCourse)),
      description: 'Null: by the number of the day',
    }),
    dayOfRest: Type.Boolean(),
    requiredToComplete: Type.Boolean(),
    selfieRequired: Type.Boolean(),
    isDemoAccessible: Type.Boolean(),
    finishTotalTime: Type.Integer({ minimum: 0, maximum: 604_800, description: 'Seconds' }),
    points: count(1_000_000),
    options,
    repeatCount: count(100, 1),
    userRepeat: nullable(Type.Object({ from: count(100, 1), to: count(100, 1) }, { additionalProperties: false })),
    lesson: PartId,
    surveyFormUrl: nullable(Line(2000)),
    text: texts(200_000),
    links: Type.Array(link, { maxItems: 100 }),
    videos: Type.Object(
      { main: Media, analysis: Media, vertical: Media, verticalAnalysis: Media },
      { additionalProperties: false },
    ),
    criteria: Type.Array(criterion, { maxItems: mostCriteria }),
    solution: texts(20_000),
    answerWith: oneOf(answerKinds),
    required: Type.Boolean(),
    url: nullable(Line(2000)),
    media: Media,
  }),
  { additionalProperties: false },
)
export type DraftFields = Static<typeof DraftFields>

const place = { parent_id: nullable(PartId), sort: count(100_000), is_removed: Type.Boolean() }

/** A part in the tree: without its long texts, of which only the languages are told. */
const DraftHead = Type.Object({
  id: PartId,
  kind: oneOf(draftKinds),
  key: Type.String(),
  ...place,
  revision: Type.Integer({ description: 'Rises with every change of the content' }),
  content: DraftFields,
  text_languages: Type.Array(Type.String()),
})
export type DraftHeadWire = Static<typeof DraftHead>

export const Draft = Type.Object({
  key: Type.String(),
  title: Type.String(),
  base: Type.Integer({ description: 'The version that it began as; 0 where nothing was published' }),
  version: Type.Integer({ description: 'The version that is published now' }),
  revision: Type.Integer({ description: 'Rises with every change of the order' }),
  updated_at: Seconds,
  updated_by: NullableString,
  parts: Type.Array(DraftHead),
})
export type DraftWire = Static<typeof Draft>

const DraftMedia = Type.Object({
  id: Id,
  name: Type.String(),
  status: oneOf(['NOT_UPLOADED', 'UPLOADED', 'DONE', 'FAIL']),
  progress: Type.Integer({ description: 'Percent of the conversion' }),
  failure: NullableString,
})
export type DraftMediaWire = Static<typeof DraftMedia>

/** One part whole. */
export const WholeDraftPart = Type.Object({
  id: PartId,
  kind: oneOf(draftKinds),
  key: Type.String(),
  ...place,
  revision: Type.Integer(),
  content: DraftFields,
  media: Type.Array(DraftMedia, { description: 'The files that it names' }),
})
export type DraftPartWire = Static<typeof WholeDraftPart>

/** New parts with what they say, and parts that get another place. A part that doubles another begins as that one says. */
export const DraftChange = Type.Object({
  revision: count(2_000_000_000, 1),
  added: Type.Array(
    Type.Object({
      id: PartId,
      kind: oneOf(draftKinds),
      parent_id: PartId,
      sort: count(100_000),
      content: Type.Optional(DraftFields),
      doubles: Type.Optional(PartId),
    }),
    { maxItems: 2000 },
  ),
  placed: Type.Array(Type.Object({ id: PartId, ...place }), { maxItems: 5000 }),
})
export type DraftChangeWire = Static<typeof DraftChange>

/** What keeps a draft from being published. */
const DraftProblem = Type.Object({
  part: PartId,
  field: Type.String({ description: 'As `title.es`' }),
  reason: oneOf(draftReasons),
})
export type DraftProblemWire = Static<typeof DraftProblem>

export const DraftProblems = Type.Array(DraftProblem)
