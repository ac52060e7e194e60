import { expect, test } from 'vitest'
import { dateInWords, dateOrder, monthNames } from './DateField.tsx'

test('a date is asked for in the order and with the months of the language', () => {
  for (const language of ['en', 'ru', 'es'] as const) expect(dateOrder(language)).toEqual(['day', 'month', 'year'])
  expect([monthNames('en')[4], monthNames('ru')[4], monthNames('es')[4]]).toEqual(['May', 'май', 'mayo'])
  expect(monthNames('ru')).toHaveLength(12)
})

test('a date that was typed is said in the words of the language, as far as it goes', () => {
  const said = (typed: string) => (['en', 'ru', 'es'] as const).map(language => dateInWords(typed, language))
  expect(said('02.03.1990')).toEqual(['2 March 1990', '2 марта 1990', '2 de marzo de 1990'])
  expect(said('31.02.1990')).toEqual(['31 February 1990', '31 февраля 1990', '31 de febrero de 1990'])
  expect(said('12..')).toEqual(['12', '12', '12'])
  expect(said('.05.')).toEqual(['May', 'май', 'mayo'])
})
