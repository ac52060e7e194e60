import { addDays, firstInstantAt, type LocalDate, localDate, msFromDate, startOfDay } from '#shared/platform/times.ts'

/** The most characters of a reminder's text. */
export const longestText = 200
/** The most reminders a person may have. */
export const mostReminders = 20
/** The most devices a person gets notifications on; the oldest beyond that are removed. */
export const mostDevices = 20
/** How late a reminder may be sent, in ms; after a longer outage it is skipped. */
const latestMs = 2 * 3_600_000

/** ISO 8601 weekdays (1 is Monday) and the time 'HH:MM' in the person's time zone. */
export type Timetable = { weekdays: readonly number[]; time: string }

/** The instant (ms) of a reminder and its local date. */
export type Occurrence = { at: number; date: LocalDate }

/** Enough for a weekly reminder whose next date does not exist in the zone. */
const daysAhead = 16

/** The ISO weekday of a calendar date. */
export function weekdayOf(date: LocalDate): number {
  return new Date(msFromDate(date)).getUTCDay() || 7
}

/**
 * The next time of a reminder after the instant `after` (ms), for a date later than `sentOn` if given. Clock times are
 * in `timeZone`: a skipped one moves to the first moment after the gap, a repeated one counts the first time, and a
 * date the zone leaves out has none. Undefined without weekdays.
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

/** When the digest comes, in the morning of each day or of Monday, on the person's own clock. */
const digestTimes: Record<'daily' | 'weekly', Timetable> = {
  daily: { weekdays: [1, 2, 3, 4, 5, 6, 7], time: '09:00' },
  weekly: { weekdays: [1], time: '09:00' },
}

/** The next digest after the instant `after` (ms), for a date later than that of the last one. */
export function nextDigest(
  pace: 'daily' | 'weekly',
  timeZone: string,
  after: number,
  sentOn: LocalDate | null = null,
): Occurrence {
  const next = nextReminder(digestTimes[pace], timeZone, after, sentOn)
  if (!next) throw new Error(`No digest in ${timeZone}`)
  return next
}

/** ISO 8601 weekdays, and from when until when on the person's own clock; past midnight where the end is not later. */
export type WorkingHours = { weekdays: readonly number[]; from: string; until: string }

/** The working hours of staff who have chosen none. */
export const usualHours: WorkingHours = { weekdays: [1, 2, 3, 4, 5, 6, 7], from: '09:00', until: '20:00' }

/** From when until when, 'HH:MM' of the person's own clock; past midnight where the end is not later. */
export type QuietHours = { from: string; until: string }

/** The quiet hours of who has chosen none. */
export const usualQuiet: QuietHours = { from: '22:00', until: '08:00' }

/** The instants (ms) between which the hours lie that begin on a date. */
function hoursOn(date: LocalDate, { from, until }: QuietHours, timeZone: string): [from: number, until: number] {
  const end = until > from ? date : addDays(date, 1)
  return [firstInstantAt(date, from, timeZone), firstInstantAt(end, until, timeZone)]
}

/** When the quiet hours end that hold at `now`, both in ms; undefined outside them. */
export function quietUntil(hours: QuietHours, timeZone: string, now: number): number | undefined {
  const today = localDate(now, timeZone)
  return [addDays(today, -1), today]
    .map(date => hoursOn(date, hours, timeZone))
    .find(([from, until]) => from <= now && now < until)?.[1]
}

/** Whether `now` (ms) lies in a person's working hours; a night shift belongs to the day on which it begins. */
export function isAtWork({ weekdays, ...hours }: WorkingHours, timeZone: string, now: number): boolean {
  const today = localDate(now, timeZone)
  return [addDays(today, -1), today].some(date => {
    const [from, until] = hoursOn(date, hours, timeZone)
    return weekdays.includes(weekdayOf(date)) && from <= now && now < until
  })
}

/** Whether a reminder that was due at `dueAt` (ms) is still worth sending. */
export function isInTime(dueAt: number, now: number): boolean {
  return now - dueAt <= latestMs
}

const backOffSeconds = [30, 120, 600, 1800, 3600]

/**
 * Seconds to wait before retrying a delivery after `attempts` attempts, or as long as the receiver asked if that is
 * longer.
 */
export function retryAfterSeconds(attempts: number, wished = 0): number {
  const own = backOffSeconds[Math.min(attempts, backOffSeconds.length) - 1] ?? 30
  return Math.min(Math.max(own, wished), 6 * 3600)
}
