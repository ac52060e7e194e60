import type { Database } from '#server/platform/database/database.ts'
import { isInTime, mostReminders, nextReminder } from '#shared/features/notifications/rules.ts'
import { notify } from './notify.ts'
import {
  type DueReminder,
  findReminderPlace,
  findTimezone,
  insertReminder,
  listReminders,
  lockDueReminders,
  type ReminderRow,
  setNextTimes,
  updateReminder,
} from './reminder-queries.ts'
import { randomUUID } from 'node:crypto'
import type { Context } from '#server/platform/http/routes.ts'
import type { notifications, ReminderInputWire, ReminderWire } from '#shared/features/notifications/contract.ts'

const batch = 200

/** The next time of a reminder as stored: Unix seconds and the local date. */
function nextTime(
  reminder: { weekdays: readonly number[]; time: string; isEnabled: boolean },
  timezone: string,
  now: number,
  sentOn: string | null = null,
) {
  const next = reminder.isEnabled ? nextReminder(reminder, timezone, now, sentOn) : undefined
  return { nextAt: next ? next.at / 1000 : null, nextOn: next?.date ?? null }
}

/**
 * Claims due reminders, schedules their next time and queues their notices in one transaction: however many nodes run
 * it, each is sent once. Reminders late by more than `latestMs`, as after an outage, are skipped; people who changed
 * time zone are rescheduled. Returns whether there may be more.
 */
export async function remindDue(database: Database, now: number): Promise<boolean> {
  return database.inTransaction(async tx => {
    const found = await lockDueReminders(tx, now / 1000, batch)
    if (!found.length) return false
    const rows = found.map(reminder => {
      const isDue = reminder.nextAt * 1000 <= now
      const sentOn = isDue ? reminder.nextOn : reminder.sentOn
      return { id: reminder.id, ...nextTime(reminder, reminder.timezone, now, sentOn), sentOn: isDue ? sentOn : null }
    })
    await setNextTimes(tx, JSON.stringify(rows))
    await notify(
      tx,
      found.filter(({ nextAt }) => nextAt * 1000 <= now && isInTime(nextAt * 1000, now)).map(noticeOf),
      now,
    )
    return found.length === batch
  })
}

function noticeOf({ id, userId, nextAt }: DueReminder) {
  return { userId, key: `reminder:${id}:${nextAt}`, kind: 'reminder', reminderId: id } as const
}

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
