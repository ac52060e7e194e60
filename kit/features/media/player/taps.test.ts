import { expect, test } from 'vitest'
import { sideOf } from './taps.ts'

test.each([
  [0, 'back'],
  [99, 'back'],
  [100, undefined],
  [200, undefined],
  [201, 'on'],
  [300, 'on'],
])('a touch at %s of 300 is %s: thirds of the picture [PRG-12]', (at, side) => {
  expect(sideOf(at, 300)).toBe(side)
})
