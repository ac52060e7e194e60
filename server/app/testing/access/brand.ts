import type { Calls } from '#shared/app/calls.ts'
import { type AccessTable, ofStaff } from './access-table.ts'

const ofAdmins = { ...ofStaff, expert: 403 }
const none = { override: {} }

export const brandAccess = {
  'GET /studio/brand': { expected: ofAdmins },
  'PUT /studio/brand': { expected: { ...ofAdmins, admin: 409 }, input: () => ({ body: { ...none, version: 7 } }) },
  'POST /studio/brand/check': { expected: ofAdmins, input: () => ({ body: none }) },
  'POST /studio/brand/pictures': {
    expected: { ...ofAdmins, admin: 422 },
    input: () => ({ body: { data: btoa('no picture') } }),
  },
} satisfies Partial<AccessTable<keyof Calls>>
