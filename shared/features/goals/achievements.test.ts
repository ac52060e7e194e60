import fc from 'fast-check'
import { expect, test } from 'vitest'
import { achieved, type Records, nextAchievement } from './achievements.ts'
import { daysOfWeek, minutesOf, weeksOf } from './activity.ts'

const nothing: Records = { days: 0, minutes: 0, homework: 0, courses: 0, weeks: 0 }
const someRecords = fc.record({
  days: fc.nat(400),
  minutes: fc.nat(7000),
  homework: fc.nat(60),
  courses: fc.nat(12),
  weeks: fc.nat(60),
})

test('nothing done earns nothing, and promises nothing [PRO-12]', () => {
  expect(achieved(nothing)).toEqual([])
  expect(nextAchievement(nothing)).toBeUndefined()
})

test('each kind shows the highest step that was reached, and the nearest is next [PRO-12]', () => {
  const records = { ...nothing, days: 6, minutes: 42, homework: 1 }
  expect(achieved(records)).toEqual([
    { kind: 'days', step: 3 },
    { kind: 'minutes', step: 10 },
    { kind: 'homework', step: 1 },
  ])
  expect(nextAchievement(records)).toEqual({ kind: 'days', step: 7, done: 6 })
})

test('an achievement is never lost by doing more, and the next one is never reached yet [PRO-12]', () => {
  fc.assert(
    fc.property(someRecords, someRecords, (records, more) => {
      const after = Object.fromEntries(
        Object.entries(records).map(([kind, count]) => [kind, count + more[kind as keyof Records]]),
      ) as Records
      const later = new Map(achieved(after).map(({ kind, step }) => [kind, step]))
      for (const { kind, step } of achieved(records)) {
        expect(step).toBeLessThanOrEqual(records[kind])
        expect(later.get(kind)).toBeGreaterThanOrEqual(step)
      }
      const next = nextAchievement(records)
      if (next) expect(next.step).toBeGreaterThan(records[next.kind])
    }),
  )
})

test('days are added up to weeks from Monday to Sunday, and whatever was watched is at least a minute [PRO-12]', () => {
  const days = [
    { date: '2026-11-01', minutes: 5 },
    { date: '2026-11-02', minutes: 7 },
    { date: '2026-11-08', minutes: 0 },
  ]
  const weeks = weeksOf(days, '2026-10-26')
  expect(weeks).toHaveLength(12)
  expect(weeks.slice(0, 3)).toEqual([
    { from: '2026-10-26', minutes: 5, days: 1 },
    { from: '2026-11-02', minutes: 7, days: 2 },
    { from: '2026-11-09', minutes: 0, days: 0 },
  ])
  expect(daysOfWeek(days, '2026-11-02').map(({ minutes }) => minutes)).toEqual([7, 0, 0, 0, 0, 0, 0])
  expect([0, 1, 29, 90, 2520].map(minutesOf)).toEqual([0, 1, 1, 2, 42])
})

test('the nearest is by the share that is done, not by how much is missing or the order of kinds [PRO-12]', () => {
  // 2 of 3, 50 of 60, 4 of 5.
  expect(nextAchievement({ ...nothing, days: 2, minutes: 50, homework: 4 })).toEqual({
    kind: 'minutes',
    step: 60,
    done: 50,
  })
  // 29 of 30, 50 of 60, 1 of 2.
  expect(nextAchievement({ ...nothing, days: 29, minutes: 50, courses: 1 })).toEqual({
    kind: 'days',
    step: 30,
    done: 29,
  })
})
