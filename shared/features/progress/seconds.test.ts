import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wholeSeconds } from './seconds.ts'

test.each([
  [[], []],
  [[[0.4, 0.6]], [[0, 1]]],
  [[[0.6, 1.4]], []],
  [
    [
      [0, 3.2],
      [3.2, 5],
    ],
    [[0, 5]],
  ],
  [
    [
      [7, 9],
      [0, 2],
      [1, 4],
    ],
    [
      [0, 4],
      [7, 9],
    ],
  ],
  [
    [
      [0, 9],
      [2, 3],
    ],
    [[0, 9]],
  ],
  [[[5, 3]], []],
])('pieces %j are the seconds %j', (pieces, expected) => {
  const rangeOf = ([from = 0, until = 0]: readonly number[]) => ({ from, until })
  expect(wholeSeconds(pieces.map(rangeOf))).toEqual(expected.map(rangeOf))
})

test('however playing is cut into pieces, the same seconds are told, each once', () => {
  const cuts = fc.array(fc.double({ min: 0, max: 600, noNaN: true }), { minLength: 2, maxLength: 20 })
  fc.assert(
    fc.property(cuts, points => {
      const sorted = points.toSorted((one, other) => one - other)
      const pieces = sorted.slice(1).map((until, at) => ({ from: sorted[at] ?? 0, until }))
      const whole = wholeSeconds([{ from: sorted[0] ?? 0, until: sorted.at(-1) ?? 0 }])
      expect(wholeSeconds(pieces)).toEqual(whole)
      const lone = pieces.reduce(
        (sum, piece) => sum + wholeSeconds([piece]).reduce((n, { from, until }) => n + until - from, 0),
        0,
      )
      expect(lone).toBe(whole.reduce((n, { from, until }) => n + until - from, 0))
    }),
  )
})
