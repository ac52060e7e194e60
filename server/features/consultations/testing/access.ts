import {
  type AccessTable,
  type Owned,
  ofTheCourse,
  ofTheOwner,
  statuses,
} from '#server/platform/testing/access-table.ts'
import type { consultations } from '#shared/features/consultations/contract.ts'

const chatOf = (owned: Owned) => ({ params: { id: owned.chat } })
const orderOf = (owned: Owned) => ({ params: { id: owned.order }, body: {} })

/** `consultation` is closed and not rated, `order` is declined, and both stay so; what the owner orders in its turn waits from then on. */
export const access: AccessTable<typeof consultations> = {
  'GET /chats/:id/consultations': { expected: ofTheCourse, input: chatOf },
  'PUT /consultations/updateRating/:id': {
    expected: ofTheOwner,
    input: ({ consultation: id }) => ({ params: { id }, body: { id, rating: 5 } }),
  },
  'POST /chats/:id/consultation-orders': { expected: ofTheOwner, input: chatOf },
  'POST /consultation-orders/:id/withdraw': {
    expected: statuses(401, 404, 404, 409),
    input: ({ order: id }) => ({ params: { id } }),
  },
  'POST /studio/chats/:id/consultations': { expected: statuses(401, 403, 409, 403), input: chatOf },
  'POST /studio/consultations/:id/close': {
    expected: statuses(401, 403, 200, 403),
    input: ({ consultation: id }) => ({ params: { id }, body: {} }),
  },
  'POST /studio/consultations/:id/cancel': {
    expected: statuses(401, 403, 409, 403),
    input: ({ consultation: id }) => ({ params: { id } }),
  },
  // The order of the owner waits by then.
  'POST /studio/consultations/:id/reopen': {
    expected: statuses(401, 403, 409, 403),
    input: ({ consultation: id }) => ({ params: { id } }),
  },
  'POST /studio/consultation-orders/:id/approve': { expected: statuses(401, 403, 409, 403), input: orderOf },
  'POST /studio/consultation-orders/:id/decline': { expected: statuses(401, 403, 200, 403), input: orderOf },
}
