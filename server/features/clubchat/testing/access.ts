import { type AccessTable, ofOneself, statuses } from '#server/platform/testing/access-table.ts'
import type { clubchat } from '#shared/features/clubchat/contract.ts'

const nobodys = { params: { id: 999_999 } }
const nobodysMessage = { params: { id: 999_999, messageId: 1 } }
const ofLearners = statuses(401, 404, 404, 404)
const ofAdmins = { ...statuses(401, 403, 403, 403), admin: 404 }

/** Who is a member is asked in the tests of the chat. */
export const access: AccessTable<typeof clubchat> = {
  'GET /unread-in-clubs': { expected: ofOneself },
  'GET /clubs/:id/chat': { expected: ofLearners, input: () => nobodys },
  'GET /clubs/:id/chat/messages': { expected: ofLearners, input: () => nobodys },
  'POST /clubs/:id/chat/messages': { expected: ofLearners, input: () => ({ ...nobodys, body: { message: 'Hello' } }) },
  'PUT /clubs/:id/chat/read': { expected: ofLearners, input: () => ({ ...nobodys, body: { number: 1 } }) },
  'GET /clubs/:id/chat/people': { expected: ofLearners, input: () => nobodys },
  'PUT /clubs/:id/chat/messages/:messageId/report': {
    expected: ofLearners,
    input: () => ({ ...nobodysMessage, body: { reason: 'Spam' } }),
  },
  'GET /studio/clubs/:id/chat/messages': { expected: ofAdmins, input: () => nobodys },
  'PUT /studio/clubs/:id/chat/messages/:messageId/hidden': {
    expected: ofAdmins,
    input: () => ({ ...nobodysMessage, body: { is_hidden: true } }),
  },
  'PUT /studio/clubs/:id/chat/people/:userId/mute': {
    expected: ofAdmins,
    input: () => ({ params: { id: 999_999, userId: 1 }, body: { until: null } }),
  },
}
