import { areHoursFit, hoursFromWire } from '#shared/features/videoconsultations/forms.ts'
import type { WeeklyHoursWire } from '#shared/features/videoconsultations/wire.ts'
import { isLocalDate } from '#shared/platform/times.ts'

/** Hours of a weekday as they are edited; dates are '' where they hold without end. */
export type HoursDraft = { weekday: number; from: string; until: string; validFrom: string; validUntil: string }

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

const timeAt = (quarter: number) =>
  `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`

/** All quarters of an hour at which hours may begin, and at which they may end. */
export const beginnings = Array.from({ length: 96 }, (_, quarter) => timeAt(quarter))
export const ends = Array.from({ length: 96 }, (_, quarter) => timeAt(quarter + 1))

/** Weekly hours to edit, in the order of the week. */
export function draftOf(hours: readonly WeeklyHoursWire[]): HoursDraft[] {
  const drafts = hours.map(({ weekday, from_time: from, until_time: until, ...dates }) => ({
    weekday,
    from,
    until,
    validFrom: dates.valid_from ?? '',
    validUntil: dates.valid_until ?? '',
  }))
  return drafts.sort((a, b) => a.weekday - b.weekday || (a.from < b.from ? -1 : 1))
}

/** Edited hours as they are sent. */
export function hoursOf(drafts: readonly HoursDraft[]): WeeklyHoursWire[] {
  return drafts.map(({ weekday, from, until, validFrom, validUntil }) => ({
    weekday,
    from_time: from,
    until_time: until,
    valid_from: validFrom || null,
    valid_until: validUntil || null,
  }))
}

/** What was kept of a draft on the device, as far as it is one. */
export function keptHours(kept: unknown): HoursDraft[] | undefined {
  const isOne = (one: unknown): one is HoursDraft =>
    typeof one === 'object' &&
    one !== null &&
    ['from', 'until', 'validFrom', 'validUntil'].every(name => typeof Reflect.get(one, name) === 'string') &&
    weekdays.some(day => day === Reflect.get(one, 'weekday'))
  return Array.isArray(kept) && kept.every(isOne) ? kept : undefined
}

type Fault = 'order' | 'dates' | 'overlap'

/** What is wrong with one of the hours: that they end too early, their dates, or that others are at the same time. */
export function faultOf(drafts: readonly HoursDraft[], index: number): Fault | undefined {
  const draft = drafts[index]
  if (!draft) return undefined
  if (draft.until <= draft.from) return 'order'
  const { validFrom, validUntil } = draft
  const areDates = [validFrom, validUntil].every(date => date === '' || isLocalDate(date))
  if (!areDates || (validFrom && validUntil && validUntil < validFrom)) return 'dates'
  const others = drafts.filter((other, at) => at !== index && other.until > other.from)
  const clashes = others.some(other => !areHoursFit(hoursFromWire(hoursOf([{ ...other }, draft]))))
  return clashes ? 'overlap' : undefined
}

/** Hours that follow those of a day: an hour later, or the usual ones. */
export function nextHours(drafts: readonly HoursDraft[], weekday: number): HoursDraft {
  const last = drafts
    .filter(draft => draft.weekday === weekday)
    .reduce((latest, { until }) => (until > latest ? until : latest), '')
  const from = last === '' ? '09:00' : (beginnings[beginnings.indexOf(last) + 4] ?? '23:00')
  const until = last === '' ? '17:00' : (ends[beginnings.indexOf(from) + 3] ?? '24:00')
  return { weekday, from, until, validFrom: '', validUntil: '' }
}
