import type { Copy } from '#kit/copy/copy.tsx'
import { formatDate, formatTime } from '#kit/copy/format.ts'
import { addDays, localDate } from '#shared/platform/times.ts'
import { useUser } from '#web/features/accounts/data.ts'

const deviceZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The learner's time zone; the device's until the learner is known. */
export function useTimeZone(): string {
  return useUser()?.timezone ?? deviceZone()
}

/** How often waiting times are redrawn, in ms. */
export const minute = 60_000

/** When an answer is due, in the learner's zone: 'by 18:40 tomorrow'. `dueAt` and `now` in ms. */
export function dueWords(t: Copy, dueAt: number, now: number, timeZone: string): string {
  const today = localDate(now, timeZone)
  const day = localDate(dueAt, timeZone)
  const when = day === today ? 'today' : day === addDays(today, 1) ? 'tomorrow' : 'later'
  const time = formatTime(dueAt, t.language, timeZone)
  return t('homework.due', { when, time, date: formatDate(dueAt, t.language, 'short', timeZone) })
}

/** Date and time in the learner's zone. `at` in ms. */
export function momentWords(t: Copy, at: number, timeZone: string): string {
  const date = formatDate(at, t.language, 'short', timeZone)
  return t('homework.moment', { date, time: formatTime(at, t.language, timeZone) })
}
