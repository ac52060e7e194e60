import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import type { Language } from './language.ts'
import { type CopyValues, showMessage } from './message.ts'

function show(text: string, values: CopyValues = {}, language: Language = 'en'): string {
  return showMessage(compileMessageOrThrow(text), language, values)
}

test('plain text and arguments, a missing argument stays visible', () => {
  expect(show("It''s a '{'day'}'")).toBe("It's a {day}")
  expect(show('Hello, {name}!', { name: 'Ada' })).toBe('Hello, Ada!')
  expect(show('Hello, {name}!')).toBe('Hello, {name}!')
  expect(show('{count} of {total}', { count: 1234, total: 5 }, 'en')).toBe('1,234 of 5')
  expect(show('')).toBe('')
})

test('plural forms of Russian, English and Spanish [SHL-02] [LNG-04]', () => {
  const ru = '{count, plural, one {# балл} few {# балла} many {# баллов} other {# балла}}'
  const shown = [0, 1, 2, 5, 11, 12, 21, 22, 25, 101, 111, 1.5].map(count => show(ru, { count }, 'ru'))
  expect(shown.join(', ')).toBe(
    '0 баллов, 1 балл, 2 балла, 5 баллов, 11 баллов, 12 баллов, 21 балл, 22 балла, 25 баллов, 101 балл, 111 баллов, 1,5 балла',
  )
  const en = '{count, plural, one {# point} other {# points}}'
  expect([0, 1, 2].map(count => show(en, { count }))).toEqual(['0 points', '1 point', '2 points'])
  const es = '{count, plural, one {# punto} other {# puntos}}'
  expect([0, 1, 1_000_000].map(count => show(es, { count }, 'es'))).toEqual(['0 puntos', '1 punto', '1.000.000 puntos'])
})

test('exact choices win over forms and an offset is taken off both the form and the number', () => {
  const text = '{n, plural, offset:1 =0 {nobody} =1 {you} one {you and # other} other {you and # others}}'
  expect([0, 1, 2, 3].map(n => show(text, { n }))).toEqual(['nobody', 'you', 'you and 1 other', 'you and 2 others'])
})

test('select, nested plural, and names that every object has', () => {
  const text = '{who, select, me {You have {n, plural, one {# day} other {# days}}} other {They have {n}}}'
  expect(show(text, { who: 'me', n: 1 })).toBe('You have 1 day')
  expect(show(text, { who: 'constructor', n: 7 })).toBe('They have 7')
})

test('the number sign belongs to the plural around a select, and is plain elsewhere', () => {
  expect(show('{n, plural, one {#} other {{who, select, me {my #} other {the #}}}}', { n: 3, who: 'me' })).toBe('my 3')
  expect(show('room #{n}', { n: 4 })).toBe('room #4')
})

test('ordinals', () => {
  const text = '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}'
  expect([1, 2, 3, 4, 11, 22].map(n => show(text, { n }))).toEqual(['1st', '2nd', '3rd', '4th', '11th', '22nd'])
})

test('numbers, dates and times take the language of the page', () => {
  const ms = new Date(2026, 11, 1, 18, 5).getTime()
  expect(show('{n, number}', { n: 1234.5 }, 'es').replace(/\s/g, ' ')).toBe('1234,5')
  expect(show('{n, number, percent}', { n: 0.42 })).toBe('42%')
  expect(show('{n, number, integer}', { n: 41.7 })).toBe('42')
  expect(show('{d, date}', { d: ms })).toBe('1 December 2026')
  expect(show('{d, date, ::dMMM}', { d: ms }, 'ru')).toBe('1 дек.')
  expect(show('{d, time}', { d: ms }, 'ru')).toBe('18:05')
})
