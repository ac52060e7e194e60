import { expect, test } from 'vitest'
import { type Period, periodStart } from './periods.ts'

const starts = (anchor: string, period: Period, count: number) =>
  Array.from({ length: count }, (_, index) => periodStart(anchor, period, index))

test('months from the last day of one begin on the last day of each, and lose none on the way', () => {
  expect(starts('2027-01-31', { count: 1, unit: 'month' }, 4)).toEqual([
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
  ])
  expect(periodStart('2027-11-30', { count: 3, unit: 'month' }, 1)).toBe('2028-02-29')
})

test('a year from February 29 begins on February 28, and on the 29th when there is one', () => {
  expect(starts('2028-02-29', { count: 1, unit: 'year' }, 5)).toEqual([
    '2028-02-29',
    '2029-02-28',
    '2030-02-28',
    '2031-02-28',
    '2032-02-29',
  ])
})

test('days and weeks are counted across months and clock changes', () => {
  expect(starts('2026-10-24', { count: 2, unit: 'day' }, 3)).toEqual(['2026-10-24', '2026-10-26', '2026-10-28'])
  expect(starts('2026-12-24', { count: 1, unit: 'week' }, 3)).toEqual(['2026-12-24', '2026-12-31', '2027-01-07'])
})
