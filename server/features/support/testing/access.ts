import {
  type AccessTable,
  forAll,
  type Owned,
  ofOneself,
  ofTheOwner,
  statuses,
} from '#server/platform/testing/access-table.ts'
import type { support } from '#shared/features/support/contract.ts'

const requestOf = (owned: Owned) => ({ params: { id: owned.request } })
/** For administrators and the support role. */
const ofSupport = { ...statuses(401, 403, 200, 403), expert: 403, support: 200 }
/** About the owner's stream, by a topic another brand does not have. */
const ofTheLearner = { ...ofTheOwner, elsewhere: 422 }
const about = (owned: Owned) => ({ target_id: owned.stream, support_category_id: 7, name: 'Ann' })

/** `owned.request` is a question of the owner. */
export const access: AccessTable<typeof support> = {
  'GET /support-category': { expected: ofOneself },
  'POST /tech-questions': {
    expected: ofTheLearner,
    input: owned => ({ body: { ...about(owned), message: 'How long is it?' } }),
  },
  'POST /tech-questions/auto': { expected: ofTheLearner, input: owned => ({ body: about(owned) }) },
  'POST /tech-questions/anonymous': {
    expected: forAll,
    input: () => ({ body: { email: 'visitor@example.com', name: 'Ann', message: 'Is it free?' } }),
  },
  'GET /support-requests': { expected: ofOneself },
  'GET /support-requests/:id': { expected: ofTheOwner, input: requestOf },
  'POST /support-requests/:id/messages': {
    expected: ofTheOwner,
    input: owned => ({ ...requestOf(owned), body: { message: 'And then?' } }),
  },
  'PUT /support-requests/:id/viewed': {
    expected: ofTheOwner,
    input: owned => ({ ...requestOf(owned), body: { number: 1 } }),
  },
  'GET /studio/support-requests': { expected: ofSupport },
  'GET /studio/support-categories': { expected: ofSupport },
  'GET /studio/support-requests/:id': { expected: ofSupport, input: requestOf },
  'POST /studio/support-requests/:id/messages': {
    expected: ofSupport,
    input: owned => ({ ...requestOf(owned), body: { message: 'Four weeks' } }),
  },
  'PUT /studio/support-requests/:id/state': {
    expected: ofSupport,
    input: owned => ({ ...requestOf(owned), body: { state: 'closed' } }),
  },
  'PUT /studio/support-requests/:id/owner': {
    expected: ofSupport,
    input: owned => ({ ...requestOf(owned), body: { user_id: null } }),
  },
}
