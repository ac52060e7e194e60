import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Diary, freeSlots, type Hours, isFreeFor, nearest, openSpans, overlap, spansOf } from './slots.ts'

const zones = [
  'Europe/Moscow',
  'Europe/Madrid',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Africa/Casablanca',
]
const minuteMs = 60_000
const quarterMs = 15 * minuteMs
const dayMs = 86_400_000
const year = { from: Date.UTC(2026, 11, 31), until: Date.UTC(2028, 0, 2) }

const everyDay = (fromMinute: number, untilMinute: number): Hours[] =>
  [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, fromMinute, untilMinute, validFrom: null, validUntil: null }))
const diaryOf = (timeZone: string, hours: Hours[], more: Partial<Diary> = {}): Diary => ({
  timeZone,
  hours,
  extra: [],
  away: [],
  taken: [],
  ...more,
})

type Shown = { date: string; minute: number }

/** What the zone's clocks show at each quarter of an hour of 2027, by Intl alone. */
function clockOf(timeZone: string): Map<number, Shown> {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const shown = new Map<number, Shown>()
  for (let at = year.from - dayMs; at < year.until + dayMs; at += quarterMs) {
    const [date = '', time = ''] = format.format(at).split(', ')
    shown.set(at, { date, minute: Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) })
  }
  return shown
}

const clocks = new Map(zones.map(zone => [zone, clockOf(zone)]))

/** Every start by brute force: a clock time of the plan, the first that shows it, with every quarter until its end inside the hours. */
function expected(zone: string, hours: Hours[], { length, step }: { length: number; step: number }): number[] {
  const clock = clocks.get(zone) ?? new Map<number, Shown>()
  const seen = new Set<string>()
  const starts: number[] = []
  for (const [at, { date, minute }] of clock) {
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay() || 7
    const isFirst = !seen.has(`${date} ${minute}`)
    seen.add(`${date} ${minute}`)
    const fits = hours.some(one => {
      const isStart = one.weekday === weekday && minute >= one.fromMinute && (minute - one.fromMinute) % step === 0
      if (!isStart || minute + length > one.untilMinute) return false
      return Array.from({ length: length / 15 }, (_, index) => clock.get(at + index * quarterMs)).every(
        shown => shown?.date === date && shown.minute >= one.fromMinute && shown.minute < one.untilMinute,
      )
    })
    if (isFirst && fits && at >= year.from && at < year.until) starts.push(at)
  }
  return starts
}

test.each(zones)('in %s no day of 2027 offers a time outside the hours, twice, or misses one [CNS-15]', zone => {
  for (const plan of [
    { length: 60, step: 30, before: 0, after: 0 },
    { length: 30, step: 15, before: 0, after: 0 },
    { length: 45, step: 45, before: 0, after: 0 },
  ])
    for (const hours of [everyDay(0, 1440), everyDay(540, 1080), everyDay(0, 180), everyDay(75, 225)]) {
      const slots = freeSlots(diaryOf(zone, hours), plan, year)
      expect(slots).toEqual(expected(zone, hours, plan))
      expect(new Set(slots).size).toBe(slots.length)
    }
})

test('whatever the hours, the zone and the length, the times are those of the clocks [CNS-15]', () => {
  const someHours = fc
    .tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 0, max: 94 }), fc.integer({ min: 1, max: 40 }))
    .map(([weekday, from, count]) => ({
      weekday,
      fromMinute: from * 15,
      untilMinute: Math.min(1440, (from + count) * 15),
      validFrom: null,
      validUntil: null,
    }))
  const plans = fc.record({
    length: fc.integer({ min: 1, max: 8 }).map(count => count * 15),
    step: fc.integer({ min: 1, max: 8 }).map(count => count * 15),
  })
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.array(someHours, { maxLength: 1 }), plans, (zone, hours, plan) => {
      const slots = freeSlots(diaryOf(zone, hours), { ...plan, before: 0, after: 0 }, year)
      expect(slots).toEqual(expected(zone, hours, plan))
    }),
    { numRuns: 40 },
  )
})

const at = (text: string) => Date.parse(text)
const hour = { length: 60, step: 60, before: 0, after: 15 }
const monday = { from: at('2027-03-01T00:00:00Z'), until: at('2027-03-02T00:00:00Z') }
const span = (from: string, until: string) => ({
  from: at(`2027-03-01T${from}:00Z`),
  until: at(`2027-03-01T${until}:00Z`),
})
const times = (slots: number[]) => slots.map(slot => new Date(slot).toISOString().slice(11, 16))

