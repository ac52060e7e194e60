import type { Copy } from '#kit/copy/copy.tsx'
import { formatDate, formatTime } from '#kit/copy/format.ts'
import { formatterFor } from '#kit/copy/message.ts'
import { addDays, localDate } from '#shared/platform/times.ts'

/** ISO weekdays in their order, Monday first. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
/** 5 January 1970 was a Monday. */
const monday = 4 * 86_400_000

/** The name of an ISO weekday, as 'Mon' or 'Monday'. */
export function weekdayName(weekday: number, t: Copy, length: 'short' | 'long'): string {
  const format = formatterFor(
    t.language,
    `weekday ${length}`,
    locale => new Intl.DateTimeFormat(locale, { weekday: length, timeZone: 'UTC' }),
  )
  return format.format(monday + (weekday - 1) * 86_400_000)
}

/** The days of a reminder: 'Every day', 'On weekdays', 'Monday and Friday'. */
export function daysInWords(days: readonly number[], t: Copy): string {
  const known = [...days].sort((one, other) => one - other).join('')
  if (known === '1234567') return t('notifications.days.all')
  if (known === '12345') return t('notifications.days.work')
  if (known === '67') return t('notifications.days.weekend')
  const list = formatterFor(t.language, 'list of days', locale => new Intl.ListFormat(locale, { type: 'conjunction' }))
  const length = days.length > 2 ? 'short' : 'long'
  const names = weekdays.filter(day => days.includes(day)).map(day => weekdayName(day, t, length))
  const words = list.format(names)
  return words.charAt(0).toLocaleUpperCase(t.language) + words.slice(1)
}

/** When a reminder comes next, in the person's time zone: 'Next: tomorrow at 09:00'. Times in ms. */
export function nextInWords(at: number, now: number, timeZone: string, t: Copy): string {
  const [today, date] = [localDate(now, timeZone), localDate(at, timeZone)]
  const when = date === today ? 'today' : date === addDays(today, 1) ? 'tomorrow' : 'other'
  return t('notifications.next', {
    when,
    date: formatDate(at, t.language, 'short', timeZone),
    time: formatTime(at, t.language, timeZone),
  })
}
