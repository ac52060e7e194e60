import { expect, test } from 'vitest'
import { firstSpan, lastDay, netOf, nextSpan, spansFrom } from './rules.ts'

const now = Date.parse('2026-11-22T23:30:00Z')

test('28 days, 12 weeks from Monday and 12 months are shown, the last is the one that has begun', () => {
  expect([firstSpan('day', now, 'UTC'), spansFrom('day', now, 'UTC').at(-1)]).toEqual(['2026-10-26', '2026-11-22'])
  expect(spansFrom('day', now, 'UTC')).toHaveLength(28)
  expect([firstSpan('week', now, 'UTC'), spansFrom('week', now, 'UTC').at(-1)]).toEqual(['2026-08-31', '2026-11-16'])
  expect(spansFrom('week', now + 3_600_000, 'UTC').at(-1)).toBe('2026-11-23')
  expect(spansFrom('week', now, 'UTC')).toHaveLength(12)
  expect([firstSpan('month', now, 'UTC'), spansFrom('month', now, 'UTC').at(-1)]).toEqual(['2025-12-01', '2026-11-01'])
  expect(spansFrom('month', now, 'UTC')).toHaveLength(12)
})

test('the span that has begun is that of the time zone', () => {
  expect(spansFrom('day', now, 'Europe/Riga').at(-1)).toBe('2026-11-23')
  expect(spansFrom('week', now, 'Europe/Riga').at(-1)).toBe('2026-11-23')
  expect(spansFrom('month', Date.parse('2026-12-01T02:00:00Z'), 'America/New_York').at(-1)).toBe('2026-11-01')
})

test('a span ends where the next begins', () => {
  expect([nextSpan('day', '2026-12-31'), nextSpan('week', '2026-12-28')]).toEqual(['2027-01-01', '2027-01-04'])
  expect([nextSpan('month', '2026-12-01'), nextSpan('month', '2027-01-01')]).toEqual(['2027-01-01', '2027-02-01'])
  expect([lastDay('day', '2026-12-31'), lastDay('month', '2028-02-01')]).toEqual(['2026-12-31', '2028-02-29'])
})

test('of takings remains what was neither refunded nor taken back by a bank', () => {
  expect(netOf({ gross: 1000, refunds: 300, chargebacks: 200 })).toBe(500)
})
