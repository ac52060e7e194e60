import type { Language } from './language.ts'
import { formatterFor } from './message.ts'

/** 1 January 2024 was a Monday. */
const monday = Date.UTC(2024, 0, 1)

/** The name of an ISO weekday: 'Mon' or 'Monday'. */
export function weekdayName(weekday: number, language: Language, length: 'short' | 'long' = 'long'): string {
  const format = formatterFor(
    language,
    `weekday ${length}`,
    locale => new Intl.DateTimeFormat(locale, { weekday: length, timeZone: 'UTC' }),
  )
  return format.format(monday + (weekday - 1) * 86_400_000)
}
