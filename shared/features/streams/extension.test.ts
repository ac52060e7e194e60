import { expect, test } from 'vitest'
import { extensionCode, extensionShift, isExtendable } from './extension.ts'
import type { FreezePlace } from './rules.ts'

const place: FreezePlace = {
  startsOn: '2026-12-01',
  endsOn: '2026-12-10',
  isOptionalPurchase: false,
  hasActiveSubscription: false,
  isStopped: false,
  freezes: [],
  isDemo: false,
  courseFullAccess: false,
}

test.each([
  ['2026-12-05', 30],
  ['2026-12-10', 30],
  ['2026-12-11', 30],
  ['2026-12-12', 31],
  ['2026-12-20', 39],
])('on %s the end moves by %i days for 30 [STR-09]', (today, days) => {
  expect(extensionShift(place, 30, today)).toBe(days)
})

test('a place lasts as long as its freezes say before it counts as over [STR-09]', () => {
  const freezes = [{ status: 1, startsOn: '2026-12-05', endsOn: '2026-12-09' }] as const
  expect(extensionShift({ ...place, freezes }, 30, '2026-12-15')).toBe(30)
  expect(extensionShift({ ...place, freezes }, 30, '2026-12-17')).toBe(31)
})

test('days are added to a place with an end of its own; questions also to a subscribed one [STR-09]', () => {
  expect([extensionCode({ days: 30 }), extensionCode({ days: null })]).toEqual([
    'course_subscription',
    'expert_additional_question',
  ])
  expect(isExtendable(place, 'course_subscription')).toBe(true)
  expect(isExtendable({ ...place, isOptionalPurchase: true }, 'course_subscription')).toBe(false)
  expect(isExtendable({ ...place, isOptionalPurchase: true }, 'expert_additional_question')).toBe(true)
  for (const closed of [{ isStopped: true }, { isDemo: true }])
    expect(isExtendable({ ...place, ...closed }, 'expert_additional_question')).toBe(false)
})
