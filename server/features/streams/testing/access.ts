import { type AccessTable, type Owned, ofOneself, ofTheOwner, statuses } from '#server/platform/testing/access-table.ts'
import type { streams } from '#shared/features/streams/contract.ts'

const streamOf = (owned: Owned) => ({ params: { id: owned.stream } })
const freezeOf = (owned: Owned) => ({ params: { streamId: owned.stream } })

export const access: AccessTable<typeof streams> = {
  'POST /user-course-streams/demo': { expected: statuses(401, 403, 403, 403) },
  'GET /user-course-streams': { expected: ofOneself },
  'GET /user-course-streams/:id': { expected: ofTheOwner, input: streamOf },
  'POST /user-course-streams/:streamId/filters': {
    expected: ofTheOwner,
    input: owned => ({ params: { streamId: owned.stream }, body: { filters: { level: ['easy'] } } }),
  },
  'POST /user-course-streams/:streamId/freeze/create': {
    expected: ofTheOwner,
    input: owned => ({ ...freezeOf(owned), body: { start_date: '2026-12-20', end_date: '2026-12-21' } }),
  },
  'POST /user-course-streams/:streamId/freeze/cancel': { expected: ofTheOwner, input: freezeOf },
  'GET /user-course-streams/:streamId/freeze/cancel': { expected: ofTheOwner, input: freezeOf },
  'GET /extend/:streamId': { expected: ofTheOwner, input: freezeOf },
  // Nothing is sold in the school of this table.
  'POST /extend/:streamId/course-service/:serviceId': {
    expected: statuses(401, 404, 404, 404),
    input: owned => ({ params: { streamId: owned.stream, serviceId: 10_001 }, body: {} }),
  },
}
