import { expect, test } from 'vitest'
import { isSubscriptionActiveOn, type SubscriptionPeriod } from './rules.ts'

const today = Date.UTC(2026, 5, 10)
const hour = 3_600_000

test.each<[string, SubscriptionPeriod, boolean]>([
  ['paid till tomorrow', { status: 'Active', isLifetime: false, endsAt: today + 24 * hour }, true],
  ['ends later today', { status: 'Active', isLifetime: false, endsAt: today + hour }, true],
  ['ended at midnight', { status: 'Active', isLifetime: false, endsAt: today }, false],
  ['ended yesterday', { status: 'Active', isLifetime: false, endsAt: today - hour }, false],
  ['canceled, paid time left', { status: 'Canceled', isLifetime: false, endsAt: today + hour }, true],
  ['canceled, no end known', { status: 'Canceled', isLifetime: false, endsAt: undefined }, false],
  ['for life', { status: 'Active', isLifetime: true, endsAt: undefined }, true],
  ['for life, whatever its date', { status: 'Active', isLifetime: true, endsAt: today - hour }, true],
  ['for life, canceled before its date', { status: 'Canceled', isLifetime: true, endsAt: today + hour }, false],
  ['for life, canceled', { status: 'Canceled', isLifetime: true, endsAt: undefined }, false],
  ['renewed without an end', { status: 'Active', isLifetime: false, endsAt: undefined }, true],
  ['not paid yet', { status: 'Created', isLifetime: false, endsAt: today + 24 * hour }, false],
])('a subscription %s is checked when the day begins [STR-03]', (_, subscription, isActive) => {
  expect(isSubscriptionActiveOn(subscription, today)).toBe(isActive)
})
