import { type AccessTable, statuses } from '#server/platform/testing/access-table.ts'
import type { figures } from '#shared/features/figures/contract.ts'

const ofAdmins = { ...statuses(401, 403, 403, 403), admin: 200 }
const ofAuthors = { ...ofAdmins, author: 200 }

export const access: AccessTable<typeof figures> = {
  'GET /studio/figures/activity': { expected: ofAuthors },
  'GET /studio/figures/answers': { expected: ofAdmins },
  'GET /studio/figures/courses/:id/stops': { expected: ofAuthors, input: owned => ({ params: { id: owned.course } }) },
  'GET /studio/figures/courses/:id/watching': {
    expected: ofAuthors,
    input: owned => ({ params: { id: owned.course } }),
  },
  'GET /studio/figures/courses/:id/watching/:lessonId': {
    expected: ofAuthors,
    input: owned => ({ params: { id: owned.course, lessonId: owned.lesson } }),
  },
  'GET /studio/figures/sales': { expected: ofAdmins },
  'GET /studio/figures/subscriptions': { expected: ofAdmins },
  // Without a kind nobody is counted.
  'GET /studio/figures/people': { expected: { ...ofAdmins, admin: 422 } },
}
