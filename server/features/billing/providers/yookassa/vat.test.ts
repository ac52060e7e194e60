import { expect, test } from 'vitest'
import { ProviderRefused } from '../provider.ts'
import { vatCode } from './vat.ts'

test.each([
  [undefined, '2026-11-23T12:00:00Z', 1],
  [0, '2026-11-23T12:00:00Z', 2],
  [10, '2026-11-23T12:00:00Z', 3],
  [20, '2025-12-31T20:59:59Z', 4],
  [22, '2025-12-31T21:00:00Z', 11],
  [5, '2026-11-23T12:00:00Z', 7],
  [7, '2026-11-23T12:00:00Z', 8],
])('%s %% sold at %s has code %s [BIL-21]', (percent, soldAt, code) => {
  expect(vatCode(percent, Date.parse(soldAt))).toBe(code)
})

test.each([
  [20, '2025-12-31T21:00:00Z'],
  [22, '2025-12-31T20:59:59Z'],
  [5, '2024-12-31T20:59:59Z'],
  [21, '2026-11-23T12:00:00Z'],
])('%s %% did not hold at %s', (percent, soldAt) => {
  expect(() => vatCode(percent, Date.parse(soldAt))).toThrow(ProviderRefused)
})