test('what is taken, with its buffers, and time away are not offered; extra hours are [CNS-13, CNS-15]', () => {
  const hours = everyDay(540, 780)
  expect(times(freeSlots(diaryOf('UTC', hours), hour, monday))).toEqual(['09:00', '10:00', '11:00', '12:00'])
  const taken = { taken: [span('10:00', '11:15')] }
  expect(times(freeSlots(diaryOf('UTC', hours, taken), hour, monday))).toEqual(['12:00'])
  const away = { away: [span('09:30', '10:00')], extra: [span('14:00', '15:30')] }
  expect(times(freeSlots(diaryOf('UTC', hours, away), hour, monday))).toEqual(['10:00', '11:00', '12:00', '14:00'])
  const own = [span('11:30', '12:00')]
  expect(times(freeSlots(diaryOf('UTC', hours), hour, monday, own))).toEqual(['09:00', '10:00', '12:00'])
})

test('hours hold from their first date to their last, both inclusive [CNS-15]', () => {
  const [one] = everyDay(540, 600)
  const dated = (validFrom: string | null, validUntil: string | null) => [{ ...one, validFrom, validUntil } as Hours]
  const count = (hours: Hours[]) => freeSlots(diaryOf('UTC', hours), hour, monday).length
  expect([
    count(dated('2027-03-01', null)),
    count(dated('2027-03-02', null)),
    count(dated(null, '2027-03-01')),
    count(dated(null, '2027-02-28')),
  ]).toEqual([1, 0, 1, 0])
})

test('no free time ever touches what is taken [CNS-13]', () => {
  const taken = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 96 }), fc.integer({ min: 1, max: 20 })).map(([from, count]) => ({
      from: monday.from + from * quarterMs,
      until: monday.from + (from + count) * quarterMs,
    })),
  )
  fc.assert(
    fc.property(taken, spans => {
      const slots = freeSlots(diaryOf('UTC', everyDay(0, 1440), { taken: spans }), hour, monday)
      for (const slot of slots) expect(spans.some(one => overlap(one, spansOf(slot, hour).pad))).toBe(false)
    }),
  )
})

test('the nearest times are those around the wanted one, in order', () => {
  expect(nearest([10, 50, 20, 30, 30, 90], 28, 3)).toEqual([10, 20, 30])
  expect(nearest([], 5)).toEqual([])
})

test('open spans join hours that touch and leave out the time away', () => {
  const hours = [...everyDay(540, 600), ...everyDay(600, 660)]
  const away = [span('09:30', '09:45')]
  expect(openSpans(diaryOf('UTC', hours, { away, extra: [span('10:45', '12:00')] }), monday)).toEqual([
    span('09:00', '09:30'),
    span('09:45', '12:00'),
  ])
})

test('a time that begins when another ends does not overlap it', () => {
  const [morning, noon, both] = [
    { from: 0, until: 60 },
    { from: 60, until: 120 },
    { from: 59, until: 61 },
  ]
  expect([overlap(morning, noon), overlap(noon, morning)]).toEqual([false, false])
  expect([overlap(morning, both), overlap(both, morning), overlap(noon, both)]).toEqual([true, true, true])
})

test('a consultation takes of its expert the minutes before and after it, too', () => {
  const start = Date.parse('2027-01-11T10:00:00Z')
  const minute = 60_000
  expect(spansOf(start, { length: 30, step: 15, before: 10, after: 5 })).toEqual({
    during: { from: start, until: start + 30 * minute },
    pad: { from: start - 10 * minute, until: start + 35 * minute },
  })
})

test('an expert is free for a consultation who works all of its time and has nothing in it or its buffers', () => {
  const at = (text: string) => Date.parse(`2027-03-01T${text}:00Z`)
  const span = (from: string, until: string) => ({ from: at(from), until: at(until) })
  const wanted = { during: span('10:00', '10:30'), pad: span('09:50', '10:45') }
  const isFree = (hours: Hours[], more: Partial<Diary> = {}) => isFreeFor(diaryOf('UTC', hours, more), wanted)
  expect(isFree(everyDay(600, 630))).toBe(true)
  expect(isFree(everyDay(615, 720))).toBe(false)
  expect(isFree([], { extra: [span('09:00', '10:30')] })).toBe(true)
  expect(isFree(everyDay(540, 720), { away: [span('10:29', '11:00')] })).toBe(false)
  expect(isFree(everyDay(540, 720), { taken: [span('10:44', '11:00')] })).toBe(false)
  expect(isFree(everyDay(540, 720), { taken: [span('10:45', '11:00'), span('09:00', '09:50')] })).toBe(true)
})
