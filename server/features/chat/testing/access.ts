import {
  type AccessTable,
  type Owned,
  ofOneself,
  ofStaff,
  ofTheCourse,
  ofTheOwner,
  statuses,
} from '#server/platform/testing/access-table.ts'
import type { chat } from '#shared/features/chat/contract.ts'

const chatOf = (owned: Owned) => ({ params: { id: owned.chat } })
const nobodysPhrase = { params: { id: 987_654 } }
const phrase = { shortcut: 'hi', text: 'Hello' }

/** `message` is the owner's, from before the message delay; `answer` is that of somebody who teaches the course. */
export const access: AccessTable<typeof chat> = {
  'GET /chats': { expected: ofOneself },
  'GET /chats/:id': { expected: ofTheOwner, input: chatOf },
  'GET /chats/:id/messages': { expected: ofTheCourse, input: chatOf },
  'POST /chats/:id/messages': {
    expected: ofTheCourse,
    input: owned => ({ ...chatOf(owned), body: { message: 'Hello' } }),
  },
  'PUT /chats/:id/messages/:messageId': {
    expected: statuses(401, 404, 409, 200),
    input: owned => ({ params: { id: owned.chat, messageId: owned.message }, body: { message: 'Changed' } }),
  },
  'PUT /chats/:id/messages/:messageId/rating': {
    expected: statuses(401, 404, 403, 200),
    input: owned => ({ params: { id: owned.chat, messageId: owned.answer }, body: { rating: 5 } }),
  },
  'PUT /chats/:id/messages/:messageId/viewed': {
    expected: ofTheCourse,
    input: owned => ({ params: { id: owned.chat, messageId: owned.answer }, body: { is_viewed: 1 } }),
  },
  'GET /studio/chats': { expected: ofStaff },
  'GET /studio/chats/:id': { expected: ofStaff, input: chatOf },
  'PUT /studio/chats/:id/owner': {
    expected: ofStaff,
    input: owned => ({ ...chatOf(owned), body: { user_id: null } }),
  },
  'POST /studio/chats/:id/notes': {
    expected: ofStaff,
    input: owned => ({ ...chatOf(owned), body: { text: 'A note' } }),
  },
  'GET /studio/phrases': { expected: ofStaff },
  'POST /studio/phrases': { expected: ofStaff, input: () => ({ body: phrase }) },
  'PUT /studio/phrases/:id': {
    expected: statuses(401, 403, 404, 403),
    input: () => ({ ...nobodysPhrase, body: phrase }),
  },
  'DELETE /studio/phrases/:id': { expected: statuses(401, 403, 404, 403), input: () => nobodysPhrase },
}
