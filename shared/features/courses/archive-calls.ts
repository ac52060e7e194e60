import Type, { type Static } from 'typebox'
import { NullableId, oneOf } from '#shared/platform/schemas.ts'

const count = Type.Integer({ minimum: 0 })

/** What keeps a course from being archived: a product that anybody can buy, or that new people get it as the demo. */
const CourseUse = Type.Object({ kind: oneOf(['product', 'demo']), id: NullableId, title: Type.String() })
export type CourseUseWire = Static<typeof CourseUse>

const ArchiveEffects = Type.Object({
  uses: Type.Array(CourseUse),
  learners: Type.Integer({ minimum: 0, description: 'Who keep their place until it ends' }),
  cohorts_open: count,
  cohorts_coming: count,
  codes: Type.Integer({ minimum: 0, description: 'By which learners can join now' }),
  orders_waiting: Type.Integer({ minimum: 0, description: 'Whoever pays one still gets the course' }),
})
export type ArchiveEffectsWire = Static<typeof ArchiveEffects>

const CourseState = Type.Object({ state: oneOf(['current', 'archived']) })

/** How a write is refused that would lead somebody new into a course that is archived. */
export const archivedRefusal = {
  course_archived: {
    status: 409,
    text: {
      en: 'The course is archived. Bring it back from the archive first.',
      ru: 'Курс в архиве. Сначала верните его из архива.',
      es: 'El curso está archivado. Recupéralo primero del archivo.',
    },
  },
} as const

export const archiveRefusals = {
  course_in_use: {
    status: 409,
    text: {
      en: 'The course is still sold or given as the demo. Look at where it is used.',
      ru: 'Курс ещё продаётся или выдаётся как демо. Посмотрите, где он используется.',
      es: 'El curso todavía se vende o se da como demo. Mira dónde se usa.',
    },
  },
} as const

/** The calls by which a published course is archived, so that nobody new gets it, and brought back. */
export const archiveCalls = {
  'GET /studio/courses/:id/archive-effects': {
    access: 'admin',
    summary: 'What archiving a course would mean, and where it is used so that it cannot be; nothing is changed',
    answer: ArchiveEffects,
  },
  'PUT /studio/courses/:id/state': {
    access: 'admin',
    summary: 'Archives a published course, or brings it back; learners keep what they have',
    body: CourseState,
    answer: CourseState,
    refusals: ['course_in_use'],
  },
} as const
