import { loadCopy } from 'virtual:copy/web'
import { expect, test } from 'vitest'
import { createCopy } from '#kit/copy/copy.tsx'
import type { DayStatus, UserStream } from '#shared/features/streams/forms.ts'
import { closedWords, greetingOf, lockedDayWords, lockWords, statusWords } from './stream-words.ts'

const en = createCopy('en', await loadCopy('en'))
const ru = createCopy('ru', await loadCopy('ru'))

const stream = (change: Partial<UserStream>) =>
  ({
    status: 'open',
    startsOn: '2026-12-01',
    endsOn: '2026-12-21',
    isOptionalPurchase: false,
    userCourseStreamFreeze: undefined,
    ...change,
  }) as UserStream
const freeze = { status: 'active', startDate: 0, endDate: Date.parse('2026-12-05T22:59:59Z') } as const

test('each status has its words and dates', () => {
  expect(statusWords(en, stream({})).text).toBe('Open until 21 December 2026')
  expect(statusWords(en, stream({ isOptionalPurchase: true })).text).toBe('Open by subscription')
  expect(statusWords(ru, stream({ status: 'not_started' })).text).toBe('Начало 1 декабря 2026')
  const frozen = stream({ status: 'freeze', userCourseStreamFreeze: freeze })
  expect(statusWords(en, frozen, 'Europe/Madrid').text).toBe('Paused until 5 December 2026')
  expect(statusWords(en, frozen, 'Asia/Tokyo').text).toBe('Paused until 6 December 2026')
  expect(statusWords(en, stream({ status: 'stopped' })).text).toBe('Stopped: no access now')
  expect(statusWords(en, stream({ status: 'ended' })).text).toBe('Ended on 21 December 2026')
})

test('a stream that is not open says why and until when', () => {
  expect(closedWords(en, stream({}))).toBeUndefined()
  expect(closedWords(en, stream({ status: 'not_started' }))?.text).toContain('It starts on 1 December 2026.')
  expect(closedWords(en, stream({ status: 'freeze' }))?.text).toContain('when the pause ends')
  expect(closedWords(en, stream({ status: 'ended' }))?.text).toContain('It ended on 21 December 2026.')
})

test('a locked day says why, with the date if there is one [STR-11]', () => {
  const opensOn = '2026-12-04'
  const words = (lockReason: DayStatus['lockReason'], today = '2026-12-01', t = en) =>
    lockWords(t, { lockReason, opensOn }, today)
  expect(words('not_yet')).toBe('Opens on 4 December 2026')
  expect(words('not_yet', '2026-12-03')).toBe('Opens tomorrow')
  expect(words('not_yet', '2026-12-03', ru)).toBe('Откроется завтра')
  expect(words('demo')).toBe('Not part of the demo')
  expect(words('previous_day')).toBe('Opens when the earlier days are done')
  const waiting = { lockReason: 'previous_day', opensOn, waitsForDay: 5 } as const
  expect(lockWords(en, waiting, '2026-12-04')).toBe('Opens when day 5 is done')
  const closed = { lockReason: 'stream', opensOn } as const
  expect(lockedDayWords(en, closed, stream({ status: 'ended' }), '2026-12-01')).toBe('Locked')
  expect(lockedDayWords(en, closed, stream({ status: 'not_started' }), '2026-12-01')).toBe('Opens on 4 Dec')
})

test('a day that waits for homework says so, with its date while that is ahead [PRG-07] [STR-11]', () => {
  const day = { lockReason: 'homework', opensOn: '2026-12-04' } as const
  expect(['2026-12-01', '2026-12-03', '2026-12-04'].map(today => lockWords(en, day, today, 'short'))).toEqual([
    'Opens when your homework is approved, on 4 Dec at the earliest',
    'Opens when your homework is approved, tomorrow at the earliest',
    'Opens when your homework is approved',
  ])
  expect(lockWords(ru, day, '2026-12-01', 'short')).toBe('Откроется, когда примут ваше задание, но не раньше 4 дек.')
})

test.each([
  [0, 'night'],
  [4, 'night'],
  [5, 'morning'],
  [11, 'morning'],
  [12, 'day'],
  [17, 'day'],
  [18, 'evening'],
  [23, 'evening'],
])('at %i o’clock of the learner’s zone it is %s', (hour, part) => {
  const inTokyo = Date.UTC(2026, 11, 1, hour - 9)
  expect(greetingOf(inTokyo, 'Asia/Tokyo')).toBe(part)
})
