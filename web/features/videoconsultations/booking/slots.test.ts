import { expect, test } from 'vitest'
import { dateByKey, monthAfter, slotsByDate, weeksOf } from './slots.ts'

const slot = (text: string) => ({ start_date_time: Date.parse(text) / 1000, expert_ids: [1] })

test('free times stand under their date in the learner’s own zone, in the order of time', () => {
  const slots = [slot('2026-11-26T04:30:00Z'), slot('2026-11-26T05:30:00Z'), slot('2026-11-25T22:00:00Z')]
  const times = (zone: string) => [...slotsByDate(slots, zone)].map(([date, all]) => [date, all.length])
  expect(times('America/Lima')).toEqual([
    ['2026-11-25', 2],
    ['2026-11-26', 1],
  ])
  expect(times('Europe/Madrid')).toEqual([
    ['2026-11-25', 1],
    ['2026-11-26', 2],
  ])
})

test('a month is laid out in weeks from Monday on', () => {
  const weeks = weeksOf('2026-11-01')
  expect(weeks).toHaveLength(6)
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
  expect(weeks[5]).toEqual(['2026-11-30', null, null, null, null, null, null])
  expect(weeksOf('2027-02-01')).toHaveLength(4)
  expect([monthAfter('2026-11-25', 2), monthAfter('2026-01-31', -1)]).toEqual(['2027-01-01', '2025-12-01'])
})

test('keys lead through days, weeks and months; a shorter month has its last day', () => {
  const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown', 'a']
  expect(keys.map(key => dateByKey('2027-01-31', key))).toEqual([
    '2027-01-30',
    '2027-02-01',
    '2027-01-24',
    '2027-02-07',
    '2027-01-25',
    '2027-01-31',
    '2026-12-31',
    '2027-02-28',
    undefined,
  ])
})
