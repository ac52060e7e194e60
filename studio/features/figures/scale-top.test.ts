import { expect, test } from 'vitest'
import { scaleTop } from './scale-top.ts'

test.each([
  [Number.NEGATIVE_INFINITY, 2],
  [0, 2],
  [0.4, 2],
  [2, 2],
  [3, 4],
  [5, 10],
  [10, 10],
  [11, 20],
  [37, 40],
  [41, 100],
  [99.5, 100],
  [101, 200],
  [4990, 10_000],
])('above %d the scale ends at %d', (largest, top) => {
  expect(scaleTop(largest)).toBe(top)
})
