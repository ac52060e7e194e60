import fc from 'fast-check'
import { expect, test } from 'vitest'
import { waveformOf } from './waveform.ts'

test('a recording is drawn by the loudest sample of each part, beside the loudest of all', () => {
  expect(waveformOf([0, 10, -20, 5], 2)).toEqual([50, 100])
  expect(waveformOf([0, 0, 0, 0], 2)).toEqual([0, 0])
  expect(waveformOf([], 3)).toEqual([0, 0, 0])
  expect(waveformOf([7], 3)).toEqual([100, 100, 100])
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -32_768, max: 32_767 }), { maxLength: 300 }),
      fc.integer({ min: 1, max: 64 }),
      (samples, bars) => {
        const drawn = waveformOf(samples, bars)
        expect(drawn).toHaveLength(bars)
        for (const one of drawn) expect(one >= 0 && one <= 100).toBe(true)
      },
    ),
  )
})
