import { describe, expect, test } from 'vitest'
import { sharedData } from '#shared/platform/testing/shared-data.ts'
import { addDays, type LocalDate, localDate, startOfDay } from '#shared/platform/times.ts'
import { firstOfActivity, type Goal, type Place, weekDays, weekGoal, weekStart } from './rules.ts'

/** A course of `count` working days, one a day from its start on; `rest` are the numbers (from 0) of days of rest. */
const place = (from: LocalDate, count: number, change: Partial<Place> & { rest?: number[] } = {}): Place => {
  const { rest = [], ...given } = change
  const days = Array.from({ length: count }, (_, index) => ({
    opensOn: addDays(from, index),
    isRest: rest.includes(index),
    finishedOn: undefined,
  }))
  return { from, until: undefined, frozen: [], days, ...given }
}
const dates = (...all: LocalDate[]) => new Set(all)
const inWeek = (monday: LocalDate, ...days: number[]) => days.map(day => addDays(monday, day))
// Mondays.
const [first, second, third, fourth] = ['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23'] as const
const goal = (from: LocalDate, days: number | null): Goal => ({ from, days })
const open = [place('2026-10-01', 90)]
const at = (today: LocalDate, goals: Goal[], active: LocalDate[], places = open) =>
  weekGoal({ today, goals, active: new Set(active), places })

describe('a week', () => {
  test('begins on Monday, before 1970, too [PRG-10]', () => {
    expect(['2026-11-23', '2026-11-27', '2026-11-29', '2026-11-30', '1969-12-31'].map(weekStart)).toEqual([
      '2026-11-23',
      '2026-11-23',
      '2026-11-23',
      '2026-11-30',
      '1969-12-29',
    ])
  })

  test('takes no more days than have something to do: rest, a freeze and a pause of the course are free [PRG-10]', () => {
    const needed = (...places: Place[]) => at(first, [goal(first, 7)], [], places).week.needed
    expect(needed(place(first, 7))).toBe(7)
    expect(needed(place(first, 7, { rest: [5, 6] }))).toBe(5)
    expect(needed(place(first, 7, { frozen: inWeek(first, 0, 1, 2) }))).toBe(4)
    expect(needed(place(addDays(first, 4), 7))).toBe(3)
    expect(needed(place(first, 7, { until: addDays(first, 1) }))).toBe(2)
    expect(needed()).toBe(0)
    // All that has opened is done, and the next day opens in a fortnight.
    const done = { opensOn: addDays(first, -3), isRest: false, finishedOn: addDays(first, 1) }
    const later = { opensOn: addDays(first, 14), isRest: false, finishedOn: undefined }
    expect(needed(place(first, 0, { from: addDays(first, -3), days: [done, later] }))).toBe(2)
  })

  test('with something to do in one course is not free because another rests [PRG-10]', () => {
    const rests = place(first, 7, { rest: [0, 1, 2, 3, 4, 5, 6] })
    expect(at(first, [goal(first, 7)], [], [rests, place(first, 7)]).week.needed).toBe(7)
  })

  test('a day on which something was learned counts though it was free [PRG-10]', () => {
    const days = weekDays({ active: dates(addDays(first, 2)), places: [] }, first)
    expect(days.filter(({ isActive }) => isActive)).toEqual([
      { date: addDays(first, 2), isActive: true, isFree: false },
    ])
    expect(days.filter(({ isFree }) => isFree)).toHaveLength(6)
  })
})

describe('the run', () => {
  const goals = [goal(first, 2)]

  test('counts the weeks kept, and this one once it is kept; until then it breaks nothing [PRG-10]', () => {
    const past = [...inWeek(first, 0, 3), ...inWeek(second, 1, 6)]
    expect(at(third, goals, past)).toMatchObject({ run: 2, best: 2, isNewStart: false, days: 2 })
    expect(at(addDays(third, 6), goals, [...past, third])).toMatchObject({ run: 2, week: { done: 1, needed: 2 } })
    expect(at(addDays(third, 6), goals, [...past, ...inWeek(third, 5, 6)]).run).toBe(3)
  })

  test('ends with a week that is missed, and another begins with the next; the best stays [PRG-10]', () => {
    const past = [...inWeek(first, 0, 3), ...inWeek(second, 1, 6), third]
    expect(at(fourth, goals, past)).toMatchObject({ run: 0, best: 2, isNewStart: true })
    expect(at(addDays(fourth, 1), goals, [...past, ...inWeek(fourth, 0, 1)])).toMatchObject({
      run: 1,
      best: 2,
      isNewStart: false,
    })
  })

  test('a week that is all rest, freeze or pause is passed over [PRG-10]', () => {
    const past = [...inWeek(first, 0, 3), ...inWeek(third, 1, 6)]
    const frozen = place('2026-10-01', 90, { frozen: inWeek(second, 0, 1, 2, 3, 4, 5, 6) })
    expect(at(fourth, goals, past, [frozen]).run).toBe(2)
    const ended = place('2026-10-01', 90, { until: addDays(second, -1) })
    expect(at(fourth, goals, past, [ended, place(third, 30)]).run).toBe(2)
    expect(at(fourth, goals, past).run).toBe(1)
  })

  test('each week has the goal of its time, and the week of a choice breaks nothing [PRG-10]', () => {
    const past = [...inWeek(first, 0, 3), ...inWeek(second, 1, 6), ...inWeek(third, 2)]
    expect(at(addDays(third, 1), [...goals, goal(third, 5)], past)).toMatchObject({ run: 2, days: 5 })
    expect(at(fourth, [...goals, goal(third, 5)], past)).toMatchObject({ run: 2, days: 5 })
    expect(at(fourth, [...goals, goal(third, 1)], past).run).toBe(3)
  })

  test('without a goal there is none, and one that was ended is over [PRG-10]', () => {
    expect(at(first, [], [first])).toMatchObject({ days: null, run: 0, best: 0, week: { needed: 0, done: 1 } })
    const past = inWeek(first, 0, 3)
    expect(at(third, [...goals, goal(second, null)], past)).toMatchObject({ days: null, run: 0, isNewStart: false })
  })
})

