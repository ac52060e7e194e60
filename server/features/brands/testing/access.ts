import { type AccessTable, forAll, ofStaff } from '#server/platform/testing/access-table.ts'
import type { brands } from '#shared/features/brands/contract.ts'

const ofAdmins = { ...ofStaff, expert: 403 }
const none = { override: {} }

export const access: AccessTable<typeof brands> = {
  'GET /site-configuration': { expected: forAll },
  'GET /external-application-config': { expected: forAll },
  'GET /remote-config': { expected: forAll },
  'GET /studio/brand': { expected: ofAdmins },
  'PUT /studio/brand': { expected: { ...ofAdmins, admin: 409 }, input: () => ({ body: { ...none, version: 7 } }) },
  'POST /studio/brand/check': { expected: ofAdmins, input: () => ({ body: none }) },
  'POST /studio/brand/pictures': {
    expected: { ...ofAdmins, admin: 422 },
    input: () => ({ body: { data: btoa('no picture') } }),
  },
}
