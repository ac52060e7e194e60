import { expect, test } from 'vitest'
import { delayLeft } from '../sending.ts'
import { draftFrom } from './drafts.ts'

test('a draft that cannot be read is empty, never a failure', () => {
  expect(draftFrom({ text: 'half a thought', uploads: ['a'] })).toEqual({ text: 'half a thought', uploads: ['a'] })
  for (const kept of [undefined, null, '', 'text', 7, [], { text: 1, uploads: [2] }])
    expect(draftFrom(kept)).toEqual({ text: '', uploads: [] })
})

test('the next message may be sent when both the server’s and this device’s waiting time have passed, never later than the delay [CHT-06]', () => {
  const delay = { delay: 15_000, left: 9000, at: 1_000_000 }
  expect(delayLeft(delay, undefined, 1_000_000)).toBe(9000)
  expect(delayLeft(delay, undefined, 1_009_000)).toBe(0)
  expect(delayLeft(delay, 1_005_000, 1_006_000)).toBe(14_000)
  expect(delayLeft(delay, 1_005_000, 1_020_000)).toBe(0)
  expect(delayLeft(delay, 1_005_000, 900_000)).toBe(15_000)
  const past = { delay: 15_000, left: 0, at: 1_000_000 }
  expect(delayLeft(past, undefined, 990_000), 'a chat read since the clock last ticked makes nobody wait').toBe(0)
})
