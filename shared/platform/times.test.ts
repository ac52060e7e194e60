import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { sharedData } from './testing/shared-data.ts'
import {
  addDays,
  daysBetween,
  isLocalDate,
  isTimeZone,
  localDate,
  msFromSeconds,
  msFromDate,
  secondsFromMs,
  startOfDay,
} from './times.ts'

type Change = { zone: string; transition: number | null; before: string; after: string; kind: string; note?: string }
const { changes } = sharedData<{ changes: Change[] }>('i18n/timezones.json')
const clockChanges = changes.flatMap(change =>
  change.transition === null ? [] : [{ ...change, at: change.transition * 1000 }],
)
const hour = 3_600_000
const dayMs = 24 * hour

describe('around every known clock change', () => {
  test.each(clockChanges)('$zone $before: the date is the clock’s, and never goes back [PRG-07]', change => {
    const { zone, at } = change
    expect(localDate(at - 1000, zone)).toBe(change.before.slice(0, 10))
    const after = change.after.slice(0, 10)
    expect(localDate(at, zone)).toBe(after < change.before.slice(0, 10) ? change.before.slice(0, 10) : after)
    let previous = localDate(at - 2 * dayMs, zone)
    for (let instant = at - 2 * dayMs; instant <= at + 2 * dayMs; instant += hour / 4) {
      const date = localDate(instant, zone)
      expect(date >= previous, `${zone} ${new Date(instant).toISOString()}`).toBe(true)
      previous = date
    }
  })

  test.each(clockChanges)('$zone $before: every date begins at one instant, to the millisecond [PRG-07]', change => {
    const { zone, at } = change
    const first = localDate(at - 2 * dayMs, zone)
    for (let offset = 0; offset <= 4; offset += 1) {
      const date = addDays(first, offset)
      const start = startOfDay(date, zone)
      expect(localDate(start - 1, zone) < date, date).toBe(true)
      expect(localDate(start, zone) >= date, date).toBe(true)
    }
  })

  test('a skipped midnight begins the day after the gap, a skipped day begins with the next one [PRG-07]', () => {
    const gaps = clockChanges.filter(change => change.kind === 'gap' && change.note)
    expect(gaps.length).toBeGreaterThan(5)
    for (const { zone, at, after } of gaps) expect(startOfDay(after.slice(0, 10), zone)).toBe(at)
    const kiritimati = Date.parse('1994-12-31T10:00:00Z')
    expect(startOfDay('1994-12-31', 'Pacific/Kiritimati')).toBe(kiritimati)
    expect(startOfDay('1995-01-01', 'Pacific/Kiritimati')).toBe(kiritimati)
  })
})

test('midnight that comes twice begins the day the first time [PRG-07]', () => {
  expect(new Date(startOfDay('2010-11-07', 'America/St_Johns')).toISOString()).toBe('2010-11-07T02:30:00.000Z')
  expect(localDate(Date.parse('2010-11-07T02:31:30Z'), 'America/St_Johns')).toBe('2010-11-07')
  expect(new Date(startOfDay('2025-11-02', 'America/Havana')).toISOString()).toBe('2025-11-02T04:00:00.000Z')
})

test('an instant belongs to the date that began last [PRG-07]', () => {
  const zones = [...new Set(changes.map(change => change.zone))]
  const instant = fc.integer({ min: Date.UTC(2009, 0, 1), max: Date.UTC(2027, 0, 1) })
  fc.assert(
    fc.property(instant, fc.constantFrom(...zones), (now, zone) => {
      const date = localDate(now, zone)
      return startOfDay(date, zone) <= now && now < startOfDay(addDays(date, 1), zone)
    }),
    { numRuns: 500 },
  )
})

test('date arithmetic is in calendar days, whatever the clocks do', () => {
  expect(addDays('2024-02-28', 2)).toBe('2024-03-01')
  expect(addDays('2025-01-01', -1)).toBe('2024-12-31')
  expect(daysBetween('2025-03-08', '2025-03-10')).toBe(2)
  expect(daysBetween('2025-03-10', '2025-03-08')).toBe(-2)
  fc.assert(
    fc.property(
      fc.integer({ min: -5000, max: 5000 }),
      days => daysBetween('2026-05-31', addDays('2026-05-31', days)) === days,
    ),
  )
})

test('only dates that exist are dates, only known zones are zones', () => {
  expect(['2024-02-29', '2026-12-31'].every(isLocalDate)).toBe(true)
  expect(
    [
      '2023-02-29',
      '2026-13-01',
      '2026-1-1',
      '',
      '2026-04-31',
      '20260401',
      ' 2026-04-01',
      '2026-04-01T',
      '12026-04-01',
    ].some(isLocalDate),
  ).toBe(false)
  expect(isTimeZone('Europe/Moscow')).toBe(true)
  expect(['Europe/Nowhere', '+03:00', ''].some(isTimeZone)).toBe(false)
})

test('wire seconds and client milliseconds turn into each other', () => {
  expect(msFromSeconds(1_700_000_000)).toBe(1_700_000_000_000)
  expect(secondsFromMs(1_700_000_000_999)).toBe(1_700_000_000)
})

test('a date-only text, such as one that begins with 202, becomes a timestamp; other texts do not [LNG-05]', () => {
  expect(msFromDate('2026-07-05')).toBe(Date.UTC(2026, 6, 5))
  expect(msFromDate('2020-02-29')).toBe(Date.UTC(2020, 1, 29))
  expect(msFromDate('1999-01-01')).toBe(Date.UTC(1999, 0, 1))
  expect(['202 lessons', '2026-13-01', '2026-07-05T10:00:00Z', ''].map(msFromDate)).toEqual(
    Array.from({ length: 4 }, () => Number.NaN),
  )
})

test('all spellings of a time zone share one clock, so that none of them costs memory [SEC-07]', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  const name = 'america/argentina/rio_gallegos'
  for (let spelling = 0; spelling < 200; spelling++) {
    const spelled = [...name].map((letter, at) => ((spelling >> (at % 8)) & 1 ? letter.toUpperCase() : letter)).join('')
    expect(isTimeZone(spelled)).toBe(true)
  }
  expect(made).toHaveBeenCalledTimes(1)
  made.mockRestore()
})
