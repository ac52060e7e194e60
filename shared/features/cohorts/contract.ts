import Type, { type Static } from 'typebox'
import { archivedRefusal } from '#shared/features/courses/archive-calls.ts'
import { StreamStatus } from '#shared/features/streams/contract.ts'
import { contract } from '#shared/platform/contract.ts'
import { DateText, Id, nullable, NullableSeconds, NullableString, oneOf, PageNumber } from '#shared/platform/schemas.ts'
import { cohortRefusals } from './refusals.ts'
import { codeCalls } from './code-calls.ts'
import { lineProblems, mostListed } from './people-list.ts'
import { placeRefusals } from './rules.ts'

const Seats = nullable(Type.Integer({ minimum: 1, maximum: 100_000, description: 'null for any number' }))

const Cohort = Type.Object({
  id: Id,
  course_id: Id,
  course_title: Type.String(),
  starts_on: DateText,
  ends_on: DateText,
  state: oneOf(['not_started', 'open', 'ended']),
  seats: Seats,
  learners_count: Type.Integer(),
})
export type CohortWire = Static<typeof Cohort>

const Named = Type.Object({ id: Id, name: Type.String() })

const WholeCohort = Type.Object({
  ...Cohort.properties,
  /** Then nobody new can join. */
  is_course_archived: Type.Boolean(),
  days: Type.Array(
    Type.Object({
      id: Id,
      day_number: Type.Integer(),
      title: Type.String(),
      day_of_rest: Type.Boolean(),
      opens_on: DateText,
    }),
  ),
  /** Who reviews and answers; nobody is named where all experts of the school do. */
  experts: Type.Array(Named),
})
export type WholeCohortWire = Static<typeof WholeCohort>

const Seen = Type.Object({
  status: StreamStatus,
  starts_on: DateText,
  ends_on: DateText,
  open_days: Type.Integer({ description: 'How many days have opened by their date' }),
})

const PlaceEffect = Type.Object({
  id: Id,
  user_id: Id,
  name: Type.String(),
  outcome: oneOf(['changed', 'same', 'refused']),
  reason: nullable(oneOf(placeRefusals)),
  before: Seen,
  /** Null unless it changes, and where the place is taken away. */
  after: nullable(Seen),
})
export type PlaceEffectWire = Static<typeof PlaceEffect>

const Effects = Type.Object({
  places: Type.Array(PlaceEffect),
  seal: Type.String({ description: 'Sent with the change, which is refused if its effects are others' }),
})
export type EffectsWire = Static<typeof Effects>

const placeActions = ['move', 'freeze', 'unfreeze', 'extend', 'stop', 'resume', 'take_out', 'full_access'] as const
export type PlaceActionName = (typeof placeActions)[number]

/** What is done with which places; each action needs its own of the optional fields. */
const actionFields = {
  place_ids: Type.Array(Id, { minItems: 1, maxItems: 10_000 }),
  action: oneOf(placeActions),
  cohort_id: Type.Optional(Id),
  start_date: Type.Optional(DateText),
  end_date: Type.Optional(DateText),
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3660 })),
}
const ActionBody = Type.Object(actionFields)
export type ActionBodyWire = Static<typeof ActionBody>

const ListedPeople = Type.Array(
  Type.Object({
    line: Type.Integer({ minimum: 1 }),
    name: Type.String({ maxLength: 1000 }),
    email: Type.String({ maxLength: 1000 }),
    phone: Type.String({ maxLength: 1000 }),
  }),
  { minItems: 1, maxItems: mostListed },
)

const CheckedLine = Type.Object({
  line: Type.Integer(),
  outcome: oneOf(['new', 'known', 'present', 'wrong']),
  problem: nullable(oneOf(lineProblems)),
})
export type CheckedLineWire = Static<typeof CheckedLine>

const cohortFields = { starts_on: DateText, ends_on: DateText, seats: Seats }
const seal = Type.String({ maxLength: 100 })
const done = Type.Object({ changed: Type.Integer() })

export const learnerOrders = ['name', 'reached', 'done', 'seen', 'waiting', 'points'] as const

const CohortLearner = Type.Object({
  id: Id,
  user_id: Id,
  name: Type.String(),
  email: NullableString,
  status: StreamStatus,
  ends_on: DateText,
  is_demo: Type.Boolean(),
  course_full_access: Type.Boolean(),
  reached: Type.Integer({ description: 'Number of the furthest day begun; 0 for none' }),
  days_done: Type.Integer(),
  days_count: Type.Integer(),
  done: Type.Integer({ description: 'Percent' }),
  seen_at: NullableSeconds,
  waiting: Type.Integer({ description: 'Submissions that wait for an expert' }),
  overdue: Type.Integer({ description: 'Of these, those whose time is up' }),
  points: Type.Integer(),
})
export type CohortLearnerWire = Static<typeof CohortLearner>

