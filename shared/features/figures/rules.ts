import { addDays, type LocalDate, localDate, msFromDate } from '#shared/platform/times.ts'

export const spanNames = ['day', 'week', 'month'] as const
export type Span = (typeof spanNames)[number]

/** What a number counts. Each kind needs its own of the other fields. */
export const peopleKinds = [
  'active',
  'learners',
  'not_begun',
  'begun',
  'finished',
  'furthest',
  'watching',
  'through',
  'played',
  'moment',
  'missed',
] as const
export type PeopleKind = (typeof peopleKinds)[number]

/** The longest films (s) that are shown by the second and by ten seconds; longer ones are shown by the minute. */
export const longestBySecond = 5 * 60
export const longestByTen = 60 * 60

/** How many days, weeks or months are shown. */
const spanCounts: Record<Span, number> = { day: 28, week: 12, month: 12 }

/** The first day of the span that is `count` after one that begins on a date. */
function moved(by: Span, startsOn: LocalDate, count: number): LocalDate {
  if (by !== 'month') return addDays(startsOn, count * (by === 'week' ? 7 : 1))
  const [year = 0, month = 0] = startsOn.split('-').map(Number)
  return localDate(Date.UTC(year, month - 1 + count), 'UTC')
}

/** The first day after a span that begins on a date. */
export function nextSpan(by: Span, startsOn: LocalDate): LocalDate {
  return moved(by, startsOn, 1)
}

/** The last day of a span that begins on a date. */
export function lastDay(by: Span, startsOn: LocalDate): LocalDate {
  return addDays(nextSpan(by, startsOn), -1)
}

/** A date from which the span that it lies in is counted: of a week its Monday, of a month any. */
function anchorOf(by: Span, date: LocalDate): LocalDate {
  return by === 'week' ? addDays(date, -((new Date(msFromDate(date)).getUTCDay() + 6) % 7)) : date
}

/** The first days of the spans that are shown at `now` (ms), the last being the one that has begun in `timeZone`. */
export function spansFrom(by: Span, now: number, timeZone: string): LocalDate[] {
  const last = anchorOf(by, localDate(now, timeZone))
  return Array.from({ length: spanCounts[by] }, (_, index) => moved(by, last, index + 1 - spanCounts[by]))
}

/** The first day of all that is shown at `now` (ms) in `timeZone`. */
export function firstSpan(by: Span, now: number, timeZone: string): LocalDate {
  return spansFrom(by, now, timeZone)[0] ?? localDate(now, timeZone)
}

/** What remains of takings, in minor units. */
export function netOf({ gross, refunds, chargebacks }: Record<'gross' | 'refunds' | 'chargebacks', number>): number {
  return gross - refunds - chargebacks
}
