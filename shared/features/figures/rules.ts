import { addDays, type LocalDate, localDate, msFromDate } from '#shared/platform/times.ts'

export type Span = 'day' | 'week'

/** The longest films (s) that are shown by the second and by ten seconds; longer ones are shown by the minute. */
export const longestBySecond = 5 * 60
export const longestByTen = 60 * 60

/** How many days or weeks are shown. */
const spanCounts: Record<Span, number> = { day: 28, week: 12 }
const spanDays: Record<Span, number> = { day: 1, week: 7 }

/** The day after a span that begins on a date. */
export function nextSpan(by: Span, startsOn: LocalDate): LocalDate {
  return addDays(startsOn, spanDays[by])
}

/** The Monday on or before a date. */
function mondayOf(date: LocalDate): LocalDate {
  return addDays(date, -((new Date(msFromDate(date)).getUTCDay() + 6) % 7))
}

/** The first days of the spans that are shown at `now` (ms), the last being the one that has begun; by the calendar of UTC. */
export function spansFrom(by: Span, now: number): LocalDate[] {
  const today = localDate(now, 'UTC')
  const last = by === 'week' ? mondayOf(today) : today
  return Array.from({ length: spanCounts[by] }, (_, index) =>
    addDays(last, (index + 1 - spanCounts[by]) * spanDays[by]),
  )
}

/** The first day of all that is shown at `now` (ms). */
export function firstSpan(by: Span, now: number): LocalDate {
  return spansFrom(by, now)[0] ?? localDate(now, 'UTC')
}
