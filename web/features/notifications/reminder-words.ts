import type { Copy } from '#kit/copy/copy.tsx'
import { formatDate, formatTime } from '#kit/copy/format.ts'
import { formatterFor } from '#kit/copy/message.ts'
import { weekdayName } from '#kit/copy/weekday.ts'
import { addDays, localDate } from '#shared/platform/times.ts'

/** ISO weekdays in their order, Monday first. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** The days of a reminder: 'Every day', 'On weekdays', 'Monday and Friday'. */
export function daysInWords(days: readonly number[], t: Copy): string {
  const known = [...days].sort((one, other) => one - other).join('')
  if (known === '1234567') return t('notifications.days.all')
  if (known === '12345') return t('notifications.days.work')
  if (known === '67') return t('notifications.days.weekend')
  const list = formatterFor(t.language, 'list of days', locale => new Intl.ListFormat(locale, { type: 'conjunction' }))
  const length = days.length > 2 ? 'short' : 'long'
  const names = weekdays.filter(day => days.includes(day)).map(day => weekdayName(day, t.language, length))
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
