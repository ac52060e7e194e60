import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, localDate } from '#shared/platform/times.ts'
import { sharedData } from '#shared/platform/testing/shared-data.ts'
import {
  isAtWork,
  isInTime,
  nextDigest,
  nextReminder,
  quietUntil,
  retryAfterSeconds,
  usualHours,
  weekdayOf,
} from './rules.ts'

type Change = {
  zone: string
  /** Unix seconds. */
  transition: number
  /** Local wall times one second before and at the change. */
  before: string
  after: string
  kind: 'gap' | 'overlap'
  minutes: number
  offset_before: number
  offset_after: number
}
const { changes } = sharedData<{ changes: Change[] }>('i18n/timezones.json')
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const dayMs = 86_400_000
const minuteMs = 60_000

/** The wall times one second before a change and after it, in ms as if in UTC. */
const walls = ({ before, after }: Change) => ({
  last: Date.parse(`${before.replace(' ', 'T')}Z`) + 1000,
  first: Date.parse(`${after.replace(' ', 'T')}Z`),
})
const timeOf = (wall: number) => new Date(wall).toISOString().slice(11, 16)
const dateOf = (wall: number) => new Date(wall).toISOString().slice(0, 10)
const named = changes.map(change => [`${change.zone} ${change.before} ${change.kind}`, change] as const)

test('all changes are here', () => expect(changes).toHaveLength(103))

test.each(named.filter(([, { kind }]) => kind === 'gap'))(
  'a time that clocks skip comes at the first moment after the gap: %s [PRO-10]',
  (_name, change) => {
    const { last, first } = walls(change)
    const at = change.transition * 1000
    for (const wall of [last, last + ((first - last) >> 1), first - minuteMs]) {
      const rounded = Math.ceil(wall / minuteMs) * minuteMs
      if (rounded >= first) continue
      const next = nextReminder({ weekdays: everyDay, time: timeOf(rounded) }, change.zone, at - 12 * 3_600_000)
      const isDaySkipped = dateOf(wall) !== dateOf(first) && first - last >= dayMs
      if (isDaySkipped) expect(next?.date).not.toBe(dateOf(wall))
      else expect(next).toEqual({ at, date: dateOf(rounded) })
    }
    const atEnd = nextReminder({ weekdays: everyDay, time: timeOf(first) }, change.zone, at - minuteMs)
    expect(atEnd).toEqual({ at, date: dateOf(first) })
  },
)

test.each(named.filter(([, { kind }]) => kind === 'overlap'))(
  'a time that clocks show twice comes the first time, once: %s [PRO-10]',
  (_name, change) => {
    const { last, first } = walls(change)
    const at = change.transition * 1000
    for (const wall of [first, first + ((last - first) >> 1), last - minuteMs]) {
      const rounded = Math.floor(wall / minuteMs) * minuteMs
      const plan = { weekdays: everyDay, time: timeOf(rounded) }
      const next = nextReminder(plan, change.zone, at - 3 * 3_600_000)
      expect(next).toEqual({ at: rounded - change.offset_before * minuteMs, date: dateOf(rounded) })
      const following = nextReminder(plan, change.zone, next?.at ?? 0)
      expect(following?.date).toBe(addDays(dateOf(rounded), 1))
    }
  },
)

