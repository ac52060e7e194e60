import { addDays, firstInstantAt, type LocalDate, localDate, startOfDay } from '#shared/platform/times.ts'

/** Characters that a reminder says at most. */
export const longestText = 200
/** Reminders that one person may have. */
export const mostReminders = 20
/** Devices of one person that notifications go to; of more the oldest is forgotten. */
export const mostDevices = 20
/** How late a reminder may come, in ms; after a longer break of the server it is left out. */
const latestMs = 2 * 3_600_000

/** Weekdays by ISO 8601 (1 is Monday) and the time of the person's own clock, 'HH:MM'. */
export type Timetable = { weekdays: readonly number[]; time: string }

/** The instant (ms) of a reminder and the local date that it is for. */
export type Occurrence = { at: number; date: LocalDate }

/** Far enough for a weekly reminder whose next date does not exist in the zone. */
const daysAhead = 16

/** The ISO weekday of a calendar date. */
export function weekdayOf(date: LocalDate): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7
}

/**
 * When a reminder comes next after the instant `after` (ms), for a date later than `sentOn` if one is given. Its time is read
 * on the clocks of `timeZone`: one that they skip comes at the first moment after the gap, one that they show twice comes the
 * first time, and a date that the zone leaves out has none. Undefined without weekdays.
 */
export function nextReminder(
  { weekdays, time }: Timetable,
  timeZone: string,
  after: number,
  sentOn: LocalDate | null = null,
): Occurrence | undefined {
  const yesterday = addDays(localDate(after, timeZone), -1)
  for (let ahead = 0; ahead < daysAhead; ahead++) {
    const date = addDays(yesterday, ahead)
    if (!weekdays.includes(weekdayOf(date)) || (sentOn !== null && date <= sentOn)) continue
    if (startOfDay(date, timeZone) === startOfDay(addDays(date, 1), timeZone)) continue
    const at = firstInstantAt(date, time, timeZone)
    if (at > after) return { at, date }
  }
  return undefined
}

/** Whether a reminder that was due at `dueAt` (ms) is still worth sending. */
export function isInTime(dueAt: number, now: number): boolean {
  return now - dueAt <= latestMs
}

const backOffSeconds = [30, 120, 600, 1800, 3600]

/** Seconds until what could not be delivered is tried again after `attempts` attempts; the receiver's wish when that is longer. */
export function retryAfterSeconds(attempts: number, wished = 0): number {
  const own = backOffSeconds[Math.min(attempts, backOffSeconds.length) - 1] ?? 30
  return Math.min(Math.max(own, wished), 6 * 3600)
}
