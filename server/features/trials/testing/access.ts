import { type AccessTable, statuses } from '#server/platform/testing/access-table.ts'
import type { trials } from '#shared/features/trials/contract.ts'

const ofAuthors = { ...statuses(401, 403, 403, 403), author: 200, admin: 200 }
const dates = { starts_on: '2026-12-01', ends_on: '2026-12-30', date: '2026-12-02' }

export const access: AccessTable<typeof trials> = {
  'GET /studio/courses/:id/trial': { expected: ofAuthors, input: owned => ({ params: { id: owned.course } }) },
  'POST /studio/courses/:id/trial': {
    expected: ofAuthors,
    input: owned => ({ params: { id: owned.course }, body: { ...dates, is_caught_up: false } }),
  },
}
