import type { FastifyInstance } from 'fastify'
import {
  loadKeys,
  type NotificationKeys,
  type PushKeyPair,
  reminderOfToken,
} from '#server/features/notifications/keys.ts'
import { type Notices, openNotices } from '#server/features/notifications/notices.ts'
import { switchOff } from '#server/features/notifications/reminder-queries.ts'
import type { DeliveryParts } from '#server/features/notifications/deliver.ts'
import type { Database } from '#server/platform/database/database.ts'
import { refuseCommon } from '#server/platform/http/refusals.ts'

/** How the settings want notifications sent. */
export type PushSettings = {
  /** The operator's own key pair instead of the one made at the first start. */
  keys?: PushKeyPair | undefined
  /** Devices may be at addresses of this machine and its networks. */
  allowPrivate?: boolean
}

/** What calls and pages need of notifications. */
export type Notifications = { keys: NotificationKeys; allowPrivatePush: boolean }

export async function loadNotifications(database: Database, push: PushSettings = {}): Promise<Notifications> {
  return { keys: await loadKeys(database, push.keys), allowPrivatePush: push.allowPrivate ?? false }
}

type Parts = Omit<DeliveryParts, 'keys' | 'allowPrivate' | 'mailFrom'> & {
  notifications: Notifications
  outbox: { mailFrom?: string | undefined }
}

/** Opens what tells people who have no page open, and the letters' one-click way out. The caller starts it. */
export function serveNotices(server: FastifyInstance, { notifications, outbox, ...parts }: Parts): Notices {
  const { keys, allowPrivatePush: allowPrivate } = notifications
  const notices = openNotices({ ...parts, keys, allowPrivate, mailFrom: outbox.mailFrom })
  server.addHook('onClose', () => notices.stop())
  void server.register(async scope => {
    // Mail programs post a form here (RFC 8058); the address alone says what for.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 10_000 }, (_request, _body, done) =>
      done(null, undefined),
    )
    scope.post<{ Querystring: { token?: unknown } }>('/unsubscribe', { schema: { hide: true } }, async ({ query }) => {
      const id = typeof query.token === 'string' ? reminderOfToken(query.token, keys.linkSecret) : undefined
      if (id === undefined) return refuseCommon('not_found')
      await switchOff(parts.database, id)
      return {}
    })
  })
  return notices
}
