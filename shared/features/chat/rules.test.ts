import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isExpertMessageEnabled } from '#shared/features/streams/rules.ts'
import { closedReason, compareChats, delayLeft, isMessageEmpty, keptText } from './rules.ts'

const streamStatuses = ['open', 'not_started', 'freeze', 'stopped', 'ended'] as const

test('a demo learner without full access has a chat only where the course allows it; nobody has one in a brand without chats [CHT-05, CHT-11]', () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      (isDemo, courseFullAccess, allowed, isChatSupport) => {
        const stream = { isDemo, courseFullAccess, isDemoExpertMessageEnabled: allowed }
        const isForbidden = isDemo && !courseFullAccess && !allowed
        expect(isExpertMessageEnabled(stream, isChatSupport)).toBe(isChatSupport && !isForbidden)
      },
    ),
  )
})

test('chats are ordered by their streams, then by the latest message [CHT-05]', () => {
  const chat = fc.record({
    id: fc.nat(1000),
    streamStatus: fc.constantFrom(...streamStatuses),
    lastMessageAt: fc.option(fc.nat(1000), { nil: undefined }),
  })
  fc.assert(
    fc.property(fc.array(chat), chats => {
      const sorted = [...chats].sort(compareChats)
      const ranks = sorted.map(({ streamStatus }) => streamStatuses.indexOf(streamStatus))
      expect(ranks).toEqual([...ranks].sort((a, b) => a - b))
      for (const [index, { streamStatus, lastMessageAt }] of sorted.entries()) {
        const next = sorted[index + 1]
        if (next?.streamStatus === streamStatus)
          expect(lastMessageAt ?? 0).toBeGreaterThanOrEqual(next.lastMessageAt ?? 0)
      }
    }),
  )
  const quiet = [3, 5, 4].map(id => ({ id, streamStatus: 'open' as const, lastMessageAt: undefined }))
  expect(quiet.sort(compareChats).map(({ id }) => id)).toEqual([5, 4, 3])
})

const free = {
  isDemo: false,
  courseFullAccess: false,
  isDemoUserMessageEnabled: false,
  messageExpiresAt: null,
  streamStatus: 'open',
} as const

test.each([
  ['an open stream', {}, undefined],
  ['one that has not started', { streamStatus: 'not_started' }, undefined],
  ['a frozen one', { streamStatus: 'freeze' }, undefined],
  ['one that ended', { streamStatus: 'ended' }, 'stream'],
  ['one that stopped', { streamStatus: 'stopped' }, 'stream'],
  ['one that ended, with time left to write', { streamStatus: 'ended', messageExpiresAt: 101 }, undefined],
  ['an open one, the time to write over', { messageExpiresAt: 100 }, 'expired'],
  ['a demo whose learners only read', { isDemo: true }, 'demo'],
  ['a demo whose learners write', { isDemo: true, isDemoUserMessageEnabled: true }, undefined],
  ['a demo with full access', { isDemo: true, courseFullAccess: true }, undefined],
] as const)('writing in %s [CHT-11, CHT-12]', (_name, terms, reason) => {
  expect(closedReason({ ...free, ...terms }, 100_000)).toBe(reason)
})

test('writing ends at the very second agreed [CHT-12]', () => {
  const terms = { ...free, messageExpiresAt: 100 }
  expect([99_999, 100_000].map(now => closedReason(terms, now))).toEqual([undefined, 'expired'])
})

test('the remaining delay runs down to zero, and is never more than the delay [CHT-06]', () => {
  expect(delayLeft(undefined, 15_000, 0)).toBe(0)
  expect([0, 1, 14_999, 15_000, 99_000].map(passed => delayLeft(1000, 15_000, 1000 + passed))).toEqual([
    15_000, 14_999, 1, 0, 0,
  ])
  fc.assert(
    fc.property(fc.nat(), fc.nat(3_600_000), fc.nat(), (lastWroteAt, delay, now) => {
      const left = delayLeft(lastWroteAt, delay, now)
      expect(left).toBeGreaterThanOrEqual(0)
      expect(left).toBeLessThanOrEqual(delay)
      if (now >= lastWroteAt) expect(delayLeft(lastWroteAt, delay, now + left)).toBe(0)
    }),
  )
})

test('a clock that was set back holds nobody up until it has caught up [CHT-06]', () => {
  const hour = 3_600_000
  expect(delayLeft(hour, 15_000, 0)).toBe(0)
  expect([15_001, 15_000].map(lastWroteAt => delayLeft(lastWroteAt, 15_000, 0))).toEqual([0, 15_000])
  expect(delayLeft(10, 15_000, 0)).toBe(15_000)
})

test('a blank text counts as none; a file is enough for a message [CHT-08]', () => {
  expect(['', ' \n\t', '\u3000\u00a0', undefined].map(text => isMessageEmpty(text, 0))).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(isMessageEmpty(' ', 1)).toBe(false)
  expect(isMessageEmpty('0', 0)).toBe(false)
  expect(keptText('\n a  b ')).toBe('a  b')
  fc.assert(
    fc.property(fc.string(), text => {
      expect(keptText(keptText(text))).toBe(keptText(text))
    }),
  )
})
