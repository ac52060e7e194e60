import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { outcomeWithin } from './data.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the outcome of a write answered in time is reported at once: sent, kept or refused', async () => {
  const later = vi.fn()
  expect(await outcomeWithin(Promise.resolve({ isSent: true, data: 7 }), 100, later)).toEqual({ kind: 'sent', data: 7 })
  expect(await outcomeWithin(Promise.resolve({ isSent: false }), 100, later)).toEqual({ kind: 'waiting' })
  expect(await outcomeWithin(Promise.reject('no'), 100, later)).toEqual({ kind: 'refused', error: 'no' })
  await vi.advanceTimersByTimeAsync(200)
  expect(later).not.toHaveBeenCalled()
})

test('a slow write waits, and its outcome is reported later', async () => {
  const later = vi.fn()
  const slow = new Promise<{ isSent: true; data: number }>(resolve =>
    setTimeout(resolve, 300, { isSent: true, data: 7 }),
  )
  const first = outcomeWithin(slow, 100, later)
  await vi.advanceTimersByTimeAsync(100)
  expect(await first).toEqual({ kind: 'waiting' })
  await vi.advanceTimersByTimeAsync(200)
  expect(later).toHaveBeenCalledExactlyOnceWith({ kind: 'sent', data: 7 })
})
