import type { WeeklyHoursWire, WeekTimesWire } from './wire.ts'
import type { Hours } from './slots.ts'

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
/** What one entry of the schedule stands for, in minutes; all hours are made of it. */
const quarter = 15

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const timeOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** A time of the weekly schedule with the ISO weekdays on which it repeats. */
export type ScheduleEntry = { id: string; time: string; repeatDays: number[] }

/** The schedule by its times, as an app lists it. */
export function scheduleEntries(times: WeekTimesWire): ScheduleEntry[] {
  const entries = new Map<string, number[]>()
  for (const [index, day] of weekdays.entries())
    for (const time of times[day]) entries.set(time, [...(entries.get(time) ?? []), index + 1])
  return [...entries].sort(([a], [b]) => (a < b ? -1 : 1)).map(([time, repeatDays]) => ({ id: time, time, repeatDays }))
}

/** The schedule by weekday, as it is sent. */
export function scheduleTimes(entries: readonly ScheduleEntry[]): WeekTimesWire {
  const on = (weekday: number) =>
    entries.flatMap(({ time, repeatDays }) => (repeatDays.includes(weekday) ? [time] : [])).sort()
  return { mon: on(1), tue: on(2), wed: on(3), thu: on(4), fri: on(5), sat: on(6), sun: on(7) }
}

/** The quarters of an hour that weekly hours are made of; of hours that hold for certain dates alone, none. */
export function timesOfHours(hours: readonly Hours[]): WeekTimesWire {
  const always = hours.filter(({ validFrom, validUntil }) => validFrom === null && validUntil === null)
  const on = (weekday: number) => {
    const minutes = always
      .filter(one => one.weekday === weekday)
      .flatMap(({ fromMinute, untilMinute }) =>
        Array.from(
          { length: Math.floor((untilMinute - fromMinute) / quarter) },
          (_, step) => fromMinute + step * quarter,
        ),
      )
    return [...new Set(minutes)].sort((a, b) => a - b).map(timeOf)
  }
  return { mon: on(1), tue: on(2), wed: on(3), thu: on(4), fri: on(5), sat: on(6), sun: on(7) }
}

/** The weekly hours that quarters of an hour make; undefined when one of them does not begin at a quarter. */
export function hoursOfTimes(times: WeekTimesWire): Hours[] | undefined {
  const hours: Hours[] = []
  for (const [index, day] of weekdays.entries()) {
    for (const minute of [...new Set(times[day].map(minuteOf))].sort((a, b) => a - b)) {
      if (minute % quarter) return undefined
      const last = hours.at(-1)
      const weekday = index + 1
      if (last?.weekday === weekday && last.untilMinute === minute) last.untilMinute += quarter
      else hours.push({ weekday, fromMinute: minute, untilMinute: minute + quarter, validFrom: null, validUntil: null })
    }
  }
  return hours
}

/** Weekly hours as they are sent. */
export function hoursToWire({ weekday, fromMinute, untilMinute, validFrom, validUntil }: Hours): WeeklyHoursWire {
  return {
    weekday,
    from_time: timeOf(fromMinute),
    until_time: timeOf(untilMinute),
    valid_from: validFrom,
    valid_until: validUntil,
  }
}

export function hoursFromWire(hours: readonly WeeklyHoursWire[]): Hours[] {
  return hours.map(
    ({ weekday, from_time: from, until_time: until, valid_from: validFrom, valid_until: validUntil }) => ({
      weekday,
      fromMinute: minuteOf(from),
      untilMinute: minuteOf(until),
      validFrom,
      validUntil,
    }),
  )
}

/** Whether weekly hours can be: whole quarters that end after they begin, and no two of them at once. */
export function areHoursFit(hours: readonly Hours[]): boolean {
  const isFit = ({ fromMinute, untilMinute, validFrom, validUntil }: Hours) =>
    fromMinute % quarter === 0 &&
    untilMinute % quarter === 0 &&
    fromMinute < untilMinute &&
    (validFrom === null || validUntil === null || validFrom <= validUntil)
  return hours.every(isFit) && hours.every((one, index) => !hours.slice(index + 1).some(other => clash(one, other)))
}

function clash(one: Hours, other: Hours): boolean {
  const first = ''
  const last = '9999-12-31'
  return (
    one.weekday === other.weekday &&
    one.fromMinute < other.untilMinute &&
    other.fromMinute < one.untilMinute &&
    (one.validFrom ?? first) <= (other.validUntil ?? last) &&
    (other.validFrom ?? first) <= (one.validUntil ?? last)
  )
}
