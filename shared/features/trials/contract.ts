import Type, { type Static } from 'typebox'
import { contract } from '#shared/platform/contract.ts'
import { DateText, Id } from '#shared/platform/schemas.ts'

const TrialChoices = Type.Object({
  today: DateText,
  problems_count: Type.Integer({ description: 'What is missing before the draft can be tried' }),
  /** None while something is missing. */
  days: Type.Array(
    Type.Object({
      day_number: Type.Integer(),
      title: Type.String(),
      opens_after_days: Type.Integer({ description: 'Calendar days after the start of a cohort' }),
    }),
  ),
  cohorts: Type.Array(Type.Object({ id: Id, starts_on: DateText, ends_on: DateText })),
})
export type TrialChoicesWire = Static<typeof TrialChoices>

const StartedTrial = Type.Object({ token: Type.String({ description: 'Signs in as the learner of the trial, once' }) })

/** A draft as its learners would find it, on any date. */
export const trials = contract({
  refusals: {
    trial_incomplete: {
      status: 409,
      text: {
        en: 'Something is still missing before the course can be tried.',
        ru: 'Чтобы попробовать курс, нужно ещё кое-что дополнить.',
        es: 'Todavía falta algo para poder probar el curso.',
      },
    },
    trial_dates: {
      status: 422,
      text: {
        en: 'Choose a date within ten years of the cohort, which ends no earlier than it begins',
        ru: 'Выберите дату в пределах десяти лет от начала потока; закончиться раньше, чем начаться, он не может',
        es: 'Elige una fecha a menos de diez años del inicio del grupo, que no puede terminar antes de empezar',
      },
    },
  },
  calls: {
    'GET /studio/courses/:id/trial': {
      access: 'author',
      summary: 'The days and cohorts with which the draft of a course can be tried',
      answer: TrialChoices,
    },
    'POST /studio/courses/:id/trial': {
      access: 'author',
      summary:
        "Makes the draft a course of one learner, who is on a chosen date of a cohort; ends the author's earlier trial of it",
      body: Type.Object({
        starts_on: DateText,
        ends_on: DateText,
        date: DateText,
        is_caught_up: Type.Boolean({ description: 'Whether the days that opened before that date are done' }),
      }),
      answer: StartedTrial,
      limit: { requests: 20, seconds: 60 },
      refusals: ['trial_incomplete', 'trial_dates'],
    },
  },
})
