import { expect, test } from 'vitest'
import { dateOrder, monthNames } from './DateField.tsx'

test('a date is asked for in the order and with the months of the language', () => {
  for (const language of ['en', 'ru', 'es'] as const) expect(dateOrder(language)).toEqual(['day', 'month', 'year'])
  expect([monthNames('en')[4], monthNames('ru')[4], monthNames('es')[4]]).toEqual(['May', 'май', 'mayo'])
  expect(monthNames('ru')).toHaveLength(12)
})
