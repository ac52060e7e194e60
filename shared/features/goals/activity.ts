import { addDays, type LocalDate } from '#shared/platform/times.ts'
import { weeksOfActivity } from './rules.ts'

/** A day on which something was learned, and for how many minutes lessons were watched; begun minutes count. */
export type ActiveDay = { date: LocalDate; minutes: number }
export type ActiveWeek = { from: LocalDate; minutes: number; days: number }

/** The seven days from a Monday on, those without learning with 0 minutes. */
export function daysOfWeek(days: readonly ActiveDay[], monday: LocalDate): ActiveDay[] {
  const known = new Map(days.map(({ date, minutes }) => [date, minutes]))
  return [0, 1, 2, 3, 4, 5, 6].map(index => {
    const date = addDays(monday, index)
    return { date, minutes: known.get(date) ?? 0 }
  })
}

/** All weeks from the first Monday on, with their minutes and the number of days on which something was learned. */
export function weeksOf(days: readonly ActiveDay[], from: LocalDate): ActiveWeek[] {
  return Array.from({ length: weeksOfActivity }, (_, index) => {
    const [first, next] = [addDays(from, 7 * index), addDays(from, 7 * (index + 1))]
    const own = days.filter(({ date }) => date >= first && date < next)
    return { from: first, minutes: own.reduce((sum, { minutes }) => sum + minutes, 0), days: own.length }
  })
}

/** Seconds as minutes; whatever was watched is at least a minute. */
export const minutesOf = (seconds: number): number => (seconds > 0 ? Math.max(1, Math.round(seconds / 60)) : 0)
