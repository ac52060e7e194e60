import { type AccessTable, statuses } from '#server/platform/testing/access-table.ts'
import type { today } from '#shared/features/today/contract.ts'

const ofAdmins = { ...statuses(401, 403, 403, 403), admin: 200 }

export const access: AccessTable<typeof today> = {
  'GET /studio/today': { expected: ofAdmins },
  'POST /studio/failed-jobs/retry': { expected: ofAdmins },
  'GET /studio/first-steps': { expected: ofAdmins },
  'POST /studio/test-letter': { expected: ofAdmins },
  'POST /test-letter': { expected: statuses(409, 409, 409, 409), input: () => ({ body: { token: 'made-up' } }) },
}
