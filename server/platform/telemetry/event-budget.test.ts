import { expect, test } from 'vitest'
import { eventBudget } from './event-budget.ts'

const noon = Date.UTC(2026, 11, 2, 12)

test('events per day are limited per network and overall; counting restarts the next day [ANL-02]', () => {
  const budget = eventBudget({ ofNetwork: 5, ofAll: 8 })
  expect([budget.take('a', 3, noon), budget.take('a', 3, noon), budget.take('a', 3, noon)]).toEqual([3, 2, 0])
  expect([budget.take('b', 4, noon), budget.take('c', 1, noon)]).toEqual([3, 0])
  expect([budget.take('a', 9, noon + 86_400_000), budget.take('c', 1, noon + 86_400_000)]).toEqual([5, 1])
})
