import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sharedData } from '#shared/platform/testing/shared-data.ts'
import { addDays, localDate, startOfDay } from '#shared/platform/times.ts'
import type { StreamStatus } from '#shared/features/streams/rules.ts'
import {
  type CourseDay,
  currentDay,
  type DayStatesInput,
  dayStates,
  finishRefusal,
  homeworkLock,
  isOpenByTimeDelay,
  opensOn,
  startRefusal,
  selfieRefusal,
} from './rules.ts'

const day = (id: number, more: Partial<CourseDay> = {}): CourseDay => ({
  id,
  stageId: id <= 3 ? 1 : 2,
  dayNumber: id,
  opensAfterDays: id - 1,
  dayOfRest: false,
  isRequiredToComplete: false,
  isDemoAccessible: false,
  ...more,
})

const input = (more: Partial<DayStatesInput> = {}): DayStatesInput => ({
  days: [1, 2, 3, 4, 5].map(id => day(id)),
  startsOn: '2026-06-01',
  today: '2026-06-03',
  frozen: [],
  completedDayIds: new Set(),
  isDemo: false,
  courseFullAccess: false,
  streamStatus: 'open',
  unpassedHomeworkStageIds: new Set(),
  ...more,
})

const seen = (more: Partial<DayStatesInput>) =>
  dayStates(input(more)).map(({ state, reason }) => (reason ? `${state}: ${reason}` : state))

describe('the days of a stream', () => {
  test('open one after another by time delay [PRG-07] [STR-10]', () => {
    expect(seen({})).toEqual(['current', 'open', 'open', 'locked: not_yet', 'locked: not_yet'])
    expect(seen({ today: '2026-06-05', completedDayIds: new Set([1, 2]) })).toEqual([
      'done',
      'done',
      'current',
      'open',
      'open',
    ])
  })

  test('wait for a required day, but not for one that is only recommended [PRG-07]', () => {
    const days = [day(1), day(2, { isRequiredToComplete: true }), day(3), day(4)]
    const today = '2026-06-30'
    expect(seen({ days, today })).toEqual(['current', 'open', 'locked: previous_day', 'locked: previous_day'])
    expect(seen({ days, today, completedDayIds: new Set([2]) })).toEqual(['current', 'done', 'open', 'open'])
  })

  test('do not wait for a day of rest, even one marked required [PRG-07] [STR-10]', () => {
    const days = [day(1, { dayOfRest: true, isRequiredToComplete: true }), day(2)]
    expect(seen({ days })).toEqual(['rest', 'current'])
    expect(seen({ days, today: '2026-06-01' })).toEqual(['rest', 'locked: not_yet'])
  })

  test('wait for the homework of an earlier stage, not of their own [PRG-07]', () => {
    const today = '2026-06-30'
    const unpassedHomeworkStageIds = new Set([1])
    expect(seen({ today, unpassedHomeworkStageIds })).toEqual([
      'current',
      'open',
      'open',
      'locked: homework',
      'locked: homework',
    ])
    expect(seen({ today, unpassedHomeworkStageIds: new Set([2]) })).toEqual(['current', 'open', 'open', 'open', 'open'])
    // A date that comes before the homework is passed would open nothing, so it is not the reason.
    expect(seen({ today: '2026-06-02', unpassedHomeworkStageIds }).slice(2)).toEqual([
      'locked: not_yet',
      'locked: homework',
      'locked: homework',
    ])
    const days = [1, 2, 3, 4].map(id => day(id, { isRequiredToComplete: true }))
    expect(seen({ days, today, unpassedHomeworkStageIds }).slice(1)).toEqual([
      'locked: previous_day',
      'locked: previous_day',
      'locked: homework',
    ])
  })

  test('stay done and open although something before them is missing now [STR-10]', () => {
    const days = [day(1, { isRequiredToComplete: true }), day(2), day(3)]
    expect(seen({ days, completedDayIds: new Set([2]) })).toEqual(['current', 'done', 'locked: previous_day'])
  })

  test.each<StreamStatus>(['not_started', 'freeze', 'stopped', 'ended'])(
    'are all locked while a stream is %s [STR-10]',
    status => {
      const states = dayStates(input({ streamStatus: status, completedDayIds: new Set([1]) }))
      expect(states.every(({ isLocked, reason }) => isLocked && reason === 'stream')).toBe(true)
      expect(states.map(({ state }) => state)).toEqual(['done', 'locked', 'locked', 'locked', 'locked'])
      expect(currentDay(states)).toBeUndefined()
    },
  )

  test('are usable in a stream that an older server calls started [STR-03]', () => {
    expect(seen({ streamStatus: 'started' })[0]).toBe('current')
  })
})

describe('a demo stream', () => {
  const days = [
    day(1, { isRequiredToComplete: true }),
    day(2, { isDemoAccessible: true }),
    day(3, { isDemoAccessible: true, opensAfterDays: 9 }),
  ]

  test('opens demo-accessible days past their time delay and locks the rest [STR-07]', () => {
    expect(seen({ days, isDemo: true })).toEqual(['locked: demo', 'current', 'locked: not_yet'])
  })

  test('with full access follows the rules of any other stream [STR-07]', () => {
    expect(seen({ days, isDemo: true, courseFullAccess: true })).toEqual([
      'current',
      'locked: previous_day',
      'locked: not_yet',
    ])
  })

  test('keeps a done day locked when it is no longer demo-accessible [STR-07]', () => {
    expect(seen({ days, isDemo: true, completedDayIds: new Set([1]) })[0]).toBe('done: demo')
  })
})

