import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  changeLanguage,
  languageNames,
  offeredByDefault,
  offeredLanguages,
  setLocale,
  startLanguage,
  takeLanguageReloaded,
} from './language.ts'

const kept = new Map<string, string>()
const page = { cookie: '' }
const place = { href: 'http://school.example/user/settings?tab=1', assign: vi.fn() }
let warn = vi.spyOn(console, 'warn')

beforeEach(() => {
  kept.clear()
  page.cookie = ''
  place.assign.mockClear()
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', place)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  vi.stubGlobal('navigator', { languages: ['fr-FR', 'es-MX', 'ru'] })
})
afterEach(() => vi.unstubAllGlobals())

test('three languages by their own names, Russian and English offered by default [LNG-01]', () => {
  expect(languageNames).toEqual({ ru: 'Русский', en: 'English', es: 'Español' })
  expect(offeredByDefault).toEqual(['ru', 'en'])
})

test('the start language is forced, then chosen before, then the browser’s among the offered, then the default [LNG-01]', () => {
  const site = { offered: ['ru', 'en'], byDefault: 'en' } as const
  expect(startLanguage(site)).toBe('ru')
  expect(startLanguage({ offered: ['ru', 'en', 'es'], byDefault: 'en' })).toBe('es')
  expect(startLanguage({ offered: ['en'], byDefault: 'en' })).toBe('en')
  kept.set('locale', 'es')
  expect(startLanguage(site)).toBe('es')
  page.cookie = 'a=b; locale=ru'
  expect(startLanguage(site)).toBe('ru')
  expect(startLanguage({ ...site, forced: 'en' })).toBe('en')
})

test('an unsupported default only warns and English is used [LNG-01] [LNG-03]', () => {
  expect(startLanguage({ offered: ['en'], byDefault: 'de' })).toBe('en')
  expect(warn).toHaveBeenCalledWith('Unsupported default locale: de')
})

test('setting an unsupported locale throws and keeps nothing [LNG-03]', () => {
  expect(() => setLocale('de')).toThrow("Can't set locale unsupported locale")
  expect(page.cookie).toBe('')
  expect(kept.size).toBe(0)
})

test('a site without a supported language logs a warning [LNG-03]', () => {
  expect(offeredLanguages(['es', 'de'])).toEqual(['es'])
  expect(warn).not.toHaveBeenCalled()
  expect(offeredLanguages(['de'])).toEqual(['ru', 'en'])
  expect(warn).toHaveBeenCalledOnce()
})

test('a confirmed change is kept in a strict cookie and storage and reloads with the flag [LNG-02]', async () => {
  await changeLanguage('es', async () => true)
  expect(page.cookie).toBe('locale=es; Path=/; Max-Age=31536000; SameSite=Strict')
  expect(kept.get('locale')).toBe('es')
  expect(place.assign).toHaveBeenCalledWith('http://school.example/user/settings?tab=1&lang_reloaded=')
})

test('a refused change rejects with Cancel, keeps nothing and does not reload [LNG-02]', async () => {
  await expect(changeLanguage('es', async () => false)).rejects.toThrow('Cancel')
  expect(page.cookie).toBe('')
  expect(place.assign).not.toHaveBeenCalled()
})

test('an unsupported change is refused before the question [LNG-03]', async () => {
  const ask = vi.fn(async () => true)
  await expect(changeLanguage('de', ask)).rejects.toThrow("Can't set locale unsupported locale")
  expect(ask).not.toHaveBeenCalled()
})

test('the reload flag is seen once and leaves the address [LNG-02]', () => {
  const replaceState = vi.fn()
  vi.stubGlobal('history', { state: null, replaceState })
  expect(takeLanguageReloaded()).toBe(false)
  vi.stubGlobal('location', { href: 'http://school.example/home?lang_reloaded=&a=1' })
  expect(takeLanguageReloaded()).toBe(true)
  expect(String(replaceState.mock.calls[0]?.[2])).toBe('http://school.example/home?a=1')
})
