import { addDays, type LocalDate, localDate, msFromDate, msFromSeconds } from '#shared/platform/times.ts'

/** A free time, in seconds as it is sent, and which experts have it. */
export type Slot = { start_date_time: number; expert_ids: readonly number[] }

/** Free times by their date on the learner's calendar, in the order of time. */
export function slotsByDate(slots: readonly Slot[], timeZone: string): Map<LocalDate, Slot[]> {
  const dates = new Map<LocalDate, Slot[]>()
  for (const slot of slots.toSorted((one, other) => one.start_date_time - other.start_date_time)) {
    const date = localDate(msFromSeconds(slot.start_date_time), timeZone)
    dates.set(date, [...(dates.get(date) ?? []), slot])
  }
  return dates
}

/** The month of a date: its first day. */
export const monthOf = (date: LocalDate): LocalDate => `${date.slice(0, 7)}-01`

/** The first day of the month `count` months after that of `date`. */
export function monthAfter(date: LocalDate, count: number): LocalDate {
  const [year = 0, month = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + count, 1)).toISOString().slice(0, 10)
}

/** The weeks of a month from Monday on; null stands for days of another month. */
export function weeksOf(month: LocalDate): (LocalDate | null)[][] {
  const weekday = (new Date(msFromDate(month)).getUTCDay() + 6) % 7
  const end = monthAfter(month, 1)
  const weeks: (LocalDate | null)[][] = []
  for (let monday = addDays(month, -weekday); monday < end; monday = addDays(monday, 7)) {
    const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index))
    weeks.push(days.map(date => (date >= month && date < end ? date : null)))
  }
  return weeks
}

/** Where a key leads in a month: days by arrows, the week's ends, the same day of another month. */
export function dateByKey(date: LocalDate, key: string): LocalDate | undefined {
  const weekday = (new Date(msFromDate(date)).getUTCDay() + 6) % 7
  const days: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
  if (days[key] !== undefined) return addDays(date, days[key])
  if (key === 'Home') return addDays(date, -weekday)
  if (key === 'End') return addDays(date, 6 - weekday)
  if (key !== 'PageUp' && key !== 'PageDown') return undefined
  const month = monthAfter(date, key === 'PageUp' ? -1 : 1)
  const same = addDays(month, Number(date.slice(8)) - 1)
  return monthOf(same) === month ? same : addDays(monthAfter(month, 1), -1)
}
