import type { Database } from '#server/platform/database/database.ts'
import { isInTime, nextReminder } from '#shared/features/notifications/rules.ts'
import { notify } from './notify.ts'
import { type DueReminder, lockDueReminders, setNextTimes } from './reminder-queries.ts'

const batch = 200

/** The next time of a reminder as stored: Unix seconds and the local date. */
export function nextTime(
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
