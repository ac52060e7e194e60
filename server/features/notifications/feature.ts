import { feature as billing } from '#server/features/billing/feature.ts'
import { feature as brands } from '#server/features/brands/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { asStored, liveParts } from '#server/platform/live/live-parts.ts'
import { ownedBy } from '#server/platform/personal-tables.ts'
import { notifications } from '#shared/features/notifications/contract.ts'
import { pushCheck } from './check-push.ts'
import { loadKeys } from './keys.ts'
import { serveUnsubscribing } from './letters/unsubscribe.ts'
import { openNotices } from './notices.ts'
import { tellReceipt } from './notify.ts'
import { notificationRoutes } from './routes.ts'
import { pushSettings } from './settings.ts'

export const feature = serverFeature({
  name: 'notifications',
  settings: pushSettings,
  async open(parts, { keys: ownKeys, allowPrivate }) {
    const { brands: all, site } = await parts.opened(brands)
    const keys = await loadKeys(parts.database, ownKeys)
    site.pushPublicKey = keys.publicKey
    return { keys, allowPrivate, notices: openNotices({ ...parts, brands: all, keys, allowPrivate }) }
  },
  routes: ({ of }, own) => notificationRoutes({ ...own, brands: of(brands).brands }),
  personalTables: {
    push_subscriptions: { ...ownedBy('user_id'), hide: ['auth', 'p256dh'] },
    reminders: ownedBy('user_id'),
    staff_alerts: ownedBy('user_id'),
    notices: ownedBy('user_id'),
    notice_choices: ownedBy('user_id'),
    quiet_hours: ownedBy('user_id'),
    digests: ownedBy('user_id'),
    told_days: { leftOut: 'Up to which date days of a course were told; what was told is among the notices' },
    notice_deliveries: { leftOut: 'How often a notice was tried; what it says is among the notices' },
  },
  serve(server, { database }, { keys, notices }) {
    server.addHook('onClose', () => notices.stop())
    serveUnsubscribing(server, database, keys.linkSecret)
  },
  subscribe: ({ of }) => of(billing).onReceipt(tellReceipt),
  live: () => liveParts(notifications, { rooms: {}, present: { notices: asStored } }),
  start: ({ notices }) => notices.start(),
  checks: ({ publicUrl }, { allowPrivate }) => [pushCheck({ publicUrl, allowPrivate })],
})
