import Type, { type Static } from 'typebox'
import { room } from '#shared/platform/live-rooms.ts'
import { Id, Line, NullableString, nullable, oneOf, PageNumber, Seconds } from '#shared/platform/schemas.ts'
import { Draft, DraftChange, DraftFields, DraftProblems, PartId, WholeDraftPart } from './draft-fields.ts'
import { partEffects, partKinds } from './part-keys.ts'

const VersionNumber = Type.Integer({ minimum: 1, maximum: 2_000_000_000 })

const PartEffect = Type.Object({
  kind: oneOf(partKinds),
  key: Type.String(),
  titles: Type.Record(Type.String(), Type.String(), { description: 'By language' }),
  effect: oneOf(partEffects),
  learners: Type.Integer({ description: 'How many learners have records of it' }),
})
export type PartEffect = Static<typeof PartEffect>

const VersionEffects = Type.Object({
  parts: Type.Array(PartEffect),
  learners: Type.Integer({ description: 'How many learners have the course' }),
  learners_falling: Type.Integer({ description: 'Of these, whose share of finished days falls' }),
  submissions_kept: Type.Integer({ description: 'Submissions that wait at a homework which leaves the course' }),
})
export type VersionEffects = Static<typeof VersionEffects>

const CourseVersion = Type.Object({
  number: Type.Integer(),
  published_at: Seconds,
  published_by: NullableString,
  brought_back: nullable(Type.Integer()),
  effects: VersionEffects,
})
export type CourseVersionWire = Static<typeof CourseVersion>

const CourseHistory = Type.Object({
  key: Type.String(),
  title: Type.String(),
  version: Type.Integer(),
  has_draft: Type.Boolean(),
  is_archived: Type.Boolean(),
  versions: Type.Array(CourseVersion),
})
export type CourseHistoryWire = Static<typeof CourseHistory>

const WrittenCourse = Type.Object({
  id: Id,
  key: Type.String(),
  title: Type.String(),
  languages: Type.Array(Type.String()),
  version: Type.Integer(),
  days_count: Type.Integer(),
  learners_count: Type.Integer(),
  published_at: Seconds,
  is_archived: Type.Boolean(),
})
export type WrittenCourseWire = Type.Static<typeof WrittenCourse>

/** What happens in a draft. */
export const draftRoom = room('draft', Id, 'authors and admins of the school')

export const authoringSignals = {
  /** Somebody changed the order of a draft to this revision; or, with 0, came to it or opened another part of it. */
  draft: { room: draftRoom, ids: Type.Object({ user_id: Id, revision: Type.Integer() }) },
} as const

/** How authors' calls are refused. */
export const authoringRefusals = {
  effects_changed: {
    status: 409,
    text: {
      en: 'The course has changed since you looked at the effects. Look at them again.',
      ru: 'Курс изменился с тех пор, как вы смотрели последствия. Посмотрите их ещё раз.',
      es: 'El curso ha cambiado desde que miraste los efectos. Vuelve a mirarlos.',
    },
  },
  draft_changed: {
    status: 409,
    text: {
      en: 'Somebody else has changed this meanwhile.',
      ru: 'Это тем временем изменил кто-то другой.',
      es: 'Mientras tanto, otra persona ha cambiado esto.',
    },
  },
  draft_incomplete: {
    status: 409,
    text: {
      en: 'Something is still missing before the course can be published.',
      ru: 'Чтобы опубликовать курс, нужно ещё кое-что дополнить.',
      es: 'Todavía falta algo para poder publicar el curso.',
    },
  },
  part_misplaced: {
    status: 422,
    text: {
      en: 'This cannot stand here.',
      ru: 'Сюда это поместить нельзя.',
      es: 'Esto no se puede colocar aquí.',
    },
  },
  field_of_other_part: {
    status: 422,
    text: {
      en: 'This part has no such field.',
      ru: 'У этой части нет такого поля.',
      es: 'Esta parte no tiene ese campo.',
    },
  },
  file_unknown: {
    status: 422,
    text: {
      en: 'This file is not one of your school.',
      ru: 'Этого файла нет среди файлов вашей школы.',
      es: 'Este archivo no es de tu escuela.',
    },
  },
} as const

