import { expect, test } from 'vitest'
import type { ComingEventWire } from '#shared/features/videoconsultations/wire.ts'
import '#web/app/features.ts'
import { byDate, hasTime, hrefOf } from './coming-up.ts'

const event = (given: Partial<ComingEventWire>): ComingEventWire => ({
  key: String(given.starts_at),
  kind: 'consultation',
  starts_at: 0,
  ends_at: null,
  title: '',
  course_title: '',
  stream_id: null,
  day_id: null,
  consultation_id: null,
  reminder_id: null,
  ...given,
})
const at = (text: string) => Date.parse(text) / 1000

test('what comes up stands under its date on the learner’s calendar', () => {
  const events = [event({ starts_at: at('2026-11-26T04:30:00Z') }), event({ starts_at: at('2026-11-26T05:30:00Z') })]
  const dates = (zone: string) => byDate(events, zone).map(([date, all]) => [date, all.length])
  expect(dates('America/Lima')).toEqual([
    ['2026-11-25', 1],
    ['2026-11-26', 1],
  ])
  expect(dates('Europe/Madrid')).toEqual([['2026-11-26', 2]])
})

test('each leads to where it takes place', () => {
  expect(hrefOf(event({ consultation_id: 7, stream_id: 3 }))).toBe('/videoconsultations/7')
  expect(hrefOf(event({ kind: 'day_opens', stream_id: 3, day_id: 4 }))).toBe('/course/3/calendar')
  expect(hrefOf(event({ kind: 'reminder', reminder_id: 5 }))).toMatch(/5/)
  expect(hrefOf(event({}))).toBe('/home')
})

test('dates of a course last all day, the rest has a time', () => {
  const kinds = ['consultation', 'reminder', 'day_opens', 'stream_starts', 'stream_ends'] as const
  expect(kinds.filter(kind => hasTime(event({ kind })))).toEqual(['consultation', 'reminder'])
})
