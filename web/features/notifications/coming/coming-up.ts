import type { Reminder } from '#shared/features/notifications/forms.ts'
import type { DayStatus, UserStream } from '#shared/features/streams/forms.ts'
import { addDays, type LocalDate, localDate } from '#shared/platform/times.ts'

/** Something that is to come: on a date of the learner's calendar, and at an instant (ms) where it has one. */
export type Coming = { id: string; date: LocalDate; at: number | undefined; subject: string; href: string } & {
  kind: 'starts' | 'ends' | 'goesOn' | 'day' | 'reminder' | 'consultation'
}

/** How many days ahead the opening of a course's days is told; a course of a day for each date would fill the list. */
const daysAhead = 7

type OfCourse = { stream: UserStream; title: string; href: string; days: readonly DayStatus[] }

/** What is to come in a course after `today`: its start, its end, the end of a pause, and the days that open. */
export function comingInCourse({ stream, title, href, days }: OfCourse, today: LocalDate, timeZone: string): Coming[] {
  const told = { at: undefined, subject: title, href }
  const one = (kind: Coming['kind'], date: LocalDate): Coming[] =>
    date >= today ? [{ id: `${kind} ${stream.id} ${date}`, kind, date, ...told }] : []
  if (stream.status === 'not_started') return one('starts', stream.startsOn)
  const ends = stream.isOptionalPurchase ? [] : one('ends', stream.endsOn)
  const { userCourseStreamFreeze: freeze } = stream
  if (stream.status === 'freeze')
    return [...(freeze ? one('goesOn', addDays(localDate(freeze.endDate, timeZone), 1)) : []), ...ends]
  if (stream.status !== 'open' && stream.status !== 'started') return []
  const isOpening = ({ opensOn, lockReason, state }: DayStatus) =>
    state === 'locked' && lockReason === 'not_yet' && opensOn > today && opensOn <= addDays(today, daysAhead)
  const dates = new Set(days.filter(isOpening).map(({ opensOn }) => opensOn))
  return [...[...dates].flatMap(date => one('day', date)), ...ends]
}

/** The next time of each reminder that is on. */
export function comingReminders(reminders: readonly Reminder[], href: string, timeZone: string): Coming[] {
  return reminders.flatMap(({ id, text, nextAt, isEnabled }) =>
    nextAt === undefined || !isEnabled
      ? []
      : [
          {
            id: `reminder ${id}`,
            kind: 'reminder',
            date: localDate(nextAt, timeZone),
            at: nextAt,
            subject: text,
            href,
          },
        ],
  )
}

/** All that is to come by its date: what has no time first, then by the clock. */
export function byDate(all: readonly Coming[]): [LocalDate, Coming[]][] {
  const sorted = all.toSorted(
    (one, other) =>
      one.date.localeCompare(other.date) || (one.at ?? 0) - (other.at ?? 0) || one.id.localeCompare(other.id),
  )
  const dates = new Map<LocalDate, Coming[]>()
  for (const one of sorted) dates.set(one.date, [...(dates.get(one.date) ?? []), one])
  return [...dates]
}