const zones = [...new Set(changes.map(({ zone }) => zone))]
const plans = fc.record({
  weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
  minute: fc.integer({ min: 0, max: 1439 }),
  change: fc.constantFrom(...changes),
  days: fc.integer({ min: -40, max: 40 }),
  ms: fc.integer({ min: 0, max: dayMs }),
})
const planOf = ({ weekdays, minute }: { weekdays: number[]; minute: number }) => ({
  weekdays,
  time: `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
})

/** Whether the zone's clock skips the last minute of a date. */
function endsInGap(date: string, zone: string): boolean {
  return changes.some(
    ({ kind, zone: at, before, after }) =>
      kind === 'gap' && at === zone && before.startsWith(date) && after.slice(0, 10) > date,
  )
}

test('for every wished date that the zone has there is one reminder, in order and on that date [PRO-10]', () => {
  fc.assert(
    fc.property(plans, ({ change, days, ms, ...rest }) => {
      const plan = planOf(rest)
      const start = change.transition * 1000 + days * dayMs + ms
      let after = start
      let sentOn: string | null = null
      const dates: string[] = []
      for (let count = 0; count < 10; count++) {
        const next = nextReminder(plan, change.zone, after, sentOn)
        if (!next) throw new Error('No next reminder')
        expect(next.at).toBeGreaterThan(after)
        expect(plan.weekdays).toContain(weekdayOf(next.date))
        const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: change.zone, dateStyle: 'short' }).format(next.at)
        // Where the clock skips the end of a day, the first moment after it is on the next day.
        expect([next.date, endsInGap(next.date, change.zone) ? addDays(next.date, 1) : next.date]).toContain(shown)
        dates.push(next.date)
        after = next.at
        sentOn = next.date
      }
      expect(new Set(dates).size).toBe(10)
      const [first = '', last = ''] = [dates[0], dates.at(-1)]
      const wished = datesBetween(first, last).filter(date => plan.weekdays.includes(weekdayOf(date)))
      expect(wished.filter(date => !dates.includes(date)).filter(date => existsIn(date, change.zone))).toEqual([])
    }),
    { numRuns: 400 },
  )
})

function datesBetween(first: string, last: string): string[] {
  const dates: string[] = []
  for (let date = first; date <= last; date = addDays(date, 1)) dates.push(date)
  return dates
}

/** Whether the zone's clocks ever show the date, checked hour by hour. */
function existsIn(date: string, zone: string): boolean {
  const noon = Date.parse(`${date}T12:00:00Z`)
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
  return Array.from({ length: 64 }, (_, hour) => noon + (hour - 32) * 3_600_000).some(at => format.format(at) === date)
}

test('after a change of time zone an inactive reminder comes at most once per date [PRO-10]', () => {
  fc.assert(
    fc.property(plans, fc.constantFrom(...zones), ({ change, days, ms, ...rest }, other) => {
      const plan = planOf(rest)
      const first = nextReminder(plan, change.zone, change.transition * 1000 + days * dayMs + ms)
      if (!first) throw new Error('No next reminder')
      const next = nextReminder(plan, other, first.at, first.date)
      expect(next && next.date > first.date).toBe(true)
      expect(localDate(next?.at ?? 0, other) >= addDays(first.date, 1)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('the instant itself counts as past, and without weekdays there is no next time [PRO-10]', () => {
  const at = Date.parse('2026-12-02T09:00:00Z')
  expect(nextReminder({ weekdays: [3], time: '09:00' }, 'UTC', at - 1)).toEqual({ at, date: '2026-12-02' })
  expect(nextReminder({ weekdays: [3], time: '09:00' }, 'UTC', at)).toEqual({ at: at + 7 * dayMs, date: '2026-12-09' })
  expect(nextReminder({ weekdays: [], time: '09:00' }, 'UTC', at)).toBeUndefined()
})

test('two hours late is still in time, any later is not [PRO-10]', () => {
  expect(isInTime(0, 7_200_000)).toBe(true)
  expect(isInTime(0, 7_200_001)).toBe(false)
  const now = Date.parse('2026-12-02T09:00:00Z')
  expect([isInTime(now - 60_000, now), isInTime(now - 7_200_001, now)]).toEqual([true, false])
})

test('retries come at growing intervals, never sooner than the receiver asks, and not after days', () => {
  expect([1, 2, 3, 4, 5, 9].map(attempts => retryAfterSeconds(attempts))).toEqual([30, 120, 600, 1800, 3600, 3600])
  expect(retryAfterSeconds(1, 300)).toBe(300)
  expect(retryAfterSeconds(3, 300)).toBe(600)
  expect(retryAfterSeconds(1, 999_999)).toBe(21_600)
})

test.each([
  ['09:00', '20:00', '2026-12-02T08:00:00Z', true],
  ['09:00', '20:00', '2026-12-02T07:59:59Z', false],
  ['09:00', '20:00', '2026-12-02T19:00:00Z', false],
  ['22:00', '06:00', '2026-12-02T21:00:00Z', true],
  ['22:00', '06:00', '2026-12-03T04:59:00Z', true],
  ['22:00', '06:00', '2026-12-02T04:00:00Z', false],
  ['00:00', '00:00', '2026-12-02T22:59:00Z', true],
  ['00:00', '00:00', '2026-12-02T23:00:00Z', false],
])('who works on Wednesdays from %s to %s in Madrid is at work at %s: %s', (from, until, at, expected) => {
  expect(isAtWork({ weekdays: [3], from, until }, 'Europe/Madrid', Date.parse(at))).toBe(expected)
})

test('a reminder that was sent for a date comes on a later one [PRO-10]', () => {
  const at = Date.parse('2026-12-02T09:00:00Z')
  const daily = { weekdays: everyDay, time: '09:00' }
  expect(nextReminder(daily, 'UTC', at - 1, '2026-12-01')).toEqual({ at, date: '2026-12-02' })
  expect(nextReminder(daily, 'UTC', at - 1, '2026-12-02')).toEqual({ at: at + dayMs, date: '2026-12-03' })
})

test('who has chosen no hours works every day from nine to eight in the evening', () => {
  for (const date of [
    '2026-12-05',
    '2026-12-06',
    '2026-12-07',
    '2026-12-08',
    '2026-12-09',
    '2026-12-10',
    '2026-12-11',
  ]) {
    const isWorking = ['08:59', '09:00', '19:59', '20:00'].map(time =>
      isAtWork(usualHours, 'UTC', Date.parse(`${date}T${time}:00Z`)),
    )
    expect([date, ...isWorking]).toEqual([date, false, true, true, false])
  }
})

test.each([
  ['22:00', '08:00', '2026-12-02T20:59:59Z', undefined],
  ['22:00', '08:00', '2026-12-02T21:00:00Z', '2026-12-03T07:00:00Z'],
  ['22:00', '08:00', '2026-12-02T06:59:59Z', '2026-12-02T07:00:00Z'],
  ['22:00', '08:00', '2026-12-02T07:00:00Z', undefined],
  ['13:00', '15:30', '2026-12-02T12:00:00Z', '2026-12-02T14:30:00Z'],
  ['13:00', '15:30', '2026-12-02T14:30:00Z', undefined],
  // The clocks go forward in this night, and back in the other.
  ['22:00', '02:30', '2026-03-29T00:59:00Z', '2026-03-29T01:00:00Z'],
  ['22:00', '08:00', '2026-10-24T20:00:00Z', '2026-10-25T07:00:00Z'],
])('quiet hours from %s until %s in Madrid at %s end at %s [PRO-17]', (from, until, now, end) => {
  const found = quietUntil({ from, until }, 'Europe/Madrid', Date.parse(now))
  expect(found && new Date(found).toISOString().replace('.000', '')).toBe(end)
})

test('a digest comes at nine, each morning or on Mondays, once for a date [PRO-18]', () => {
  const at = (time: string) => Date.parse(time)
  // In Riga, two hours before UTC; 30 November 2026 is a Monday.
  const next = (pace: 'daily' | 'weekly', after: string, sentOn?: string) =>
    nextDigest(pace, 'Europe/Riga', at(after), sentOn)
  expect(next('daily', '2026-11-30T06:59:59Z')).toEqual({ at: at('2026-11-30T07:00:00Z'), date: '2026-11-30' })
  expect(next('daily', '2026-11-30T07:00:00Z')).toEqual({ at: at('2026-12-01T07:00:00Z'), date: '2026-12-01' })
  expect(next('daily', '2026-11-30T06:00:00Z', '2026-11-30').date).toBe('2026-12-01')
  expect(next('weekly', '2026-11-30T06:00:00Z').date).toBe('2026-11-30')
  expect(next('weekly', '2026-11-30T07:00:00Z').date).toBe('2026-12-07')
  const week = ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05', '2026-12-06', '2026-12-07']
  expect(week.map(date => next('daily', `${date}T00:00:00Z`).date)).toEqual(week)
})
