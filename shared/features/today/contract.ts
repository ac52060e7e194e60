import Type, { type Static } from 'typebox'
import { tokenText } from '#shared/features/accounts/tokens.ts'
import { contract } from '#shared/platform/contract.ts'
import { DateText, Id, NullableSeconds, nullable, oneOf, Seconds } from '#shared/platform/schemas.ts'
import { letterProblems } from './rules.ts'

const count = Type.Integer({ minimum: 0 })

/** What needs somebody today, in the whole school. */
const Today = Type.Object({
  reviews: Type.Object({ waiting: count, overdue: count }),
  chats_waiting: count,
  requests_waiting: count,
  /** Clubs in whose chat messages were reported and nobody has decided yet, the first reported first. */
  reported: Type.Array(Type.Object({ club_id: Id, title: Type.String(), messages: count })),
  /** The school’s own and those of the whole server, within a day. */
  failed_jobs: Type.Array(Type.Object({ name: Type.String(), count, last_at: Seconds })),
  /** Those that start within a week, the next one first. */
  cohorts: Type.Array(Type.Object({ id: Id, course_title: Type.String(), starts_on: DateText, learners_count: count })),
})
export type TodayWire = Static<typeof Today>

/** What a new school has to do, as the facts say. */
const FirstSteps = Type.Object({
  letter: Type.Object({
    asked_at: NullableSeconds,
    sent_at: NullableSeconds,
    opened_at: NullableSeconds,
    problem: nullable(oneOf(letterProblems)),
    /** The mail server's own words. */
    detail: Type.String(),
  }),
  has_course: Type.Boolean(),
  has_cohort: Type.Boolean(),
  has_learner: Type.Boolean(),
  /** Whether something was paid through the account that takes the money now; a test charge counts. */
  has_payment: Type.Boolean(),
})
export type FirstStepsWire = Static<typeof FirstSteps>

/** An administrator's day, and the first steps of a new school. */
export const today = contract({
  refusals: {
    letter_link_over: {
      status: 409,
      isOfSecret: true,
      text: {
        en: 'A later test e-mail has taken the place of this one',
        ru: 'Это письмо заменила более поздняя проверка',
        es: 'Un correo de prueba posterior ha sustituido a este',
      },
    },
  },
  calls: {
    'GET /studio/today': {
      access: 'admin',
      summary: 'What waits, is overdue, fails or starts soon',
      answer: Today,
    },
    'POST /studio/failed-jobs/retry': {
      access: 'admin',
      summary: 'Tries the school’s failed jobs again where that is of use; those that wait or run already stay one',
      limit: { requests: 10, seconds: 60 },
      answer: Type.Object({ retried: count }),
    },
    'GET /studio/first-steps': {
      access: 'admin',
      summary: 'Which first steps of a new school are done, found out from what there is',
      answer: FirstSteps,
    },
    'POST /studio/test-letter': {
      access: 'admin',
      summary: 'Sends the caller an e-mail with a link; opening it shows that e-mails arrive',
      limit: { requests: 10, seconds: 60 },
      answer: Type.Object({}),
    },
    'POST /test-letter': {
      access: 'public',
      summary: 'The link of the latest test e-mail was opened',
      limit: { requests: 30, seconds: 60 },
      body: Type.Object({ token: tokenText }),
      answer: Type.Object({}),
      refusals: ['letter_link_over'],
    },
  },
})
