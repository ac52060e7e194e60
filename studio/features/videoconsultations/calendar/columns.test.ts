import { expect, test } from 'vitest'
import type { CalendarWire } from '../data.ts'
import { columnsOf, hoursShown, inLanes } from './columns.ts'

const zone = 'Europe/Madrid'
const at = (text: string) => Date.parse(text) / 1000

type ExpertDays = CalendarWire['experts'][number]
function expertOf(id: number, more: Partial<ExpertDays> = {}): ExpertDays {
  const expert = { id, name: `Expert ${id}`, avatar: null }
  return { expert, timezone: zone, open: [], absences: [], busy: [], consultations: [], ...more }
}
const booked = (id: number, from: string, until: string, status = 'confirmed') =>
  ({
    id,
    status,
    start_date_time: at(from),
    end_date_time: at(until),
  }) as unknown as ExpertDays['consultations'][number]

test('what overlaps stands side by side, and what follows takes the whole width again', () => {
  const lanes = inLanes([
    { from: 600, until: 660, name: 'a' },
    { from: 630, until: 690, name: 'b' },
    { from: 660, until: 700, name: 'c' },
    { from: 700, until: 730, name: 'd' },
  ])
  expect(lanes.map(({ name, lane, lanes: of }) => [name, lane, of])).toEqual([
    ['a', 0, 2],
    ['b', 1, 2],
    ['c', 0, 2],
    ['d', 0, 1],
  ])
})

test('a week has its seven days on the clocks of the reader; what was cancelled is not in it', () => {
  const calendar = {
    experts: [
      expertOf(1, {
        consultations: [
          booked(1, '2026-12-07T23:30:00Z', '2026-12-08T00:30:00Z'),
          booked(2, '2026-12-08T09:00:00Z', '2026-12-08T09:30:00Z', 'cancelled'),
          booked(3, '2026-12-08T09:00:00Z', '2026-12-08T09:30:00Z', 'pending'),
        ],
      }),
      expertOf(2),
    ],
  }
  const columns = columnsOf(calendar, { view: 'week', from: '2026-12-07', zone })
  expect(columns.map(({ date }) => date)).toHaveLength(7)
  expect(columns.map(({ entries }) => entries.map(({ entry, from, until }) => [entry.id, from, until]))).toEqual([
    [],
    [
      [1, 30, 90],
      [3, 600, 630],
    ],
    [],
    [],
    [],
    [],
    [],
  ])
  expect(columns.every(({ expert }) => expert === undefined)).toBe(true)
})

test('a day has the experts who have anything to do, with their hours; it is drawn as far as they reach', () => {
  const open = [{ starts_at: at('2026-12-08T06:15:00Z'), ends_at: at('2026-12-08T20:30:00Z') }]
  const columns = columnsOf(
    { experts: [expertOf(1, { open }), expertOf(2)] },
    { view: 'day', from: '2026-12-08', zone },
  )
  expect(columns.map(({ expert }) => expert?.id)).toEqual([1])
  expect(columns[0]?.open).toEqual([{ from: 7 * 60 + 15, until: 21 * 60 + 30 }])
  expect(hoursShown(columns)).toEqual({ from: 7 * 60, until: 22 * 60 })
  expect(hoursShown([])).toEqual({ from: 9 * 60, until: 17 * 60 })
})

test('what begins before clocks go back and ends after it still has a length', () => {
  const consultations = [booked(1, '2026-10-25T00:30:00Z', '2026-10-25T01:15:00Z')]
  const [column] = columnsOf({ experts: [expertOf(1, { consultations })] }, { view: 'day', from: '2026-10-25', zone })
  expect(column?.entries[0]).toMatchObject({ from: 150, until: 165 })
})
