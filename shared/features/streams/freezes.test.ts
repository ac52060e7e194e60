import { expect, test } from 'vitest'
import { currentFreeze, freezeDaysLeft, freezeRefusal, isFreezable, streamStatus } from './rules.ts'

const june = {
  startsOn: '2026-06-01',
  endsOn: '2026-06-30',
  isOptionalPurchase: false,
  hasActiveSubscription: false,
  isDemo: false,
  courseFullAccess: false,
  freezes: [],
}
const past = { status: 0 as const, startsOn: '2026-06-02', endsOn: '2026-06-04' }
const planned = { status: 0 as const, startsOn: '2026-06-20', endsOn: '2026-06-22' }
const canceled = { ...planned, status: 2 as const, canceledOn: '2026-06-21' }

test('the freeze of a day is the one that holds then or comes next, not one that is over or canceled [STR-06]', () => {
  const freezes = [past, canceled, planned]
  expect(currentFreeze(freezes, '2026-06-04')).toBe(past)
  expect(currentFreeze(freezes, '2026-06-05')).toBe(planned)
  expect(currentFreeze(freezes, '2026-06-22')).toBe(planned)
  expect(currentFreeze(freezes, '2026-06-23')).toBeUndefined()
})

test('days to freeze are what is left of the school’s number, never below none; a canceled freeze gives its rest back [STR-06]', () => {
  expect(freezeDaysLeft(june, 10)).toBe(10)
  expect(freezeDaysLeft({ ...june, freezes: [past, canceled] }, 10)).toBe(6)
  expect(freezeDaysLeft({ ...june, freezes: [past] }, 2)).toBe(0)
  const early = { status: 0 as const, startsOn: '2026-05-20', endsOn: '2026-06-01' }
  expect(freezeDaysLeft({ ...june, freezes: [early] }, 10)).toBe(9)
})

test.each([
  ['a running course', june, '2026-06-10', 10, true],
  ['one that has not started', june, '2026-05-10', 10, true],
  ['the last day', june, '2026-06-30', 10, true],
  ['a last day that a freeze moved', { ...june, freezes: [past] }, '2026-07-03', 10, true],
  ['one that has ended', june, '2026-07-01', 10, false],
  ['one that staff have stopped', { ...june, isStopped: true }, '2026-06-10', 10, false],
  ['one by subscription', { ...june, isOptionalPurchase: true, hasActiveSubscription: true }, '2026-06-10', 10, false],
  ['a demo', { ...june, isDemo: true }, '2026-06-10', 10, false],
  ['a demo with full access', { ...june, isDemo: true, courseFullAccess: true }, '2026-06-10', 10, true],
  ['no days left', { ...june, freezes: [past] }, '2026-06-10', 3, false],
  ['a school that allows none', june, '2026-06-10', 0, false],
] as const)('whether a learner may freeze: %s [STR-06]', (_, stream, today, most, isAllowed) => {
  expect(isFreezable(stream, today, most)).toBe(isAllowed)
})

test.each([
  ['from today', june, '2026-06-10', '2026-06-12', undefined],
  ['from the first day of one to come', { ...june, startsOn: '2026-06-15' }, '2026-06-15', '2026-06-16', undefined],
  ['one day', june, '2026-06-10', '2026-06-10', undefined],
  ['all the days that are left', june, '2026-06-10', '2026-06-19', undefined],
  ['the last day of the course', june, '2026-06-30', '2026-07-09', undefined],
  ['a day too long', june, '2026-06-10', '2026-06-20', 'freeze_too_long'],
  ['longer than what an earlier one left', { ...june, freezes: [past] }, '2026-06-10', '2026-06-17', 'freeze_too_long'],
  ['from yesterday', june, '2026-06-09', '2026-06-12', 'freeze_start'],
  ['from after the end', june, '2026-07-01', '2026-07-02', 'freeze_start'],
  ['from before the start', { ...june, startsOn: '2026-06-15' }, '2026-06-14', '2026-06-16', 'freeze_start'],
  ['ending before it starts', june, '2026-06-12', '2026-06-11', 'freeze_end'],
  ['while another is to come', { ...june, freezes: [planned] }, '2026-06-10', '2026-06-11', 'freeze_exists'],
  ['a demo', { ...june, isDemo: true }, '2026-06-10', '2026-06-11', 'freeze_closed'],
] as const)('a freeze %s [STR-06]', (_, stream, startsOn, endsOn, refusal) => {
  expect(freezeRefusal(stream, { startsOn, endsOn }, { today: '2026-06-10', most: 10 })).toBe(refusal)
})

test('a course that staff have stopped is stopped, whatever its dates and pauses say', () => {
  for (const freezes of [[], [{ ...planned, status: 1 as const }]])
    expect(streamStatus({ ...june, isStopped: true, freezes }, '2026-06-20')).toBe('stopped')
})
