import { type AccessTable, statuses } from '#server/platform/testing/access-table.ts'
import type { workload } from '#shared/features/workload/contract.ts'

const ofAdmins = { ...statuses(401, 403, 403, 403), admin: 200 }

export const access: AccessTable<typeof workload> = {
  'GET /studio/teaching': { expected: ofAdmins },
  'PUT /studio/courses/:id/experts': {
    expected: ofAdmins,
    input: owned => ({ params: { id: owned.course }, body: { user_ids: [], seen_ids: [] } }),
  },
  'GET /studio/workload': { expected: ofAdmins },
}
