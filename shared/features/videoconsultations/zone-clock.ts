import { addDays, firstInstantAt, type LocalDate, msFromDate, offsetAt } from '#shared/platform/times.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/** The clocks of one zone, quick for many times of the same days. Dates are calendar dates, minutes those of the day, 0 to 1440. */
export type ZoneClock = {
  /** The instant (ms) at which clocks show a minute, the first of two; undefined where a clock change skips it. */
  startAt(date: LocalDate, minute: number): number | undefined
  /** The first instant (ms) at which clocks show a minute or, where it is skipped, a later one. */
  endAt(date: LocalDate, minute: number): number
  /** Whether clocks, should they go back between two instants (ms), never show less than a minute of the date there. */
  staysAfter(date: LocalDate, minute: number, from: number, until: number): boolean
}

/** A date with the offsets that its clocks may have; on most days that is one. */
type Day = { midnight: number; offsets: number[] }

const clockText = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** By name in lower case, which has endless spellings. */
const clocks = new Map<string, ZoneClock>()
/** Of how many days a zone's clocks remember what its rules say. */
const mostDays = 4000

/** The clocks of a zone; all who ask for it share what its rules said of a day. */
export function zoneClock(timeZone: string): ZoneClock {
  const name = timeZone.toLowerCase()
  const known = clocks.get(name)
  if (known) return known
  const made = newClock(timeZone)
  clocks.set(name, made)
  return made
}

/** Asks the zone's rules once a day: on most days its clocks do not change, and then an instant is a sum. */
function newClock(timeZone: string): ZoneClock {
  const known = new Map<number, number>()
  function offsetOn(midnight: number): number {
    const found = known.get(midnight)
    if (found !== undefined) return found
    const offset = offsetAt(midnight, timeZone)
    known.set(midnight, offset)
    return offset
  }
  const days = new Map<LocalDate, Day>()
  /** A local date lies between the day before and two days after its midnight of UTC, whatever the zone. */
  function dayOf(date: LocalDate): Day {
    const found = days.get(date)
    if (found) return found
    if (days.size >= mostDays) {
      days.clear()
      known.clear()
    }
    const midnight = msFromDate(date)
    const day = { midnight, offsets: [...new Set([-1, 0, 1, 2].map(away => offsetOn(midnight + away * dayMs)))] }
    days.set(date, day)
    return day
  }
  return {
    startAt(date, minute) {
      const { midnight, offsets } = dayOf(date)
      const wall = midnight + minute * minuteMs
      if (offsets.length === 1) return wall - (offsets[0] ?? 0)
      const instants = offsets.map(each => wall - each)
      const shown = instants.filter(instant => instant + offsetAt(instant, timeZone) === wall)
      return shown.length ? Math.min(...shown) : undefined
    },
    endAt(date, minute) {
      const { midnight, offsets } = dayOf(date)
      if (offsets.length === 1) return midnight + minute * minuteMs - (offsets[0] ?? 0)
      return minute < 1440
        ? firstInstantAt(date, clockText(minute), timeZone)
        : firstInstantAt(addDays(date, 1), clockText(minute - 1440), timeZone)
    },
    staysAfter(date, minute, from, until) {
      const { midnight, offsets } = dayOf(date)
      if (offsets.length === 1) return true
      const last = offsetAt(until - 1, timeZone)
      if (last >= offsetAt(from, timeZone)) return true
      return changeBetween(from, until - 1, timeZone) + last >= midnight + minute * minuteMs
    },
  }
}

/** The first instant in (`from`, `until`] with the offset that `until` has; the offset changes once in between. */
function changeBetween(from: number, until: number, timeZone: string): number {
  const last = offsetAt(until, timeZone)
  let before = from
  let after = until
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetAt(middle, timeZone) === last) after = middle
    else before = middle
  }
  return after
}