describe('the learner’s own calendar', () => {
  const zones = [
    ['Europe/Madrid', '2026-10-25'],
    ['Europe/Madrid', '2027-03-28'],
    ['America/New_York', '2026-11-01'],
    ['America/New_York', '2027-03-14'],
    ['Australia/Lord_Howe', '2026-10-04'],
    ['America/Santiago', '2026-09-06'],
    ['Africa/Cairo', '2026-04-24'],
    ['Pacific/Apia', '2011-12-29'],
    ['Pacific/Kiritimati', '2026-11-22'],
    ['Asia/Kathmandu', '2026-11-22'],
    ['America/St_Johns', '2026-11-01'],
    ['Europe/Moscow', '2026-11-22'],
  ] as const

  test.each(zones)('in %s every hour of the week around %s is in the week of its date [PRG-10]', (zone, changes) => {
    const monday = weekStart(changes)
    const begins = startOfDay(monday, zone)
    const ends = startOfDay(addDays(monday, 7), zone)
    const hours = Math.round((ends - begins) / 3_600_000)
    expect(hours).toBeGreaterThanOrEqual(zone === 'Pacific/Apia' ? 143 : 167)
    for (let at = begins; at < ends; at += 1_800_000) expect(weekStart(localDate(at, zone))).toBe(monday)
    expect(weekStart(localDate(begins - 1, zone))).toBe(addDays(monday, -7))
    expect(weekStart(localDate(ends, zone))).toBe(addDays(monday, 7))
  })

  const { changes } = sharedData<{ changes: { zone: string; transition: number }[] }>('i18n/timezones.json')

  test(`a run goes on over each of ${changes.length} changes of clocks [PRG-10]`, () => {
    const broken = changes.filter(({ zone, transition }) => {
      const monday = weekStart(localDate(transition * 1000, zone))
      const weeks = [-2, -1, 0, 1].map(week => addDays(monday, 7 * week))
      // Early on Monday morning and late on Sunday evening, by the clock on the wall.
      const active = weeks.flatMap(week => [
        localDate(startOfDay(week, zone) + 60_000, zone),
        localDate(startOfDay(addDays(week, 7), zone) - 60_000, zone),
      ])
      const today = localDate(startOfDay(addDays(monday, 14), zone), zone)
      const places = [place(addDays(monday, -30), 90)]
      return at(today, [goal(weeks[0] ?? monday, 2)], active, places).run !== 4
    })
    expect(changes.length).toBeGreaterThan(100)
    expect(broken).toEqual([])
  })
})

test('the statistics look back at twelve weeks, this one included', () =>
  expect(['2026-11-22', '2026-11-23', '2026-11-29'].map(firstOfActivity)).toEqual([
    '2026-08-31',
    '2026-09-07',
    '2026-09-07',
  ]))

test('a goal that was never kept is no new start; a run is counted for five years at the most [PRG-10]', () => {
  expect(at(first, [goal(first, 1)], [])).toMatchObject({ run: 0, best: 0, isNewStart: false })
  const begun = addDays(first, -7 * 300)
  const mondays = Array.from({ length: 301 }, (_, week) => addDays(begun, 7 * week))
  const long = [place(begun, 1)]
  expect(at(first, [goal(begun, 1)], mondays, long)).toMatchObject({ run: 261, best: 261 })
  expect(at(first, [goal(addDays(first, -7 * 2), 1)], mondays, long)).toMatchObject({ run: 3, best: 3 })
})
