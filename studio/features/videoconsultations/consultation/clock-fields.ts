import { zoneClock } from '#shared/features/videoconsultations/zone-clock.ts'
import { isLocalDate, type LocalDate, offsetAt } from '#shared/platform/times.ts'

/** A date and a clock time as the fields of a form have them: '2026-12-08' and '10:30'. */
export type ClockFields = { date: LocalDate; time: string }

/** What the clocks of a zone show at an instant (ms). */
export function fieldsAt(at: number, zone: string): ClockFields {
  const shown = new Date(at + offsetAt(at, zone)).toISOString()
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) }
}

/** The instant (ms) at which clocks show this time, the first when there are two; otherwise why no clock shows it. */
export function instantOf({ date, time }: ClockFields, zone: string): number | 'unreadable' | 'skipped' {
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(time) ?? []
  if (!isLocalDate(date) || hour === undefined || date < '2000-01-01' || date > '2199-12-31') return 'unreadable'
  return zoneClock(zone).startAt(date, Number(hour) * 60 + Number(minute)) ?? 'skipped'
}