/**
 * The cohorts of a school: authors open them, administrators look after the learners in them, learners join them by a code.
 */
export const cohorts = contract({
  refusals: { ...cohortRefusals, ...archivedRefusal },
  calls: {
    'GET /studio/cohorts': {
      access: 'author',
      summary: 'The cohorts of the school, the latest start first',
      answer: Type.Array(Cohort),
    },
    'POST /studio/cohorts': {
      access: 'author',
      summary: 'Opens a cohort; without an end, it ends a month after the last day of the course opens',
      body: Type.Object({
        course_id: Id,
        starts_on: DateText,
        ends_on: Type.Optional(DateText),
        seats: Type.Optional(Seats),
      }),
      answer: Type.Object({ id: Id }),
      refusals: ['no_course', 'course_archived', 'cohort_exists', 'cohort_far', 'cohort_over', 'cohort_short'],
    },
    'GET /studio/cohorts/:id': {
      access: 'author',
      summary: 'A cohort with the dates of its days',
      answer: WholeCohort,
    },
    'POST /studio/cohorts/:id/effects': {
      access: 'admin',
      summary: 'What other dates would do to the learners; nothing is changed',
      body: Type.Object(cohortFields),
      answer: Effects,
      refusals: ['cohort_far', 'cohort_over', 'cohort_short'],
    },
    'PUT /studio/cohorts/:id': {
      access: 'admin',
      summary: 'Changes dates and seats, with no other effects on learners than were shown',
      body: Type.Object({ ...cohortFields, seal }),
      answer: done,
      refusals: ['cohort_exists', 'cohort_far', 'cohort_over', 'cohort_short', 'place_effects_changed'],
    },
    'DELETE /studio/cohorts/:id': {
      access: 'admin',
      summary: 'Deletes a cohort that nobody was ever in and nothing leads to, with its codes',
      answer: Type.Object({}),
      refusals: ['cohort_in_use'],
    },
    'GET /studio/cohorts/:id/learners': {
      access: 'admin',
      summary: 'The learners of a cohort and how far they are',
      query: Type.Object({
        sort: Type.Optional(oneOf(learnerOrders)),
        order: Type.Optional(oneOf(['asc', 'desc'])),
        page: Type.Optional(PageNumber),
        'per-page': Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 100 })),
      }),
      isPaged: true,
      answer: Type.Array(CohortLearner),
    },
    'POST /studio/cohorts/:id/learners': {
      access: 'admin',
      summary: 'Enrols people of the school; who was taken out gets back what they had',
      body: Type.Object({
        user_ids: Type.Array(Id, { minItems: 1, maxItems: 1000 }),
        is_demo: Type.Optional(Type.Boolean()),
      }),
      answer: Type.Object({ enrolled: Type.Integer() }),
      refusals: ['course_archived', 'no_person', 'no_seat'],
    },
    'POST /studio/cohorts/:id/people/check': {
      access: 'admin',
      summary: 'What enrolling a list of people would do with each line; nothing is written',
      body: Type.Object({ people: ListedPeople }),
      answer: Type.Object({ lines: Type.Array(CheckedLine), seats_left: nullable(Type.Integer()) }),
      refusals: ['course_archived'],
    },
    'POST /studio/cohorts/:id/people': {
      access: 'admin',
      summary: 'Enrols the people in the good lines of a list; who has no account gets one, and an e-mail with a link',
      body: Type.Object({ people: ListedPeople }),
      answer: Type.Object({ enrolled: Type.Integer(), invited_ids: Type.Array(Id) }),
      refusals: ['course_archived', 'no_seat'],
    },
    'POST /studio/cohorts/:id/learners/effects': {
      access: 'admin',
      summary: 'What an action would do to each of the learners; nothing is changed',
      body: ActionBody,
      answer: Effects,
      refusals: ['no_cohort', 'no_seat'],
    },
    'POST /studio/cohorts/:id/learners/actions': {
      access: 'admin',
      summary: 'Moves, pauses, extends, stops or takes out learners, with no other effects than were shown',
      body: Type.Object({ ...actionFields, seal }),
      answer: done,
      refusals: ['no_cohort', 'no_seat', 'place_effects_changed'],
    },
    ...codeCalls,
  },
})
