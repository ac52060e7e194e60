import { expect, test } from 'vitest'
import { dateInWords, tagOf, withoutYearMark } from './language-tag.ts'

const newYear = Date.UTC(2027, 0, 1, 2)

test('a date is written day first in every language, in the zone of its reader [LNG-05]', () => {
  expect((['en', 'ru', 'es'] as const).map(language => dateInWords(newYear, language, 'UTC'))).toEqual([
    '1 January 2027',
    '1 января 2027',
    '1 de enero de 2027',
  ])
  expect(dateInWords(newYear, 'en', 'America/New_York')).toBe('31 December 2026')
})

test('a day of the week follows the tag, too', () => {
  const format = new Intl.DateTimeFormat(tagOf('en'), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  expect(format.format(newYear)).toBe('Friday 1 January')
})

test('a Russian date ends without the mark of its year, whatever space stands before it', () => {
  expect(['26 ноября 2026 г.', '26 ноября 2026\u00a0г.', '26 ноября 2026г.'].map(withoutYearMark)).toEqual(
    Array.from({ length: 3 }, () => '26 ноября 2026'),
  )
  expect(withoutYearMark('2026 г. и 2027')).toBe('2026 г. и 2027')
  expect(withoutYearMark('2026 га')).toBe('2026 га')
})
