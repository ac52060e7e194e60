import { expect, test } from 'vitest'
import { leftToSpend } from './PointsScreen.tsx'

test.each([
  [0, 200],
  [199, 1],
  [200, 0],
  [450, 0],
])('a balance of %i lacks %i points until it can be spent', (balance, left) => {
  expect(leftToSpend(balance)).toBe(left)
})
