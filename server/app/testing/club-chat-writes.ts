import { newKey } from './chat-people.ts'
import { newClubBody } from './club-writes.ts'
import type { Trial } from './cohort-writes.ts'
import type { TestClient } from './test-client.ts'

/** A valid body for each write in the chat of a club. */
export const clubChatBodies: Record<string, () => Record<string, unknown>> = {
  'POST /clubs/:id/chat/messages': () => ({ message: 'Hello' }),
  'PUT /clubs/:id/chat/read': () => ({ number: 1 }),
  'PUT /clubs/:id/chat/messages/:messageId/report': () => ({ reason: 'Rude' }),
  'PUT /studio/clubs/:id/chat/messages/:messageId/hidden': () => ({ is_hidden: true }),
  'PUT /studio/clubs/:id/chat/people/:userId/mute': () => ({ until: null }),
}

/** Writes in the chat of a club. */
export const sayInClub = (by: TestClient, club: number) =>
  by.call('POST /clubs/:id/chat/messages', { params: { id: club }, body: { message: 'Tea' }, idempotencyKey: newKey() })

/** The writes of staff about the chat of a club. */
export function clubChatWrites(by: () => TestClient): Record<string, Trial> {
  const newClub = async () => (await by().call('POST /studio/clubs', { body: newClubBody() })).data.id
  return {
    'PUT /studio/clubs/:id/chat/messages/:messageId/hidden': {
      by,
      async make() {
        const id = await newClub()
        const { id: messageId } = (await sayInClub(by(), id)).data
        return { params: { id, messageId }, body: { is_hidden: true } }
      },
      logs: ['club_message.hide'],
    },
    'PUT /studio/clubs/:id/chat/people/:userId/mute': {
      by,
      make: async () => ({ params: { id: await newClub(), userId: by().userId }, body: { until: 4_000_000_000 } }),
      logs: ['club.mute'],
    },
  }
}

/** Every read of clubs, and of the chat of one. */
export const clubChatReads = (ids: { club: number }) => {
  const ofClub = { by: 'admin', params: () => ({ id: ids.club }) } as const
  return {
    'GET /studio/clubs': { by: 'admin' },
    'GET /studio/clubs/:id': ofClub,
    'GET /unread-in-clubs': { by: 'admin' },
    'GET /clubs/:id/chat': ofClub,
    'GET /clubs/:id/chat/messages': ofClub,
    'GET /clubs/:id/chat/people': ofClub,
    'GET /studio/clubs/:id/chat/messages': { ...ofClub, query: () => ({ show: 'hidden' }) },
  } as const
}
