import { expect, test } from 'vitest'
import { titleIn, writtenTitles } from './titles.ts'

test('a club is called as in the language that is asked for, else in English, Russian or Spanish, whichever there is first', () => {
  const all = { en: 'Tea', ru: 'Чай', es: 'Té' }
  expect((['en', 'ru', 'es'] as const).map(language => titleIn(all, language))).toEqual(['Tea', 'Чай', 'Té'])
  expect(titleIn({ en: 'Tea', ru: 'Чай' }, 'es')).toBe('Tea')
  expect(titleIn({ ru: 'Чай', es: 'Té' }, 'en')).toBe('Чай')
  expect(titleIn({ es: 'Té' }, 'ru')).toBe('Té')
  expect(titleIn({}, 'ru')).toBe('')
})

test('a title in which nothing is visible is none, the others are trimmed', () => {
  expect(writtenTitles({ en: ' Tea ', ru: ' \u200b' })).toEqual({ en: 'Tea' })
})
