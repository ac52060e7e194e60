import { expect, test } from 'vitest'
import { reviewClock } from './ReviewRow.tsx'

const due = 1_800_000_000
const before = (minutes: number) => reviewClock(due, due * 1000 - minutes * 60_000)

test('the clock counts down a day, presses in the last hours and then says how long it is overdue [STF-05, HWK-03]', () => {
  expect(before(23 * 60 + 59)).toEqual({ tone: 'neutral', key: 'reviews.left.hours', hours: 23, minutes: 59 })
  expect(before(239)).toMatchObject({ tone: 'warning', key: 'reviews.left.hours', hours: 3, minutes: 59 })
  expect(before(59)).toMatchObject({ tone: 'warning', key: 'reviews.left.minutes', minutes: 59 })
  expect(before(0)).toMatchObject({ tone: 'warning', key: 'reviews.left.minutes', minutes: 0 })
  expect(before(-1)).toMatchObject({ tone: 'danger', key: 'reviews.overdue.minutes', minutes: 1 })
  expect(before(-150)).toMatchObject({ tone: 'danger', key: 'reviews.overdue.hours', hours: 2, minutes: 30 })
})
