import { type AccessTable, type Owned, statuses } from '#server/platform/testing/access-table.ts'
import type { learners } from '#shared/features/learners/contract.ts'

/** For experts, support and administrators; the owner learns in a course that is open to every expert. */
const ofHelpers = { ...statuses(401, 403, 200, 403), support: 200 }
const ofSupport = { ...ofHelpers, expert: 403 }
const cardOf = (owned: Owned) => ({ params: { id: owned.person } })
const written = (owned: Owned) => ({ ...cardOf(owned), body: { text: 'Likes tea' } })
const noNote = { ...ofHelpers, expert: 404, support: 404, admin: 404 }
const noteOf = (owned: Owned) => ({ params: { id: owned.person, noteId: 987_654 } })

export const access: AccessTable<typeof learners> = {
  'GET /studio/learners/:id': { expected: ofHelpers, input: cardOf },
  'GET /studio/learners/:id/places/:placeId': {
    expected: ofHelpers,
    input: owned => ({ params: { id: owned.person, placeId: owned.stream } }),
  },
  'GET /studio/learners/:id/work': { expected: ofHelpers, input: cardOf },
  'GET /studio/learners/:id/points': { expected: ofHelpers, input: cardOf },
  'GET /studio/learners/:id/orders': { expected: ofSupport, input: cardOf },
  'GET /studio/learners/:id/notes': { expected: ofHelpers, input: cardOf },
  'POST /studio/learners/:id/notes': { expected: ofHelpers, input: written },
  'PUT /studio/learners/:id/notes/:noteId': {
    expected: noNote,
    input: owned => ({ ...noteOf(owned), body: { text: 'Likes tea' } }),
  },
  'DELETE /studio/learners/:id/notes/:noteId': { expected: noNote, input: noteOf },
}
