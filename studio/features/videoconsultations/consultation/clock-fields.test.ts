import { expect, test } from 'vitest'
import { fieldsAt, instantOf } from './clock-fields.ts'

test('a time is typed and shown on the clocks of the reader', () => {
  const at = Date.parse('2026-12-08T09:30:00Z')
  expect(fieldsAt(at, 'Europe/Madrid')).toEqual({ date: '2026-12-08', time: '10:30' })
  expect(fieldsAt(at, 'Pacific/Auckland')).toEqual({ date: '2026-12-08', time: '22:30' })
  expect(instantOf({ date: '2026-12-08', time: '10:30' }, 'Europe/Madrid')).toBe(at)
})

test('a time that a clock change skips is none, a repeated one is the first', () => {
  expect(instantOf({ date: '2027-03-28', time: '02:30' }, 'Europe/Madrid')).toBe('skipped')
  expect(instantOf({ date: '2026-10-25', time: '02:30' }, 'Europe/Madrid')).toBe(Date.parse('2026-10-25T00:30:00Z'))
})

test('half a date, half a time and a year far away are not readable', () => {
  for (const fields of [
    { date: '', time: '10:30' },
    { date: '2026-12-08', time: '' },
    { date: '2026-02-31', time: '10:30' },
    { date: '0026-12-08', time: '10:30' },
  ])
    expect(instantOf(fields, 'Europe/Madrid')).toBe('unreadable')
})
