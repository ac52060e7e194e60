import { randomUUID } from 'node:crypto'
import { type Context, routes } from '#server/platform/http/routes.ts'
import { notifications as contract, type ReminderWire } from '#shared/features/notifications/contract.ts'
import { mostDevices, mostReminders } from '#shared/features/notifications/rules.ts'
import { type NotificationKeys, reminderOfToken } from './keys.ts'
import { forgetDeviceOfSession, takeDevice } from './push-queries.ts'
import {
  deleteReminder,
  findReminderPlace,
  findTimezone,
  insertReminder,
  listReminders,
  type ReminderRow,
  switchOff,
  updateReminder,
} from './reminder-queries.ts'
import { nextTime } from './remind.ts'
import { isUsable } from './send-push.ts'

type Calls = (typeof contract)['calls']
type Adding = Context<'POST /user-reminders', Calls['POST /user-reminders']>

export type NotificationParts = { keys: NotificationKeys; allowPrivatePush: boolean }

export function notificationRoutes({ keys, allowPrivatePush }: NotificationParts) {
  return routes(contract, {
    'POST /push-subscriptions': async ({ db, user, body, now, refuse }) => {
      const { endpoint } = body
      // Browsers write base64url without padding; what else decodes to the same bytes is kept like that too.
      const [p256dh, auth] = [body.keys.p256dh, body.keys.auth].map(key =>
        Buffer.from(key, 'base64').toString('base64url'),
      )
      if (!p256dh || !auth || !isUsable({ endpoint, p256dh, auth }, allowPrivatePush)) return refuse('push_unusable')
      const taken = await takeDevice(
        db,
        user.userId,
        user.sessionId,
        endpoint,
        p256dh,
        auth,
        now / 1000,
        mostDevices - 1,
      )
      return taken ? {} : refuse('not_signed_in')
    },

    'DELETE /push-subscriptions': async ({ db, user }) => {
      await forgetDeviceOfSession(db, user.sessionId)
      return {}
    },

    'GET /user-reminders': async ({ db, user, now }) => {
      const rows = await listReminders(db, user.userId, null)
      return rows.map(row => wireOf(row, now))
    },

    'GET /user-reminders/:id': async ({ db, user, params, now, refuse }) => {
      const [row] = await listReminders(db, user.userId, params.id)
      return row ? wireOf(row, now) : refuse('not_found')
    },

    'POST /user-reminders': addReminder,

    'PUT /user-reminders/:id': async ({ db, user, params, body, now, refuse }) => {
      const place = await findTimezone(db, user.userId)
      if (!place) return refuse('not_found')
      const { weekdays, time, is_enabled: isEnabled } = body
      const { nextAt, nextOn } = nextTime({ weekdays, time, isEnabled }, place.timezone, now)
      const row = await updateReminder(
        db,
        user.userId,
        params.id,
        inOrder(weekdays),
        time,
        body.text.trim(),
        isEnabled,
        nextAt,
        nextOn,
        now / 1000,
      )
      return row ? wireOf(row, now) : refuse('not_found')
    },

    'DELETE /user-reminders/:id': async ({ db, user, params }) => {
      await deleteReminder(db, user.userId, params.id)
      return {}
    },

    'POST /unsubscribe': async ({ db, body, refuse }) => {
      const id = reminderOfToken(body.token, keys.linkSecret)
      if (id === undefined) return refuse('link_unusable')
      await switchOff(db, id)
      return {}
    },
  })
}

/** Adds a reminder, once however often its key is sent (REL-02). */
async function addReminder({ db, user, body, now, refuse, idempotencyKey: key = randomUUID() }: Adding) {
  const place = await findReminderPlace(db, user.userId, key)
  if (!place) return refuse('not_found')
  if (place.repeatedId === null) {
    if (place.count >= mostReminders) refuse('too_many_reminders')
    const { weekdays, time, is_enabled: isEnabled } = body
    const { nextAt, nextOn } = nextTime({ weekdays, time, isEnabled }, place.timezone, now)
    const rest = [inOrder(weekdays), time, body.text.trim(), isEnabled, nextAt, nextOn, mostReminders] as const
    const made = await insertReminder(db, user.userId, key, ...rest)
    if (made) return wireOf(made, now)
  }
  // Another request with the key was faster.
  const again = place.repeatedId ?? (await findReminderPlace(db, user.userId, key))?.repeatedId
  const [row] = again == null ? [] : await listReminders(db, user.userId, again)
  return row ? wireOf(row, now) : refuse('too_many_reminders')
}

const inOrder = (weekdays: readonly number[]) => [...weekdays].sort((a, b) => a - b)

/** Of somebody who lives by another clock since, the next time is by that one. */
function wireOf(row: ReminderRow, now: number): ReminderWire {
  const { id, weekdays, time, isEnabled, text } = row
  const nextAt = row.hasMoved ? nextTime(row, row.timezone, now, row.sentOn).nextAt : row.nextAt
  return { id, weekdays, time, is_enabled: isEnabled, text, next_at: nextAt }
}
