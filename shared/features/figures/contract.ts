import Type, { type Static } from 'typebox'
import { contract } from '#shared/platform/contract.ts'
import { DateText, Id, nullable, NullableString, oneOf, PageNumber } from '#shared/platform/schemas.ts'
import { moneyCalls } from './money-contract.ts'
import { peopleKinds, spanNames } from './rules.ts'

const count = Type.Integer({ minimum: 0 })
const share = nullable(Type.Number({ description: 'From 0 to 1; null when nobody began' }))

const Activity = Type.Object({
  /** Days, weeks or months of the learners’ own calendars, the earliest first; a week begins on Monday. */
  spans: Type.Array(Type.Object({ starts_on: DateText, learners: count })),
})

const AnswerWeek = Type.Object({
  starts_on: DateText,
  answered: count,
  late: Type.Integer({ description: 'Answered after their time was up' }),
  median: nullable(Type.Number({ description: 'Seconds' })),
  p90: nullable(Type.Number({ description: 'Seconds' })),
})
export type AnswerWeekWire = Static<typeof AnswerWeek>

/** How far the learners of each cohort came; the figures stand in the order of the days. */
const Stops = Type.Object({
  title: Type.String(),
  days: Type.Array(Type.Object({ id: Id, day_number: Type.Integer(), title: Type.String() })),
  cohorts: Type.Array(
    Type.Object({
      id: Id,
      starts_on: DateText,
      learners: count,
      not_begun: Type.Integer({ description: 'Learners who have begun no day' }),
      days: Type.Array(
        Type.Object({
          begun: count,
          finished: count,
          furthest: Type.Integer({ description: 'Learners who have begun this day and none after it' }),
        }),
      ),
    }),
  ),
})
export type StopsWire = Static<typeof Stops>

/** Watching of one lesson in its place. */
const Watched = Type.Object({
  id: Id,
  day_id: Id,
  day_number: Type.Integer(),
  title: Type.String(),
  begun: Type.Integer({ description: 'Learners who have begun its day' }),
  watching: Type.Integer({ description: 'Learners who have watched any of it' }),
  through: Type.Integer({ description: 'Of these, who watched nine tenths of its length or more, repeats included' }),
  share,
})
export type WatchedWire = Static<typeof Watched>

/** What a film is in its lesson. */
const filmSlots = ['main', 'vertical', 'analysis', 'verticalAnalysis'] as const

/** How many learners watched each moment of a film; the moments are as long as the film's grain. */
const LessonMoments = Type.Object({
  title: Type.String(),
  day_number: Type.Integer(),
  films: Type.Array(
    Type.Object({
      id: Id,
      slot: oneOf(filmSlots),
      grain: Type.Integer({ description: 'Seconds; 1, 10 or 60 by the length of the film' }),
      played: Type.Integer({ description: 'Learners who have played any of it' }),
      moments: Type.Array(count, { description: 'Of these, who played any second of each moment, from the first on' }),
    }),
  ),
})
export type LessonMomentsWire = Static<typeof LessonMoments>

const Counted = Type.Object({ user_id: Id, name: Type.String(), email: NullableString })
export type CountedWire = Static<typeof Counted>

const CohortQuery = Type.Object({ cohort_id: Type.Optional(Id) })

/** Figures of a school. Authors see how its courses go, administrators the people behind the numbers too. */
export const figures = contract({
  refusals: {},
  calls: {
    'GET /studio/figures/activity': {
      access: 'author',
      summary: 'How many learners watched, started or finished something, by day, week or month',
      query: Type.Object({ by: Type.Optional(oneOf(spanNames)), course_id: Type.Optional(Id) }),
      answer: Activity,
    },
    'GET /studio/figures/answers': {
      access: 'admin',
      summary: 'How long learners waited for answers to their homework, by week',
      query: Type.Object({ course_id: Type.Optional(Id) }),
      answer: Type.Array(AnswerWeek),
    },
    'GET /studio/figures/courses/:id/stops': {
      access: 'author',
      summary: 'How far the learners of each cohort of a course came, by day',
      answer: Stops,
    },
    'GET /studio/figures/courses/:id/watching': {
      access: 'author',
      summary: 'How much was watched of each lesson that has a film, or had one',
      query: CohortQuery,
      answer: Type.Array(Watched),
    },
    'GET /studio/figures/courses/:id/watching/:lessonId': {
      access: 'author',
      summary: 'How many learners watched each moment of the films of a lesson, which is named by its place in a day',
      query: CohortQuery,
      answer: LessonMoments,
    },
    ...moneyCalls,
    'GET /studio/figures/people': {
      access: 'admin',
      summary: 'The people whom a number of the figures counts, by name',
      query: Type.Object({
        kind: oneOf(peopleKinds),
        by: Type.Optional(oneOf(spanNames)),
        starts_on: Type.Optional(DateText),
        course_id: Type.Optional(Id),
        cohort_id: Type.Optional(Id),
        day_id: Type.Optional(Id),
        lesson_id: Type.Optional(Type.Integer({ minimum: 1, description: 'Its place in a day' })),
        film_id: Type.Optional(Id),
        second: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'The first of a moment' })),
        grain: Type.Optional(Type.Integer({ minimum: 1, maximum: 60, description: 'Seconds of a moment' })),
        page: Type.Optional(PageNumber),
        'per-page': Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 100 })),
      }),
      isPaged: true,
      answer: Type.Array(Counted),
    },
  },
})
