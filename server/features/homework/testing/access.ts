import {
  type AccessTable,
  type Owned,
  ofOneself,
  ofStaff,
  ofTheOwner,
  statuses,
} from '#server/platform/testing/access-table.ts'
import type { homework } from '#shared/features/homework/contract.ts'

const stream = (owned: Owned) => ({ params: { streamId: owned.stream } })
const place = (owned: Owned) => ({ params: { streamId: owned.stream, statusId: owned.homework } })
const review = (owned: Owned) => ({ params: { id: owned.attempt } })

/**
 * `owned.attempt` is the owner's submission of a homework without points that takes a text, `owned.homework` the number of
 * its status. The expert claims and answers it first; the administrator finds it held or answered.
 */
export const access: AccessTable<typeof homework> = {
  'GET /homework': { expected: ofOneself },
  'GET /user-course-streams/:streamId/user-homework': { expected: ofTheOwner, input: stream },
  'GET /user-course-streams/:streamId/user-homework/:statusId': { expected: ofTheOwner, input: place },
  // The homework waits for its answer: the owner is told so, a stranger that there is no such thing.
  'POST /user-course-streams/:streamId/user-homework/:statusId': {
    expected: { ...ofTheOwner, owner: 409 },
    input: owned => ({ ...place(owned), body: { message: 'Once more' } }),
  },
  'GET /studio/reviews': { expected: ofStaff },
  'GET /studio/review-filters': { expected: ofStaff },
  'GET /studio/reviews/:id': { expected: ofStaff, input: review },
  'POST /studio/reviews/next': { expected: ofStaff },
  'POST /studio/reviews/:id/claim': { expected: { ...statuses(401, 403, 409, 403), expert: 200 }, input: review },
  'POST /studio/reviews/:id/release': { expected: ofStaff, input: review },
  'POST /studio/reviews/:id/verdict': {
    expected: { ...statuses(401, 403, 409, 403), expert: 200 },
    input: owned => ({ ...review(owned), body: { verdict: 'DONE' } }),
  },
}
