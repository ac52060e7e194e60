import { expect, test } from 'vitest'
import { formatDate, formatDuration, formatLocalDate, formatNumber, formatTime } from './format.ts'

const ms = Date.parse('2026-12-01T22:30:00Z')

test('dates are shown day month year in each language [LNG-05]', () => {
  expect(formatLocalDate('2026-12-01', 'en')).toBe('1 December 2026')
  expect(formatLocalDate('2026-12-01', 'ru')).toBe('1 декабря 2026')
  expect(formatLocalDate('2026-12-01', 'es')).toBe('1 de diciembre de 2026')
  expect(formatLocalDate('2026-12-01', 'ru', 'numeric')).toBe('01.12.2026')
  expect(formatLocalDate('2026-12-01', 'en', 'short')).toBe('1 Dec')
})

test('an instant shows the date and time of the given zone [LNG-05]', () => {
  expect(formatDate(ms, 'en', 'long', 'UTC')).toBe('1 December 2026')
  expect(formatDate(ms, 'en', 'long', 'Asia/Almaty')).toBe('2 December 2026')
  expect(formatTime(ms, 'ru', 'Europe/Moscow')).toBe('01:30')
})

test('numbers and lengths', () => {
  expect(formatNumber(12345, 'en')).toBe('12,345')
  expect(formatNumber(12345, 'es')).toBe('12.345')
  expect([0, 999, 245_000, 3_729_999, -5].map(formatDuration)).toEqual(['0:00', '0:00', '4:05', '1:02:09', '0:00'])
})
