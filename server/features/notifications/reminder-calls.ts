import { randomUUID } from 'node:crypto'
import type { Context } from '#server/platform/http/routes.ts'
import type { notifications, ReminderInputWire, ReminderWire } from '#shared/features/notifications/contract.ts'
import { mostReminders } from '#shared/features/notifications/rules.ts'
import {
  findReminderPlace,
  findTimezone,
  insertReminder,
  listReminders,
  type ReminderRow,
  updateReminder,
} from './reminder-queries.ts'
import { nextTime } from './remind.ts'

type Calls = (typeof notifications)['calls']
type Reminding<Name extends keyof Calls & string> = Context<Name, Calls[Name]>

/** Adds a reminder, once per key. */
export async function addReminder(context: Reminding<'POST /user-reminders'>): Promise<ReminderWire> {
  const { db, user, body, now, refuse, idempotencyKey: key = randomUUID() } = context
  return db.inTransaction(async tx => {
    const place = await findReminderPlace(tx, user.userId, key)
    if (!place) return refuse('not_found')
    // Rows added while we waited for the lock are visible only to the next statement.
    const made =
      place.repeatedId === null &&
      (await insertReminder(tx, user.userId, key, ...columnsOf(body, place.timezone, now), mostReminders))
    if (made) return reminderWire(made, now)
    const again = place.repeatedId ?? (await findReminderPlace(tx, user.userId, key))?.repeatedId
    const [row] = again == null ? [] : await listReminders(tx, user.userId, again)
    return row ? reminderWire(row, now) : refuse('too_many_reminders')
  })
}

export async function changeReminder(context: Reminding<'PUT /user-reminders/:id'>): Promise<ReminderWire> {
  const { db, user, params, body, now, refuse } = context
  const place = await findTimezone(db, user.userId)
  if (!place) return refuse('not_found')
  const row = await updateReminder(db, user.userId, params.id, ...columnsOf(body, place.timezone, now), now / 1000)
  return row ? reminderWire(row, now) : refuse('not_found')
}

function columnsOf({ weekdays, time, text, is_enabled: isEnabled }: ReminderInputWire, timezone: string, now: number) {
  const { nextAt, nextOn } = nextTime({ weekdays, time, isEnabled }, timezone, now)
  const inOrder = [...weekdays].sort((one, other) => one - other)
  return [inOrder, time, text.trim(), isEnabled, nextAt, nextOn] as const
}

/** For somebody who has since changed time zone, the next time follows the new one. */
export function reminderWire(row: ReminderRow, now: number): ReminderWire {
  const { id, weekdays, time, isEnabled, text } = row
  const nextAt = row.hasMoved ? nextTime(row, row.timezone, now, row.sentOn).nextAt : row.nextAt
  return { id, weekdays, time, is_enabled: isEnabled, text, next_at: nextAt }
}
