import { expect, test } from 'vitest'
import { endedByToken, isListedKind, listedKinds, usualWays, waysOf } from './notice-ways.ts'

test('what is about oneself reaches one’s devices, the rest waits in the list; an announcement goes by all ways [PRO-16]', () => {
  const by = (way: string) => listedKinds.filter(kind => usualWays[kind] === way)
  expect(by('push')).toEqual(['message', 'verdict', 'refund', 'mention', 'consultation'])
  expect(by('list')).toEqual(['payment', 'points', 'article', 'day'])
  expect(by('all')).toEqual(['announcement'])
})

test('what has letters of its own cannot be chosen by letter; only an announcement goes by all ways [PRO-16]', () => {
  const usual = ['push', 'letter', 'list']
  expect(Object.fromEntries(listedKinds.map(kind => [kind, waysOf(kind)]))).toEqual({
    message: usual,
    verdict: usual,
    refund: ['push', 'list'],
    payment: ['push', 'list'],
    points: usual,
    article: usual,
    mention: usual,
    day: usual,
    announcement: [...usual, 'all'],
    consultation: ['push', 'list'],
  })
})

test('the list knows its kinds', () => {
  expect(['message', 'announcement', 'digest', ''].map(isListedKind)).toEqual([true, true, false, false])
})

test('a link’s token says what it ends and of whom', () => {
  const signature = 'a-_Z9'.padEnd(43, 'x')
  const ends = (before: string) => endedByToken(`${before}.${signature}`)
  expect(ends('7')).toEqual({ ended: 'reminder', id: 7, signature })
  expect(ends('digest-12')).toEqual({ ended: 'digest', id: 12, signature })
  expect(ends('announcement-123456789012345')).toEqual({ ended: 'announcement', id: 123_456_789_012_345, signature })
})

test('what is no token ends nothing', () => {
  const signature = 'x'.repeat(43)
  for (const token of [
    '',
    '7',
    `7.${'x'.repeat(42)}`,
    `7.${'x'.repeat(44)}`,
    `7.${'x'.repeat(42)}!`,
    `0.${signature}`,
    `07.${signature}`,
    `1234567890123456.${signature}`,
    `-7.${signature}`,
    `Digest-7.${signature}`,
    `reminder-7.${signature}`,
    `letters-7.${signature}`,
    ` 7.${signature}`,
    `a 7.${signature}`,
  ])
    expect(endedByToken(token), token).toBeUndefined()
})
