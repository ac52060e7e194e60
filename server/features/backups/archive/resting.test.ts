import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { resting } from './resting.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Milliseconds that it rests after so many of work. */
async function restAfter(rest: () => Promise<void>, workedMs: number): Promise<number> {
  vi.advanceTimersByTime(workedMs)
  const begun = performance.now()
  const rested = rest()
  await vi.runAllTimersAsync()
  await rested
  return performance.now() - begun
}

test('long work rests as long as it worked, a second at most, and counts its rest as no work [OPS-07]', async () => {
  const rest = resting()
  expect(await restAfter(rest, 5)).toBe(5)
  expect(await restAfter(rest, 300)).toBe(300)
  expect(await restAfter(rest, 5000)).toBe(1000)
  expect(await restAfter(rest, 20)).toBe(20)
})

test('short steps are counted together', async () => {
  const rest = resting()
  expect(await restAfter(rest, 4)).toBe(0)
  expect(await restAfter(rest, 4)).toBe(8)
})
