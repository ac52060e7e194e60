import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Refused } from '#server/platform/http/refusals.ts'
import { media } from '#shared/features/media/contract.ts'
import { uploadLocker } from './tus-server.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const busy = () => new Refused('upload_busy', media.refusals.upload_busy, { retryAfter: 2 })
const never = new AbortController().signal

test('a request waits for the one before it on the same upload, which is asked to end [MED-03]', async () => {
  const locker = uploadLocker(busy)
  const [first, second, other] = [locker.newLock('a'), locker.newLock('a'), locker.newLock('b')]
  const asked = vi.fn<() => void>()
  await first.lock(never, asked)
  await other.lock(never, asked)
  expect(asked).not.toHaveBeenCalled()
  const waiting = second.lock(never, asked)
  expect(asked).toHaveBeenCalledOnce()
  await first.unlock()
  await waiting
})

test('one that waited 10 s in vain is refused as upload_busy and may try again [MED-03]', async () => {
  const locker = uploadLocker(busy)
  await locker.newLock('a').lock(never, () => {})
  const refused = expect(locker.newLock('a').lock(never, () => {})).rejects.toMatchObject({
    code: 'upload_busy',
    detail: { retryAfter: 2 },
  })
  await vi.advanceTimersByTimeAsync(10_000)
  await refused
})
