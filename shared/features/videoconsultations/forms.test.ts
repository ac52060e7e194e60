import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  areHoursFit,
  hoursFromWire,
  hoursOfTimes,
  hoursToWire,
  scheduleEntries,
  scheduleTimes,
  timesOfHours,
} from './forms.ts'

const none = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] }
const times = { ...none, mon: ['09:00', '09:15', '12:30'], sun: ['09:00'] }

test('an entry of the schedule is its time with the weekdays on which it repeats, and back [CNS-12]', () => {
  expect(scheduleEntries(times)).toEqual([
    { id: '09:00', time: '09:00', repeatDays: [1, 7] },
    { id: '09:15', time: '09:15', repeatDays: [1] },
    { id: '12:30', time: '12:30', repeatDays: [1] },
  ])
  expect(scheduleTimes(scheduleEntries(times))).toEqual(times)
  const early = { ...none, mon: ['10:00'], tue: ['09:00', '11:00', '08:00'] }
  expect(scheduleEntries(early).map(({ time }) => time)).toEqual(['08:00', '09:00', '10:00', '11:00'])
  expect(scheduleTimes(scheduleEntries(times).reverse())).toEqual(times)
})

test('the times of a weekday are the quarters of its hours, and make the same hours again [CNS-12]', () => {
  const hours = hoursOfTimes(times) ?? []
  expect(hours.map(hoursToWire).map(({ weekday, from_time, until_time }) => [weekday, from_time, until_time])).toEqual([
    [1, '09:00', '09:30'],
    [1, '12:30', '12:45'],
    [7, '09:00', '09:15'],
  ])
  expect(timesOfHours(hours)).toEqual(times)
  expect(hoursFromWire(hours.map(hoursToWire))).toEqual(hours)
  expect(timesOfHours(hours.toReversed())).toEqual(times)
  expect(hoursOfTimes({ ...times, mon: times.mon.toReversed() })).toEqual(hours)
  expect(hoursOfTimes({ ...none, tue: ['09:10'] })).toBeUndefined()
})

test('hours that hold for certain dates are no part of the schedule of every week', () => {
  const one = { weekday: 1, fromMinute: 540, untilMinute: 555, validFrom: null, validUntil: null }
  const dated = [
    { ...one, fromMinute: 600, untilMinute: 615, validFrom: '2027-01-01' },
    { ...one, fromMinute: 660, untilMinute: 675, validUntil: '2027-01-01' },
  ]
  expect(timesOfHours([one, ...dated])).toEqual({ ...none, mon: ['09:00'] })
})

test('whatever quarters are chosen, they come back [CNS-12]', () => {
  const day = fc
    .uniqueArray(fc.integer({ min: 0, max: 95 }))
    .map(quarters =>
      quarters
        .sort((a, b) => a - b)
        .map(one => `${String(Math.floor(one / 4)).padStart(2, '0')}:${String((one % 4) * 15).padStart(2, '0')}`),
    )
  const week = fc.record({ mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day })
  fc.assert(
    fc.property(week, chosen => {
      const hours = hoursOfTimes(chosen) ?? []
      expect(areHoursFit(hours)).toBe(true)
      expect(timesOfHours(hours)).toEqual(chosen)
    }),
  )
})

test('hours are whole quarters, end after they begin and do not overlap', () => {
  const one = { weekday: 1, fromMinute: 540, untilMinute: 600, validFrom: null, validUntil: null }
  expect(areHoursFit([one, { ...one, fromMinute: 600, untilMinute: 1440 }, { ...one, weekday: 2 }])).toBe(true)
  expect(areHoursFit([one, { ...one, fromMinute: 585 }])).toBe(false)
  expect(areHoursFit([{ ...one, fromMinute: 600, untilMinute: 660 }, one]), 'in any order').toBe(true)
  expect(areHoursFit([{ ...one, fromMinute: 545 }])).toBe(false)
  expect(areHoursFit([{ ...one, untilMinute: 595 }])).toBe(false)
  expect(
    areHoursFit([
      { ...one, untilMinute: 540 },
      { ...one, weekday: 2 },
    ]),
  ).toBe(false)
  expect(areHoursFit([{ ...one, validFrom: '2027-01-01', validUntil: '2027-01-01' }]), 'for one date').toBe(true)
  expect(areHoursFit([{ ...one, validFrom: '2027-01-01', validUntil: '2027-01-02' }])).toBe(true)
  expect(areHoursFit([{ ...one, untilMinute: 540 }])).toBe(false)
  expect(areHoursFit([{ ...one, validFrom: '2027-02-01', validUntil: '2027-01-01' }])).toBe(false)
  const dated = [
    { ...one, validUntil: '2027-01-31' },
    { ...one, validFrom: '2027-02-01' },
  ]
  expect(areHoursFit(dated)).toBe(true)
  expect(areHoursFit(dated.toReversed())).toBe(true)
  expect(areHoursFit([{ ...one, validFrom: '2027-01-31' }, dated[0]!]), 'both on the 31st').toBe(false)
  expect(
    areHoursFit([
      { ...one, validFrom: '2027-01-01' },
      { ...one, validFrom: '2027-02-01' },
    ]),
  ).toBe(false)
  expect(areHoursFit([...dated, { ...one, validFrom: '2027-01-31', validUntil: '2027-01-31' }])).toBe(false)
})
