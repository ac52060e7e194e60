import { expect, test } from 'vitest'
import { areTrialDates, cohortAsOfToday, doneBefore } from './rules.ts'

const december = { startsOn: '2026-12-01', endsOn: '2026-12-20' }

test('a cohort is moved so that the chosen date is today', () => {
  const on = (date: string) => cohortAsOfToday({ ...december, date }, '2027-03-01')
  expect(on('2026-12-01')).toEqual({ startsOn: '2027-03-01', endsOn: '2027-03-20' })
  expect(on('2026-12-05')).toEqual({ startsOn: '2027-02-25', endsOn: '2027-03-16' })
  expect(on('2026-11-30')).toEqual({ startsOn: '2027-03-02', endsOn: '2027-03-21' })
})

test.each([
  ['2026-12-20', '2026-12-01', true],
  ['2026-12-01', '2026-12-01', true],
  ['2026-11-30', '2026-12-01', false],
  ['2036-12-08', '2026-12-01', true],
  ['2036-12-09', '2026-12-01', false],
  ['2026-12-20', '2036-12-08', true],
  ['2026-12-20', '2036-12-09', false],
  ['2026-12-20', '2016-11-23', true],
  ['2026-12-20', '2016-11-22', false],
])('a cohort that ends on %s can be tried on %s: %s', (endsOn, date, isFine) => {
  expect(areTrialDates({ startsOn: '2026-12-01', endsOn, date })).toBe(isFine)
})

const day = (key: string, opensAfterDays: number, homeworks: string[] = []) => ({
  key,
  opensAfterDays,
  homeworks: homeworks.map(name => ({ key: name })),
})
const stages = [
  { days: [day('one', 0, ['photo']), day('two', 1)], homeworks: [{ key: 'essay' }] },
  { days: [day('three', 3, ['film'])], homeworks: [{ key: 'report' }] },
  { days: [], homeworks: [{ key: 'of no day' }] },
]

test.each([
  ['2026-12-01', [], []],
  ['2026-12-02', ['one'], ['photo']],
  ['2026-12-03', ['one', 'two'], ['photo', 'essay']],
  ['2026-12-04', ['one', 'two'], ['photo', 'essay']],
  ['2026-12-05', ['one', 'two', 'three'], ['photo', 'film', 'essay', 'report']],
])('whoever has kept up by %s has done the days %j and the homework %j', (date, days, homework) => {
  expect(doneBefore(stages, { ...december, date })).toEqual({ days, homework })
})
