import { addDays, type LocalDate, localDate, startOfDay } from '#shared/platform/times.ts'

const limit = 20_000
const starts = new Map<string, number>()

/** As `startOfDay`, in Unix seconds, cached: a cohort shares its dates, and asking Intl costs more than the rest of an answer. */
export function firstSecondOf(date: LocalDate, timeZone: string): number {
  const key = `${date} ${timeZone}`
  const known = starts.get(key)
  if (known !== undefined) return known
  if (starts.size >= limit) starts.clear()
  const first = Math.ceil(startOfDay(date, timeZone) / 1000)
  starts.set(key, first)
  return first
}

/** The last whole second (Unix) of `date` in `timeZone`. */
export function lastSecondOf(date: LocalDate, timeZone: string): number {
  return firstSecondOf(addDays(date, 1), timeZone) - 1
}

const minuteMs = 60_000
const todays = new Map<string, { minute: number; date: LocalDate }>()

/** As `localDate`, cached for the current minute: in every zone a date changes on a whole minute. */
export function todayIn(timeZone: string, now: number): LocalDate {
  const minute = Math.floor(now / minuteMs)
  const known = todays.get(timeZone)
  if (known?.minute === minute) return known.date
  const date = localDate(now, timeZone)
  if (todays.size >= limit) todays.clear()
  todays.set(timeZone, { minute, date })
  return date
}
