import { type AccessTable, statuses } from '#server/platform/testing/access-table.ts'
import type { backups } from '#shared/features/backups/contract.ts'

const ofAdmins = { ...statuses(401, 403, 403, 403), admin: 200 }

export const access: AccessTable<typeof backups> = {
  'GET /studio/backups': { expected: ofAdmins },
  'POST /studio/backups': { expected: ofAdmins },
}
