import { addDays, type LocalDate } from '#shared/platform/times.ts'
import { weekdayOf } from '#shared/features/notifications/rules.ts'
import { type ZoneClock, zoneClock } from './zone-clock.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/** From an instant to another, which is not part of it; in ms. */
export type Span = { from: number; until: number }

/** Hours of one ISO weekday on an expert's clock, in minutes of the day up to 1440; both dates are inclusive. */
export type Hours = {
  weekday: number
  fromMinute: number
  untilMinute: number
  validFrom: LocalDate | null
  validUntil: LocalDate | null
}

/** What decides when an expert is free: `taken` are bookings with their buffers and what the calendar elsewhere says. */
export type Diary = {
  timeZone: string
  hours: readonly Hours[]
  extra: readonly Span[]
  away: readonly Span[]
  taken: readonly Span[]
}

/** What is to be booked, in minutes: how long it lasts, how far starts lie apart, and the expert's time before and after it. */
export type SlotPlan = { length: number; step: number; before: number; after: number }

export const overlap = (one: Span, other: Span) => one.from < other.until && other.from < one.until

/** When a consultation that begins at `start` (ms) takes place, and the time that it takes of the expert. */
export function spansOf(start: number, { length, before, after }: SlotPlan): { during: Span; pad: Span } {
  const until = start + length * minuteMs
  return {
    during: { from: start, until },
    pad: { from: start - before * minuteMs, until: until + after * minuteMs },
  }
}

/** The calendar dates that any zone may have within `range`. */
function datesIn({ from, until }: Span): LocalDate[] {
  const first = new Date(from - dayMs).toISOString().slice(0, 10)
  const count = Math.max(0, Math.floor((until - from) / dayMs) + 3)
  return Array.from({ length: count }, (_, index) => addDays(first, index))
}

function isValidOn({ weekday, validFrom, validUntil }: Hours, date: LocalDate, weekdayOfDate: number): boolean {
  return (
    weekday === weekdayOfDate &&
    (validFrom === null || validFrom <= date) &&
    (validUntil === null || date <= validUntil)
  )
}

/** The starts within some hours of a date: each clock time once, and none that would leave them, also where clocks go back. */
function startsOn(date: LocalDate, { fromMinute, untilMinute }: Hours, clock: ZoneClock, { length, step }: SlotPlan) {
  const starts: number[] = []
  const end = clock.endAt(date, untilMinute)
  for (let minute = fromMinute; minute + length <= untilMinute; minute += step) {
    const start = clock.startAt(date, minute)
    const until = start === undefined ? Number.POSITIVE_INFINITY : start + length * minuteMs
    if (start !== undefined && until <= end && clock.staysAfter(date, fromMinute, start, until)) starts.push(start)
  }
  return starts
}

function startsWithin({ from, until }: Span, { length, step }: SlotPlan): number[] {
  const count = Math.floor((until - from - length * minuteMs) / (step * minuteMs)) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => from + index * step * minuteMs)
}

/** All starts that an expert's hours have in `range`, whether free or not; in order, each once. */
function startsOfHours({ timeZone, hours, extra }: Diary, plan: SlotPlan, range: Span): number[] {
  const clock = zoneClock(timeZone)
  const weekly = datesIn(range).flatMap(date => {
    const weekday = weekdayOf(date)
    return hours.flatMap(one => (isValidOn(one, date, weekday) ? startsOn(date, one, clock, plan) : []))
  })
  const all = [...weekly, ...extra.flatMap(span => startsWithin(span, plan))]
  return [...new Set(all.filter(start => start >= range.from && start < range.until))].sort((a, b) => a - b)
}

/**
 * The instants (ms) in `range` at which something planned can begin: within the hours or the extra hours of the expert, while they
 * are not away, with the buffers clear of what is taken, and while the learner has nothing else (`own`). In order, each once.
 */
export function freeSlots(diary: Diary, plan: SlotPlan, range: Span, own: readonly Span[] = []): number[] {
  const isAway = overlapsInOrder(diary.away)
  const isTaken = overlapsInOrder(diary.taken)
  const isOwn = overlapsInOrder(own)
  return startsOfHours(diary, plan, range).filter(start => {
    const { during, pad } = spansOf(start, plan)
    return !isAway(during) && !isTaken(pad) && !isOwn(during)
  })
}

/** Says of one span after another, in the order of their beginnings, whether it overlaps any of `spans`. */
function overlapsInOrder(spans: readonly Span[]): (asked: Span) => boolean {
  const sorted = joined(spans)
  let next = 0
  return asked => {
    while ((sorted[next]?.until ?? Number.POSITIVE_INFINITY) <= asked.from) next++
    return (sorted[next]?.from ?? Number.POSITIVE_INFINITY) < asked.until
  }
}

/** Up to `count` of the times that lie nearest to `wanted`, in order. */
export function nearest(times: readonly number[], wanted: number, count = 6): number[] {
  const byDistance = [...new Set(times)].sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted) || a - b)
  return byDistance.slice(0, count).sort((a, b) => a - b)
}

/** When an expert works in `range`: weekly and extra hours joined, without the time away. In order, without overlaps. */
export function openSpans({ timeZone, hours, extra, away }: Diary, range: Span): Span[] {
  const clock = zoneClock(timeZone)
  const weekly = datesIn(range).flatMap(date => {
    const weekday = weekdayOf(date)
    return hours
      .filter(one => isValidOn(one, date, weekday))
      .map(one => ({ from: clock.endAt(date, one.fromMinute), until: clock.endAt(date, one.untilMinute) }))
  })
  return without(joined([...weekly, ...extra]), away).flatMap(({ from, until }) => {
    const cut = { from: Math.max(from, range.from), until: Math.min(until, range.until) }
    return cut.from < cut.until ? [cut] : []
  })
}

/** Whether an expert could hold a consultation: they work while it lasts, and have nothing else then or in its buffers. */
export function isFreeFor(diary: Diary, { during, pad }: { during: Span; pad: Span }): boolean {
  const works = openSpans(diary, during).some(({ from, until }) => from <= during.from && until >= during.until)
  return works && !diary.taken.some(span => overlap(span, pad))
}

function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (last && span.from <= last.until) last.until = Math.max(last.until, span.until)
    else if (span.from < span.until) all.push({ ...span })
  }
  return all
}

function without(spans: readonly Span[], away: readonly Span[]): Span[] {
  return away.reduce<Span[]>(
    (left, gap) =>
      left.flatMap(span =>
        overlap(span, gap)
          ? [
              { from: span.from, until: gap.from },
              { from: gap.until, until: span.until },
            ].filter(({ from, until }) => from < until)
          : [span],
      ),
    [...spans],
  )
}
