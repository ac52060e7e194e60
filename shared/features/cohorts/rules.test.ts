import { expect, test } from 'vitest'
import { cohortRefusal, outcomeOf, type Place, type PlaceAction, seenOf, usualEnd } from './rules.ts'

const today = '2026-12-10'
const place: Place = {
  userId: 5,
  cohortId: 1,
  isStopped: false,
  startsOn: '2026-12-01',
  endsOn: '2026-12-31',
  isOptionalPurchase: false,
  hasActiveSubscription: false,
  isDemo: false,
  courseFullAccess: false,
  freezes: [],
}
const held = { status: 1, startsOn: '2026-12-09', endsOn: '2026-12-12' } as const

test('a cohort whose end nobody chose ends thirty days after its last day opens', () => {
  expect(usualEnd('2026-12-01', 10)).toBe('2027-01-10')
})

test.each([
  ['2026-12-10', '2026-12-31', undefined],
  ['2026-12-10', '2026-12-20', undefined],
  ['2026-12-10', '2026-12-19', 'cohort_short'],
  ['2026-11-01', '2026-12-10', undefined],
  ['2026-11-01', '2026-12-09', 'cohort_over'],
  ['2036-12-17', '2036-12-31', undefined],
  ['2036-12-18', '2036-12-31', 'cohort_far'],
  ['2026-12-10', '2036-12-17', undefined],
  ['2026-12-10', '2036-12-18', 'cohort_far'],
])('a cohort of a course of ten days from %s to %s is refused as %s', (startsOn, endsOn, refusal) => {
  expect(cohortRefusal({ startsOn, endsOn }, { today, lastOpening: 10 })).toBe(refusal)
})

const outcome = (action: PlaceAction, more: Partial<Place> = {}) =>
  outcomeOf({ ...place, ...more }, action, { today, freezeDays: 10 })
const same = { same: true }

test('a learner is moved to the dates of another cohort, unless they have a place there', () => {
  const dates = { startsOn: '2027-01-01', endsOn: '2027-02-01' }
  const move = { kind: 'move' as const, cohortId: 2, occupied: new Set([4]), ...dates }
  expect(outcome(move)).toEqual({ after: { ...place, cohortId: 2, ...dates } })
  expect(outcome({ ...move, occupied: new Set([5]) })).toEqual({ refusal: 'already_there' })
  expect(outcome({ ...move, cohortId: 1, occupied: new Set([5]) }), 'their own').toEqual(same)
})

test('a pause is added once, and by the rules of a learner’s own', () => {
  const freeze = { kind: 'freeze' as const, startsOn: '2026-12-12', endsOn: '2026-12-14' }
  const dates = { startsOn: freeze.startsOn, endsOn: freeze.endsOn }
  const over = { status: 0, startsOn: '2026-12-02', endsOn: '2026-12-02' } as const
  expect(outcome(freeze, { freezes: [over] })).toEqual({
    after: { ...place, freezes: [over, { status: 0, ...dates }] },
  })
  expect(outcome(freeze, { freezes: [{ status: 0, ...dates }] }), 'the very same').toEqual(same)
  for (const other of [{ startsOn: '2026-12-11' }, { endsOn: '2026-12-15' }])
    expect(outcome(freeze, { freezes: [{ status: 0, ...dates, ...other }] })).toEqual({ refusal: 'freeze_exists' })
  expect(outcome({ ...freeze, endsOn: '2026-12-21' })).toHaveProperty('after')
  expect(outcome({ ...freeze, endsOn: '2026-12-22' }), 'eleven days').toEqual({ refusal: 'freeze_too_long' })
})

test('a pause that holds or is to come ends today, and earlier ones stay as they were', () => {
  const over = { status: 1, startsOn: '2026-12-02', endsOn: '2026-12-03' } as const
  expect(outcome({ kind: 'unfreeze' }, { freezes: [over, held] })).toEqual({
    after: { ...place, freezes: [over, { ...held, status: 2, canceledOn: today }] },
  })
  expect(outcome({ kind: 'unfreeze' }, { freezes: [over] })).toEqual(same)
})

test('more days move the end: not before the start, not ten years ahead, and not where a subscription decides', () => {
  const extended = (days: number, more: Partial<Place> = {}) => outcome({ kind: 'extend', days }, more)
  expect(extended(7)).toEqual({ after: { ...place, endsOn: '2027-01-07' } })
  expect(extended(-30)).toEqual({ after: { ...place, endsOn: place.startsOn } })
  expect(extended(-31)).toEqual({ refusal: 'ends_before_start' })
  expect(extended(3639)).toEqual({ after: { ...place, endsOn: '2036-12-17' } })
  expect(extended(3640)).toEqual({ refusal: 'too_late' })
  expect(extended(7, { isOptionalPurchase: true })).toEqual({ refusal: 'no_end' })
})

test('a place is stopped, resumed, opened in full and taken away once', () => {
  const stopped = { ...place, isStopped: true }
  expect(outcome({ kind: 'stop' })).toEqual({ after: stopped })
  expect(outcome({ kind: 'stop' }, stopped)).toEqual(same)
  expect(outcome({ kind: 'resume' }, stopped)).toEqual({ after: place })
  expect(outcome({ kind: 'resume' })).toEqual(same)
  expect(outcome({ kind: 'full_access' }, { isDemo: true })).toEqual({
    after: { ...place, isDemo: true, courseFullAccess: true },
  })
  expect(outcome({ kind: 'full_access' })).toEqual(same)
  expect(outcome({ kind: 'take_out' })).toEqual({ after: null })
})

test('when the dates of a cohort move, so do the start and the end of a place in it', () => {
  const shift = (startsOn: string, endBy: number) => outcome({ kind: 'shift', startsOn, endBy })
  expect(shift('2026-12-03', 2)).toEqual({ after: { ...place, startsOn: '2026-12-03', endsOn: '2027-01-02' } })
  expect(shift('2026-12-01', 2)).toEqual({ after: { ...place, endsOn: '2027-01-02' } })
  expect(shift('2026-12-03', 0)).toEqual({ after: { ...place, startsOn: '2026-12-03' } })
  expect(shift('2026-12-01', 0)).toEqual(same)
  expect(shift('2027-01-01', 0)).toEqual({ refusal: 'ends_before_start' })
})

const days = [0, 5, 9, 10].map(opensAfterDays => ({ opensAfterDays, isDemoAccessible: opensAfterDays === 5 }))

test('staff see of a place what its learner sees: state, end with its pauses, and how many days are open', () => {
  expect(seenOf(place, days, today)).toEqual({
    status: 'open',
    starts_on: '2026-12-01',
    ends_on: '2026-12-31',
    open_days: 3,
  })
  const paused = { status: 1, startsOn: '2026-12-02', endsOn: '2026-12-03' } as const
  expect(seenOf({ ...place, freezes: [paused] }, days, today)).toMatchObject({ ends_on: '2027-01-02', open_days: 2 })
  expect(seenOf({ ...place, freezes: [held] }, days, today)).toMatchObject({ status: 'freeze', open_days: 0 })
})

test('of a demo only its own days are open, until the whole course is', () => {
  expect(seenOf({ ...place, isDemo: true }, days, today).open_days).toBe(1)
  expect(seenOf({ ...place, isDemo: true, courseFullAccess: true }, days, today).open_days).toBe(3)
})