describe('the time delay', () => {
  test('skips frozen days, without reopening what was open before them [PRG-07]', () => {
    const frozen = ['2026-06-03', '2026-06-04']
    expect([0, 1, 2, 3].map(opensAfterDays => opensOn({ opensAfterDays }, '2026-06-01', frozen))).toEqual([
      '2026-06-01',
      '2026-06-02',
      '2026-06-05',
      '2026-06-06',
    ])
    expect(opensOn({ opensAfterDays: 0 }, '2026-06-01', ['2026-05-30', '2026-06-01'])).toBe('2026-06-02')
  })

  test('opens a day for good: what is open today is open tomorrow [PRG-07]', () => {
    const offsets = fc.uniqueArray(fc.integer({ min: -5, max: 40 }))
    fc.assert(
      fc.property(offsets, fc.integer({ min: 0, max: 30 }), (frozenOffsets, opensAfterDays) => {
        const frozen = frozenOffsets.map(offset => addDays('2026-06-01', offset)).sort()
        const isOpen = Array.from({ length: 90 }, (_, offset) =>
          isOpenByTimeDelay({ opensAfterDays }, '2026-06-01', addDays('2026-06-01', offset), frozen),
        )
        const opens = isOpen.indexOf(true)
        const unfrozenBefore = Array.from({ length: opens }, (_, offset) => addDays('2026-06-01', offset)).filter(
          date => !frozen.includes(date),
        )
        expect(isOpen.slice(opens).every(Boolean)).toBe(true)
        expect(unfrozenBefore).toHaveLength(opensAfterDays)
      }),
    )
  })

  type Change = { zone: string; transition: number | null }
  const { changes } = sharedData<{ changes: Change[] }>('i18n/timezones.json')
  test('ends exactly at local midnight, once, over every clock change [PRG-07]', () => {
    for (const { zone, transition } of changes) {
      const changesOn = localDate((transition ?? 1_700_000_000) * 1000, zone)
      for (const opensAfterDays of [2, 3, 4]) {
        const startsOn = addDays(changesOn, -3)
        const midnight = startOfDay(addDays(startsOn, opensAfterDays), zone)
        const isOpenAt = (now: number) => isOpenByTimeDelay({ opensAfterDays }, startsOn, localDate(now, zone), [])
        const around = [-30, -3, -1, -0.25].map(hours => isOpenAt(midnight + hours * 3_600_000))
        expect([...around, isOpenAt(midnight - 1)], `${zone} ${changesOn}`).toEqual([false, false, false, false, false])
        const later = Array.from({ length: 120 }, (_, index) => isOpenAt(midnight + index * 900_000))
        expect(later.every(Boolean), `${zone} ${changesOn}`).toBe(true)
      }
    }
  })
})

test('a learner continues with the first open day not done, otherwise with the last unlocked one [STR-10]', () => {
  const current = (more: Partial<DayStatesInput>) => currentDay(dayStates(input(more)))?.dayId
  expect(current({})).toBe(1)
  expect(current({ completedDayIds: new Set([1, 3]) })).toBe(2)
  expect(current({ completedDayIds: new Set([1, 2, 3]) })).toBe(3)
  expect(current({ today: '2026-05-01', streamStatus: 'not_started' })).toBeUndefined()
})

test('only an open day that is no rest can be started, only a started one finished [PRG-01]', () => {
  const days = [
    { dayOfRest: false, isLocked: false },
    { dayOfRest: true, isLocked: false },
    { dayOfRest: false, isLocked: true },
    { dayOfRest: true, isLocked: true },
  ]
  const closed = ['day_of_rest', 'day_locked', 'day_of_rest']
  expect(days.map(startRefusal)).toEqual([undefined, ...closed])
  expect(days.map(one => finishRefusal(one, true))).toEqual([undefined, ...closed])
  expect(days.map(one => finishRefusal(one, false))).toEqual(['day_not_started', ...closed])
})

test('a homework is closed with its stream, in a demo unless it belongs to it, else with its stage', () => {
  const open = { isDemo: false, courseFullAccess: false, isStreamAccessible: true, isStageOpen: true }
  const lock = (place: Partial<typeof open>, isDemoAccessible = false) =>
    homeworkLock({ isDemoAccessible }, { ...open, ...place })
  expect(lock({})).toBeUndefined()
  expect(lock({ isStageOpen: false })).toBe('stage')
  expect(lock({ isStreamAccessible: false, isDemo: true }, true)).toBe('stream')
  expect([lock({ isDemo: true }), lock({ isDemo: true, isStageOpen: false }, true)]).toEqual(['demo', undefined])
  expect(lock({ isDemo: true, courseFullAccess: true, isStageOpen: false }, true)).toBe('stage')
})

test('a day that asks for a selfie starts with a picture of the learner’s own that is ready', () => {
  const refusal = (selfie: Parameters<typeof selfieRefusal>[1]) => selfieRefusal({ isSelfieRequired: true }, selfie)
  expect(refusal(undefined)).toBe('selfie_required')
  expect(refusal(null)).toBe('selfie_unusable')
  expect(refusal({ isPicture: false, status: 'DONE' })).toBe('selfie_unusable')
  const states = ['NOT_UPLOADED', 'UPLOADED', 'DONE', 'FAIL'] as const
  expect(states.map(status => refusal({ isPicture: true, status }))).toEqual([
    'selfie_uploading',
    'selfie_uploading',
    undefined,
    'selfie_unusable',
  ])
  expect(selfieRefusal({ isSelfieRequired: false }, undefined)).toBeUndefined()
})
