import { type LocalDate, msFromDate } from '#shared/platform/times.ts'
import type { Language } from './language.ts'
import { formatterFor } from './message.ts'
import { withoutYearMark } from '#shared/platform/language-tag.ts'

type DateStyle = 'long' | 'medium' | 'short' | 'numeric' | 'weekday' | 'day' | 'month'

const dateStyles: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  medium: { day: 'numeric', month: 'short', year: 'numeric' },
  short: { day: 'numeric', month: 'short' },
  numeric: { day: '2-digit', month: '2-digit', year: 'numeric' },
  weekday: { weekday: 'short' },
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  month: { month: 'long', year: 'numeric' },
}

/**
 * The date of an instant (ms), day first, then month, then year in every language. `timeZone` is the
 * learner's; without it the browser's.
 */
export function formatDate(ms: number, language: Language, style: DateStyle = 'long', timeZone?: string): string {
  const format = formatterFor(
    language,
    `date ${style} ${timeZone}`,
    locale => new Intl.DateTimeFormat(locale, { ...dateStyles[style], timeZone }),
  )
  return withoutYearMark(format.format(ms))
}

/** A calendar date 'YYYY-MM-DD', as it comes from the server, as day, month, year; time zones play no part. */
export function formatLocalDate(date: LocalDate, language: Language, style: DateStyle = 'long'): string {
  return formatDate(msFromDate(date), language, style, 'UTC')
}

/** The clock time of an instant (ms): '18:05'. */
export function formatTime(ms: number, language: Language, timeZone?: string): string {
  return formatterFor(
    language,
    `clock ${timeZone}`,
    locale => new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone }),
  ).format(ms)
}

/** A number with the language's separators. */
export function formatNumber(value: number, language: Language): string {
  return formatterFor(language, 'plain number', locale => new Intl.NumberFormat(locale)).format(value)
}

/** A length (ms) as a player shows it: '4:05', '1:02:09'; the same in every language. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const two = (part: number) => String(part).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
}
