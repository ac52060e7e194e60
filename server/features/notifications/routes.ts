import type { Brands } from '#server/features/brands/load-brands.ts'
import { type Context, routes } from '#server/platform/http/routes.ts'
import { notifications as contract } from '#shared/features/notifications/contract.ts'
import { mostDevices, usualHours } from '#shared/features/notifications/rules.ts'
import { findAlertSettings, setAlertSettings } from './alerts/alert-queries.ts'
import { choose, listOwnChoices } from './bell/choices.ts'
import { countUnread, listOwnNotices, readNotices } from './bell/list-notices.ts'
import type { NotificationKeys } from './keys.ts'
import { chooseDigest, digestOf } from './letters/digests.ts'
import { unsubscribe } from './letters/unsubscribe.ts'
import { forgetDeviceOfSession, takeDevice } from './push-queries.ts'
import { chooseQuietHours, quietHoursOf } from './quiet/quiet-hours.ts'
import { addReminder, changeReminder, reminderWire } from './remind.ts'
import { deleteReminder, listReminders } from './reminder-queries.ts'
import { isUsable } from './send-push.ts'

type Subscribing = Context<'POST /push-subscriptions', (typeof contract)['calls']['POST /push-subscriptions']>

/** Of staff who have changed nothing. */
const usualSettings = {
  by_badge: true,
  by_push: true,
  by_letter: true,
  weekdays: [...usualHours.weekdays],
  from_time: usualHours.from,
  until_time: usualHours.until,
}

/** `allowPrivate` allows device addresses on this machine. */
export type NotificationParts = { keys: NotificationKeys; allowPrivate: boolean; brands: Brands }

export function notificationRoutes({ keys, allowPrivate, brands }: NotificationParts) {
  return routes(contract, {
    'POST /push-subscriptions': context => subscribe(context, allowPrivate),

    'DELETE /push-subscriptions': async ({ db, user }) => {
      await forgetDeviceOfSession(db, user.sessionId)
      return {}
    },

    'GET /user-reminders': async ({ db, user, now }) => {
      const rows = await listReminders(db, user.userId, null)
      return rows.map(row => reminderWire(row, now))
    },

    'GET /user-reminders/:id': async ({ db, user, params, now, refuse }) => {
      const [row] = await listReminders(db, user.userId, params.id)
      return row ? reminderWire(row, now) : refuse('not_found')
    },

    'POST /user-reminders': addReminder,
    'PUT /user-reminders/:id': changeReminder,

    'DELETE /user-reminders/:id': async ({ db, user, params, refuse }) =>
      (await deleteReminder(db, user.userId, params.id)) ? {} : refuse('not_found'),

    'GET /user-notices': context => listOwnNotices(context, brands),
    'GET /user-notices/unread': context => countUnread(context, brands),
    'POST /user-notices/read': context => readNotices(context, brands),
    'GET /user-notice-choices': context => listOwnChoices(context, brands),
    'PUT /user-notice-choices': choose,
    'GET /user-digest': digestOf,
    'PUT /user-digest': chooseDigest,
    'GET /user-quiet-hours': quietHoursOf,
    'PUT /user-quiet-hours': chooseQuietHours,

    'GET /studio/alert-settings': async ({ db, user }) => (await findAlertSettings(db, user.userId)) ?? usualSettings,

    'PUT /studio/alert-settings': async ({ db, user, body, now }) => {
      const settings = { ...body, weekdays: body.weekdays.toSorted((one, other) => one - other) }
      await setAlertSettings(db, user.userId, now / 1000, JSON.stringify(settings))
      return settings
    },

    'POST /unsubscribe': async ({ db, body, refuse }) =>
      (await unsubscribe(db, body.token, keys.linkSecret)) ? {} : refuse('link_unusable'),
  })
}

async function subscribe({ db, user, body, now, refuse }: Subscribing, allowPrivate: boolean) {
  const { endpoint } = body
  // Browsers send base64url without padding; other spellings of the same bytes are normalised to it.
  const plain = (key: string) => Buffer.from(key, 'base64').toString('base64url')
  const [p256dh, auth] = [plain(body.keys.p256dh), plain(body.keys.auth)]
  if (!isUsable({ endpoint, p256dh, auth }, allowPrivate)) return refuse('push_unusable')
  const { userId, sessionId } = user
  const taken = await takeDevice(db, userId, sessionId, endpoint, p256dh, auth, now / 1000, mostDevices - 1)
  return taken ? {} : refuse('not_signed_in')
}
