import type { Copy } from '#kit/copy/copy.tsx'
import { formatTime } from '#kit/copy/format.ts'
import { formatterFor } from '#kit/copy/message.ts'
import { daysBetween, type LocalDate, localDate, msFromDate } from '#shared/platform/times.ts'

/** A date with its weekday: 'Wednesday, 25 November'. */
export function dayInWords(date: LocalDate, t: Copy): string {
  const format = formatterFor(
    t.language,
    'weekday and date',
    locale => new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }),
  )
  return format.format(msFromDate(date))
}

/** An instant (ms) with its weekday in a time zone: 'Wednesday, 25 November, 18:05'. */
export function momentInWords(at: number, timeZone: string, t: Copy): string {
  return `${dayInWords(localDate(at, timeZone), t)}, ${formatTime(at, t.language, timeZone)}`
}

/** A time zone with its distance from UTC at an instant (ms): 'Europe/Madrid, GMT+1'. */
export function zoneInWords(timeZone: string, at: number, t: Copy): string {
  const format = formatterFor(
    t.language,
    `offset ${timeZone}`,
    locale => new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'shortOffset' }),
  )
  const offset = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
  return [timeZone.replaceAll('_', ' '), offset].filter(Boolean).join(', ')
}

const units = [
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const
const dayMs = 86_400_000

/** How long it is until an instant (ms): from a day on by the dates of a time zone, 'in 2 days', then 'in 5 hours', 'in 5 minutes'. */
export function untilInWords(at: number, now: number, timeZone: string, t: Copy): string {
  const format = formatterFor(
    t.language,
    'time to go',
    locale => new Intl.RelativeTimeFormat(locale, { numeric: 'always' }),
  )
  const ms = at - now
  // From Saturday noon, Monday morning is in two days.
  if (ms >= dayMs) return format.format(daysBetween(localDate(now, timeZone), localDate(at, timeZone)), 'day')
  const [unit, length] = units.find(([, size]) => ms >= size) ?? ['minute', 60_000]
  return format.format(Math.max(1, Math.floor(ms / length)), unit)
}
