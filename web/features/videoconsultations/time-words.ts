import type { Copy } from '#kit/copy/copy.tsx'
import { formatTime } from '#kit/copy/format.ts'
import { formatterFor } from '#kit/copy/message.ts'
import { type LocalDate, localDate, msFromDate } from '#shared/platform/times.ts'

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
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long it is to go (ms), in the largest unit that is not nothing: 'in 2 days', 'in 5 minutes'. */
export function inWords(ms: number, t: Copy): string {
  const format = formatterFor(
    t.language,
    'time to go',
    locale => new Intl.RelativeTimeFormat(locale, { numeric: 'always' }),
  )
  const [unit, length] = units.find(([, size]) => ms >= size) ?? ['minute', 60_000]
  return format.format(Math.max(1, Math.floor(ms / length)), unit)
}
