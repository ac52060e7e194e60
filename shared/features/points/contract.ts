import Type, { type Static } from 'typebox'
import { contract } from '#shared/platform/contract.ts'
import { Id, PageNumber, Seconds } from '#shared/platform/schemas.ts'

/** One line of the ledger: a positive amount adds, a negative one debits. */
const Score = Type.Object({
  id: Id,
  amount: Type.Integer(),
  type: Type.String(),
  created_at: Seconds,
  updated_at: Seconds,
})
export type ScoreWire = Static<typeof Score>

export const points = contract({
  refusals: {},
  calls: {
    'GET /user-score/amount': {
      access: 'learner',
      summary: 'The balance of points',
      answer: Type.Object({ amount: Type.Integer() }),
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
