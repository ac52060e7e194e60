import { type AccessTable, type Expected, type Owned, statuses } from '#server/platform/testing/access-table.ts'
import type { people } from '#shared/features/people/contract.ts'

/** For administrators only, who get `status`. */
const ofAdmins = (status: number): Expected => ({ ...statuses(401, 403, 403, 403), admin: status })
/** Support looks people up too. */
const ofHelpers = { ...ofAdmins(200), support: 200 }
/** Aimed at nobody, so that the owner stays unchanged even when the caller is allowed. */
const nobody = { params: { id: 987_654 } }
const named = { body: { confirm: 'nobody@example.com' } }

export const access: AccessTable<typeof people> = {
  'GET /studio/users': { expected: ofHelpers },
  'GET /studio/users/:id': { expected: ofHelpers, input: ({ person }: Owned) => ({ params: { id: person } }) },
  'POST /studio/users': {
    expected: ofAdmins(422),
    input: () => ({ body: { first_name: 'Again', email: 'owner@example.com', role: 'learner' } }),
  },
  'PATCH /studio/users/:id': { expected: ofAdmins(404), input: () => nobody },
  'POST /studio/users/:id/invite': { expected: ofAdmins(404), input: () => nobody },
  'POST /studio/invitation-links': { expected: ofAdmins(409), input: () => ({ body: { user_ids: [987_654] } }) },
  'POST /studio/users/:id/withdraw': { expected: ofAdmins(404), input: () => nobody },
  'POST /invitation': { expected: statuses(409, 409, 409, 409), input: () => ({ body: { token: 'made-up' } }) },
  'POST /studio/users/:id/block': {
    expected: ofAdmins(404),
    input: () => ({ ...nobody, body: { reason: 'Spam' } }),
  },
  'POST /studio/users/:id/unblock': { expected: ofAdmins(404), input: () => nobody },
  'POST /studio/users/:id/end-sessions': { expected: ofAdmins(404), input: () => nobody },
  'POST /studio/users/:id/turn-off-second-factor': { expected: ofAdmins(404), input: () => nobody },
  'POST /studio/users/:id/sign-in-as': { expected: ofAdmins(404), input: () => nobody },
  'GET /studio/users/:id/export': { expected: ofAdmins(404), input: () => nobody },
  'POST /studio/users/:id/erase': { expected: ofAdmins(404), input: () => ({ ...nobody, ...named }) },
}
