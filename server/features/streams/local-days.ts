import { addDays, type LocalDate, startOfDay } from '#shared/platform/times.ts'

const limit = 20_000
const starts = new Map<string, number>()

/** As `startOfDay`, in Unix seconds and remembered: a cohort shares its dates, and asking Intl costs more than the rest of an answer. */
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
