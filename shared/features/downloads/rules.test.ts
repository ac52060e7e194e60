import { expect, test } from 'vitest'
import {
  bytesOf,
  chosenFiles,
  isLeaseGood,
  isSetBack,
  leaseText,
  nextDays,
  rangeAt,
  rangeBytes,
  rangeCount,
} from './rules.ts'

const file = (purpose: 'full' | 'small' | 'sound' | 'beside', bytes: number, url = `/media/k/${purpose}`) => ({
  purpose,
  url,
  bytes,
  hashes: [],
})

test('a file is cut into ranges of 8 MiB; the last is what remains [OFF-09]', () => {
  expect(rangeBytes).toBe(8_388_608)
  expect([0, 1, rangeBytes, rangeBytes + 1].map(rangeCount)).toEqual([0, 1, 1, 2])
  expect(rangeAt(1, rangeBytes + 5)).toEqual({ first: rangeBytes, last: rangeBytes + 4 })
})

test('a film comes in the wanted quality or the nearest there is, with all that belongs to it [OFF-11]', () => {
  const all = [file('full', 100), file('small', 40), file('sound', 5), file('beside', 1)]
  const purposes = (files: typeof all, quality: 'full' | 'small' | 'sound') =>
    chosenFiles({ files }, quality).map(({ purpose }) => purpose)
  expect(purposes(all, 'full')).toEqual(['full', 'beside'])
  expect(purposes(all, 'small')).toEqual(['small', 'beside'])
  expect(purposes(all, 'sound')).toEqual(['sound', 'beside'])
  expect(purposes([file('full', 100), file('beside', 1)], 'sound')).toEqual(['full', 'beside'])
  expect(purposes([file('beside', 1)], 'small')).toEqual(['beside'])
})

test('sizes are added up, an address of several items once', () => {
  const items = [
    { files: [file('full', 100), file('beside', 1, '/media/k/poster')] },
    { files: [file('beside', 1, '/media/k/poster')] },
  ]
  expect(bytesOf(items, 'full')).toBe(101)
})

test('the next days are the first that are not finished [OFF-11]', () => {
  const days = [true, false, true, false, false].map((is_finished, id) => ({ id, is_finished }))
  expect(nextDays(days, 2).map(({ id }) => id)).toEqual([1, 3])
  expect(nextDays(days, 0)).toEqual([])
})

test('a lease holds until its time has passed since it came, whatever the clock of the device shows [OFF-10]', () => {
  const lease = { server_time: 1000, until: 1000 + 3600 }
  const at = (now: number, highest = now) => isLeaseGood(lease, { now, highest, receivedAt: 5_000_000 })
  expect(at(5_000_000)).toBe(true)
  expect(at(5_000_000 + 3599_000)).toBe(true)
  expect(at(5_000_000 + 3600_000)).toBe(false)
  // Ten minutes back may be the clock setting itself right; the time that has passed stays passed.
  expect(at(5_000_000, 5_000_000 + 600_000)).toBe(true)
  expect(at(5_000_000 + 3500_000, 5_000_000 + 3700_000)).toBe(false)
  expect(at(5_000_000, 5_000_000 + 600_001)).toBe(false)
  expect(isSetBack({ now: 0, highest: 600_001 })).toBe(true)
})

test('what a lease says is in the text that is signed [OFF-10]', () => {
  const lease = { user_id: 1, stream_id: 2, files: [3, 4], until: 5, server_time: 6 }
  expect(leaseText(lease)).toBe('1.2.3,4.5.6')
})
