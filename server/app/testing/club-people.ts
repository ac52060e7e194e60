import { auditOf, newKey } from './chat-people.ts'
import { openShop } from './shop.ts'
import type { TestClient } from './test-client.ts'
import { clubTerms } from '#server/features/clubs/testing/access.ts'

/** A school with a club that two subscriptions open. */
export async function openClubSchool(given: Parameters<typeof openShop>[0] = {}) {
  const shop = await openShop(given)
  const { app } = shop
  const admin = await app.signIn({ role: 'admin' })
  const monthly = await shop.service({ EUR: 900 }, { type: 'course_subscription' })
  const weekly = await shop.service({ EUR: 300 }, { type: 'course_subscription' })
  const fields = { ...clubTerms, titles: { en: 'Tea club', ru: 'Чайный клуб' }, slug: 'tea' }
  const body = { ...fields, service_ids: [monthly, weekly] }
  const clubId = (await admin.call('POST /studio/clubs', { body })).data.id
  const params = { id: clubId }

  return {
    shop,
    app,
    admin,
    clubId,
    /** Somebody who has bought what opens the club. */
    async join(name: string, isWeekly = false) {
      const client = await app.signIn()
      const text = `update users set first_name = $2, last_name = '' where id = $1`
      await app.db.query({ text, values: [client.userId, name] })
      await shop.buy(client, isWeekly ? weekly : monthly)
      return client
    },
    /** The weekly subscription opens the club no more. */
    closeToWeekly: () =>
      admin.call('PUT /studio/clubs/:id', { params, body: { ...fields, service_ids: [monthly], revision: 1 } }),
    post: (by: TestClient, sent: Record<string, unknown>, idempotencyKey = newKey()) =>
      by.call('POST /clubs/:id/chat/messages', { params, body: sent, idempotencyKey }),
    read: (by: TestClient, query: Record<string, unknown> = {}) =>
      by.call('GET /clubs/:id/chat/messages', { params, query }),
    chat: (by: TestClient) => by.call('GET /clubs/:id/chat', { params }),
    see: (by: TestClient, number: number) => by.call('PUT /clubs/:id/chat/read', { params, body: { number } }),
    report: (by: TestClient, messageId: number, reason = 'Rude') =>
      by.call('PUT /clubs/:id/chat/messages/:messageId/report', {
        params: { id: clubId, messageId },
        body: { reason },
      }),
    hide: (messageId: number, isHidden: boolean, by = admin) =>
      by.call('PUT /studio/clubs/:id/chat/messages/:messageId/hidden', {
        params: { id: clubId, messageId },
        body: { is_hidden: isHidden },
      }),
    mute: (userId: number, until: number | null, by = admin) =>
      by.call('PUT /studio/clubs/:id/chat/people/:userId/mute', { params: { id: clubId, userId }, body: { until } }),
    moderated: async (show: 'reported' | 'hidden' = 'reported') =>
      (await admin.call('GET /studio/clubs/:id/chat/messages', { params, query: { show } })).data,
    actionsOn: async (type: string, id: number) => (await auditOf(app, type, id)).map(({ action }) => action),
  }
}
