import { expect, test } from 'vitest'
import type { WeekGoalWire } from '#shared/features/goals/contract.ts'
import { isKept, withGoal, withToday } from './week.ts'

const week = (change: Partial<WeekGoalWire> = {}, active: number[] = [], free: number[] = []): WeekGoalWire => ({
  days: 2,
  run: 3,
  best: 5,
  is_new_start: false,
  ...change,
  week: {
    needed: 2,
    done: active.length,
    days: [0, 1, 2, 3, 4, 5, 6].map(day => ({
      date: `2026-11-${String(2 + day).padStart(2, '0')}`,
      is_active: active.includes(day),
      is_free: free.includes(day),
    })),
  },
})

test('what was learned today counts before the server has heard of it, once, and keeps the week [PRG-10]', () => {
  const kept = withToday(week({}, [0]), '2026-11-04')
  expect(kept).toMatchObject({ run: 4, best: 5, week: { done: 2, needed: 2 } })
  expect(kept.week.days[2]).toEqual({ date: '2026-11-04', is_active: true, is_free: false })
  expect(withToday(kept, '2026-11-04')).toBe(kept)
  expect(withToday(week({}, [0]), '2026-12-04')).toEqual(week({}, [0]))
  expect(withToday(week({ run: 0, is_new_start: true }, [0]), '2026-11-04')).toMatchObject({
    run: 1,
    is_new_start: false,
  })
  expect(withToday(week({ days: null }, []), '2026-11-04')).toMatchObject({ run: 3, week: { done: 1, needed: 0 } })
})

test('another goal takes as many days as have something to do, and changes whether the week is kept [PRG-10]', () => {
  const known = week({ run: 4 }, [0, 1], [5, 6])
  expect(isKept(known)).toBe(true)
  expect(withGoal(known, 7)).toMatchObject({ days: 7, run: 3, week: { needed: 5 } })
  expect(withGoal(known, 1)).toMatchObject({ days: 1, run: 4, week: { needed: 1 } })
  expect(withGoal(known, null)).toMatchObject({ days: null, run: 3, week: { needed: 0 } })
})
