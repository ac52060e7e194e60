import Type, { type Static } from 'typebox'
import { contract } from '#shared/platform/contract.ts'
import {
  Id,
  Lines,
  NullableId,
  NullableString,
  nullable,
  oneOf,
  PageNumber,
  Seconds,
} from '#shared/platform/schemas.ts'

/** One line of the ledger: a positive amount adds, a negative one debits. */
const Score = Type.Object({
  id: Id,
  amount: Type.Integer(),
  type: Type.String(),
  created_at: Seconds,
  updated_at: Seconds,
  /** What it was for; null where that is gone, or nothing is to be named. */
  about: nullable(
    Type.Object({
      kind: oneOf(['day', 'homework', 'order']),
      /** Of the day, the homework or what was ordered, in the caller's language; may be empty. */
      title: Type.String(),
      day_number: nullable(Type.Integer()),
      course_title: NullableString,
      order_id: NullableId,
    }),
  ),
  /** What staff wrote when they gave or took them. */
  note: NullableString,
})
export type ScoreWire = Static<typeof Score>

/** How many points staff give or take at once at the most. */
const mostGiven = 1_000_000

export const points = contract({
  refusals: {
    points_short: {
      status: 422,
      text: {
        en: 'The learner does not have that many points',
        ru: 'У ученика нет столько баллов',
        es: 'El alumno no tiene tantos puntos',
      },
    },
  },
  calls: {
    'GET /user-score/amount': {
      access: 'learner',
      summary: 'The balance of points',
      answer: Type.Object({ amount: Type.Integer() }),
    },
    'GET /user-score/spending': {
      access: 'learner',
      summary: 'From how many points on they can be spent, and what 100 of them take off a price',
      answer: Type.Object({
        least: Type.Integer(),
        values: Type.Array(
          Type.Object({ currency: Type.String(), amount: Type.Integer({ description: 'minor units' }) }),
        ),
      }),
    },
    'GET /studio/users/:id/points': {
      access: 'admin',
      summary: 'Somebody’s balance of points',
      answer: Type.Object({ amount: Type.Integer() }),
    },
    'POST /studio/users/:id/points': {
      access: 'admin',
      summary: 'Gives somebody points, or takes them where the amount is below zero; once for each Idempotency-Key',
      body: Type.Object({
        amount: Type.Integer({ minimum: -mostGiven, maximum: mostGiven, not: { const: 0 } }),
        reason: Lines(500),
      }),
      /** The balance afterwards. */
      answer: Type.Object({ amount: Type.Integer() }),
      refusals: ['points_short'],
    },
    'GET /user-score': {
      access: 'learner',
      summary: 'The ledger of points, newest first, 20 a page',
      isPaged: true,
      query: Type.Object({ page: PageNumber }),
      answer: Type.Array(Score),
    },
  },
})
