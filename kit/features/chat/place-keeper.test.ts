import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clipped, grownDown, grownUp, longestRange, openingRange, rangeStep } from './place-keeper.ts'

const size = ({ from, to }: { from: number; to: number }) => to - from + 1

test('the first render of a long chat has no more rows than that of a short one', () => {
  expect(size(clipped(openingRange(10), 1, 10))).toBe(10)
  expect(size(clipped(openingRange(10_000), 9971, 10_000))).toBeLessThanOrEqual(14)
})

test('however a reader scrolls, the document holds at most 240 messages, and both ends can be reached [CHT-10]', () => {
  const moves = fc.array(fc.constantFrom('up', 'down', 'new', 'older'), { maxLength: 200 })
  fc.assert(
    fc.property(moves, steps => {
      let [low, last] = [9971, 10_000]
      let range = openingRange(last)
      for (const step of steps) {
        if (step === 'new') last += 1
        if (step === 'older') low = Math.max(1, low - 30)
        if (step === 'up') range = grownUp(clipped(range, low, last), low, last)
        if (step === 'down') range = grownDown(clipped(range, low, last), last)
        const shown = clipped(range, low, last)
        expect(size(shown)).toBeLessThanOrEqual(longestRange)
        expect(size(shown)).toBeGreaterThan(0)
        expect(shown.from).toBeGreaterThanOrEqual(low)
        expect(shown.to).toBeLessThanOrEqual(last)
      }
      for (let turn = 0; turn <= last / rangeStep; turn += 1) range = grownUp(clipped(range, low, last), low, last)
      expect(clipped(range, low, last).from).toBe(low)
      for (let turn = 0; turn <= last / rangeStep; turn += 1) range = grownDown(clipped(range, low, last), last)
      expect(clipped(range, low, last).to).toBe(last)
    }),
  )
})

test('growing keeps what is at the end that is looked at', () => {
  const up = grownUp({ from: 500, to: 739 }, 1, 10_000)
  expect(up).toEqual({ from: 440, to: 679 })
  expect(grownDown({ from: 500, to: 739 }, 10_000)).toEqual({ from: 560, to: 799 })
})
