import { expect, test } from 'vitest'
import { beginnings, draftOf, ends, faultOf, type HoursDraft, hoursOf, keptHours, nextHours } from './hours-draft.ts'

const hours = (from: string, until: string, more: Partial<HoursDraft> = {}): HoursDraft => ({
  weekday: 1,
  from,
  until,
  validFrom: '',
  validUntil: '',
  ...more,
})

test('hours are edited in the order of the week and sent as they came', () => {
  const wire = [
    { weekday: 2, from_time: '09:00', until_time: '24:00', valid_from: null, valid_until: '2026-12-31' },
    { weekday: 1, from_time: '14:00', until_time: '17:00', valid_from: null, valid_until: null },
    { weekday: 1, from_time: '09:00', until_time: '12:00', valid_from: null, valid_until: null },
  ]
  const drafts = draftOf(wire)
  expect(drafts.map(({ weekday, from }) => [weekday, from])).toEqual([
    [1, '09:00'],
    [1, '14:00'],
    [2, '09:00'],
  ])
  expect(hoursOf(drafts)).toEqual([wire[2], wire[1], wire[0]])
})

test('what is wrong is said of the hours that are', () => {
  const fault = (...drafts: HoursDraft[]) => drafts.map((_, index) => faultOf(drafts, index))
  expect(fault(hours('09:00', '12:00'), hours('12:00', '13:00'), hours('09:00', '24:00', { weekday: 2 }))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(fault(hours('12:00', '12:00'), hours('09:00', '17:00'))).toEqual(['order', undefined])
  expect(fault(hours('09:00', '12:00'), hours('11:45', '13:00'))).toEqual(['overlap', 'overlap'])
  const autumn = { validFrom: '2026-09-01', validUntil: '2026-11-30' }
  const winter = { validFrom: '2026-12-01', validUntil: '' }
  expect(fault(hours('09:00', '12:00', autumn), hours('09:00', '12:00', winter))).toEqual([undefined, undefined])
  expect(fault(hours('09:00', '12:00', { validFrom: '2026-12-01', validUntil: '2026-11-30' }))).toEqual(['dates'])
  expect(fault(hours('09:00', '12:00', { validFrom: '2026-02-31' }))).toEqual(['dates'])
})

test('hours that are added follow those of the day, within the day', () => {
  expect(nextHours([], 3)).toEqual(hours('09:00', '17:00', { weekday: 3 }))
  expect(nextHours([hours('09:00', '12:00')], 1)).toEqual(hours('13:00', '14:00'))
  expect(nextHours([hours('09:00', '24:00')], 1).from < '24:00').toBe(true)
  expect([beginnings[0], beginnings.at(-1), ends[0], ends.at(-1)]).toEqual(['00:00', '23:45', '00:15', '24:00'])
})

test('a kept draft is taken only if it is one', () => {
  expect(keptHours([hours('09:00', '12:00')])).toHaveLength(1)
  for (const kept of [undefined, {}, [1], [{ weekday: 9, from: '', until: '', validFrom: '', validUntil: '' }]])
    expect(keptHours(kept)).toBeUndefined()
})
