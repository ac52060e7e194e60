import {
  type AccessTable,
  type Owned,
  forAll,
  ofOneself,
  ofTheOwner,
  statuses,
} from '#server/platform/testing/access-table.ts'
import type { profile } from '#shared/features/profile/contract.ts'

const sessionOf = ({ session }: Owned) => ({ params: { id: session } })
const visitor = '4a3f4a3f-1111-4222-8333-444444444444'

/** `session` is one of the owner's devices; `file` is an upload of the owner's that is not a ready photo. */
export const access: AccessTable<typeof profile> = {
  'DELETE /user/sessions/:id': { expected: ofTheOwner, input: sessionOf },
  'POST /user': { expected: ofOneself, input: () => ({ body: { city: 'Riga' } }) },
  'POST /user/avatar': {
    expected: statuses(401, 422, 422, 422),
    input: ({ file }) => ({ body: { avatar_file_id: file } }),
  },
  'POST /user/update-user': { expected: ofOneself, input: () => ({ body: { status: 20 } }) },
  'POST /user/notification': { expected: ofOneself, input: () => ({ body: { disable_notification: 1 } }) },
  'GET /user/sessions': { expected: ofOneself },
  'POST /user/end-other-sessions': { expected: ofOneself },
  'GET /user/referrals': { expected: ofOneself },
  'POST /referral-jumps': { expected: forAll, input: () => ({ body: { code: 'nobody', visitor } }) },
  // Last, because it ends the owner's sessions.
  'DELETE /user': { expected: { ...ofOneself, admin: 409 } },
}
