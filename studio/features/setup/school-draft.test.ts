import { expect, test } from 'vitest'
import { currencyOf, readDraft, withLanguage } from './school-draft.ts'

const fresh = readDraft(undefined, 'es')

test('a new school speaks the language in which its page is read, at the hour of this browser', () => {
  expect(fresh).toMatchObject({ languages: ['es'], defaultLanguage: 'es', schoolName: '' })
  expect(fresh.timezone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
})

test('what was typed is read again, and whatever else is stored there is left out', () => {
  const typed = {
    ...fresh,
    schoolName: 'Yoga',
    languages: ['ru', 'en'],
    defaultLanguage: 'ru',
    timezone: 'Asia/Tokyo',
    currency: 'JPY',
  }
  expect(readDraft(JSON.parse(JSON.stringify(typed)), 'es')).toEqual({ ...typed, languages: ['en', 'ru'] })
  for (const stored of [
    null,
    7,
    'x',
    [],
    { languages: ['xx'], defaultLanguage: 5, timezone: 'Mars/Base', email: {}, currency: 'XAU' },
  ])
    expect(readDraft(stored, 'es')).toEqual(fresh)
})

test('a school always speaks some language, and shows one of its own first', () => {
  const both = withLanguage(fresh, 'en', true)
  expect(both.languages).toEqual(['en', 'es'])
  expect(withLanguage(both, 'es', false)).toMatchObject({ languages: ['en'], defaultLanguage: 'en' })
  expect(withLanguage(fresh, 'es', false)).toEqual(fresh)
})

test('the currency follows the zone until another is chosen', () => {
  expect(currencyOf({ ...fresh, timezone: 'Europe/Madrid' })).toBe('EUR')
  expect(currencyOf({ ...fresh, timezone: 'America/Bogota' })).toBe('COP')
  expect(currencyOf({ ...fresh, timezone: 'America/Bogota', currency: 'USD' })).toBe('USD')
})