/** The calls of those who write courses: of their brand alone. */
export const authoringCalls = {
  'GET /studio/courses': {
    access: 'author',
    summary: 'The courses of the brand, the last published first',
    answer: Type.Array(WrittenCourse),
  },
  'GET /studio/courses/:id/versions': {
    access: 'author',
    summary: 'What a course was, by pages, the latest version first',
    isPaged: true,
    query: Type.Object({ page: Type.Optional(PageNumber) }),
    answer: CourseHistory,
  },
  'GET /studio/courses/:id/versions/:versionId/effects': {
    access: 'author',
    summary: 'What publishing an earlier version again would do; nothing is published',
    answer: Type.Object({
      effects: VersionEffects,
      seal: Type.String({ description: 'Sent with the publication, which is refused if its effects are others' }),
    }),
  },
  'POST /studio/courses/:id/versions': {
    access: 'author',
    summary: 'Publishes an earlier version again as the next one; nothing happens where it is the current one',
    body: Type.Object({ version: VersionNumber, seal: Type.String({ maxLength: 100 }) }),
    answer: Type.Object({ version: Type.Integer() }),
    refusals: ['effects_changed'],
  },
  'POST /studio/courses': {
    access: 'author',
    summary: 'A new course with an empty draft; with the same id, the same course',
    body: Type.Object({ id: PartId, title: Line(300), language: oneOf(['en', 'ru', 'es']) }),
    answer: Type.Object({ id: Id }),
  },
  'GET /studio/courses/:id/draft': {
    access: 'author',
    summary: 'What is being written, as a tree',
    answer: Draft,
  },
  'POST /studio/courses/:id/draft': {
    access: 'author',
    summary: 'Begins a draft as what is published; nothing happens where there is one',
    answer: Type.Object({ id: Id }),
  },
  'POST /studio/courses/:id/draft/discard': {
    access: 'author',
    summary: 'Throws a draft away if nobody has changed its order meanwhile; what is published stays',
    body: Type.Object({ revision: Type.Integer({ minimum: 1 }) }),
    answer: Type.Object({}),
    refusals: ['draft_changed'],
  },
  'POST /studio/courses/:id/draft/authors': {
    access: 'author',
    summary: 'Says which part of a draft an author has open, and answers who else is at it; said again every 15 s',
    body: Type.Object({ part: nullable(PartId) }),
    answer: Type.Array(Type.Object({ name: Type.String(), part: nullable(PartId) })),
  },
  'POST /studio/courses/:id/draft/edits': {
    access: 'author',
    summary: 'Adds, moves, removes and brings back parts of a draft',
    body: DraftChange,
    answer: Type.Object({ revision: Type.Integer() }),
    refusals: ['draft_changed', 'part_misplaced', 'field_of_other_part', 'file_unknown'],
  },
  'GET /studio/courses/:id/draft/parts/:part': {
    access: 'author',
    summary: 'One part whole',
    answer: WholeDraftPart,
  },
  'PATCH /studio/courses/:id/draft/parts/:part': {
    access: 'author',
    summary: 'Changes some of what a part says, if nobody has changed it meanwhile',
    body: Type.Object({ revision: Type.Integer({ minimum: 1 }), content: DraftFields }),
    answer: Type.Object({ revision: Type.Integer() }),
    refusals: ['draft_changed', 'field_of_other_part', 'file_unknown'],
  },
  'GET /studio/courses/:id/draft/effects': {
    access: 'author',
    summary: 'What publishing the draft would do, or what is missing before it can be',
    answer: Type.Object({ problems: DraftProblems, effects: nullable(VersionEffects), seal: Type.String() }),
  },
  'POST /studio/courses/:id/draft/publication': {
    access: 'author',
    summary: 'Publishes the draft as the next version, with no other effects than were seen',
    body: Type.Object({ seal: Type.String({ maxLength: 100 }) }),
    answer: Type.Object({ version: Type.Integer() }),
    refusals: ['effects_changed', 'draft_incomplete'],
  },
} as const
