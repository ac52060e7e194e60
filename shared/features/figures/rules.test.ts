import { expect, test } from 'vitest'
import { firstSpan, nextSpan, spansFrom } from './rules.ts'

const now = Date.parse('2026-11-22T23:30:00Z')

test('28 days and 12 weeks from Monday are shown, the last is the one that has begun', () => {
  expect([firstSpan('day', now), spansFrom('day', now).at(-1)]).toEqual(['2026-10-26', '2026-11-22'])
  expect(spansFrom('day', now)).toHaveLength(28)
  expect([firstSpan('week', now), spansFrom('week', now).at(-1)]).toEqual(['2026-08-31', '2026-11-16'])
  expect(spansFrom('week', now + 3_600_000).at(-1)).toBe('2026-11-23')
  expect(spansFrom('week', now)).toHaveLength(12)
})

test('a span ends where the next begins', () => {
  expect([nextSpan('day', '2026-12-31'), nextSpan('week', '2026-12-28')]).toEqual(['2027-01-01', '2027-01-04'])
})
