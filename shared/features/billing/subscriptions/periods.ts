import { addDays, daysBetween, type LocalDate } from '#shared/platform/times.ts'

export const periodUnits = ['day', 'week', 'month', 'year'] as const

/** How often a subscription or an instalment is due: every `count` units. */
export type Period = { count: number; unit: (typeof periodUnits)[number] }

/**
 * The date on which the period number `index` (from 0) begins, counted from `anchor`. Months are counted from the anchor and not
 * from the period before: from January 31 they begin on February 28, March 31 and April 30.
 */
export function periodStart(anchor: LocalDate, { count, unit }: Period, index: number): LocalDate {
  const units = count * index
  if (unit === 'day') return addDays(anchor, units)
  if (unit === 'week') return addDays(anchor, units * 7)
  return addMonths(anchor, unit === 'year' ? units * 12 : units)
}

/** A date moved by months; a day that the month does not have becomes its last. */
function addMonths(date: LocalDate, months: number): LocalDate {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
  const next = new Date(Date.UTC(year, month + months, 1)).toISOString().slice(0, 10)
  return addDays(first, Math.min(day, daysBetween(first, next)) - 1)
}
