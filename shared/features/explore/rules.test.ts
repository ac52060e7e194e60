import { expect, test } from 'vitest'
import { askedPage, pagePath } from './rules.ts'

test.each([
  ['/explore', undefined, ''],
  ['/explore/', undefined, ''],
  ['/explore/ru', 'ru', ''],
  ['/explore/ru/', 'ru', ''],
  ['/explore/es/tea', 'es', 'tea'],
  ['/explore/en/tea/green-tea-2', 'en', 'tea/green-tea-2'],
  ['/explore/tea', undefined, 'tea'],
  ['/explore/de/tea', undefined, 'de/tea'],
  ['/explore/a/b/c/d/e/f', undefined, 'a/b/c/d/e/f'],
])('%s asks in %s for the page %j', (path, language, name) => {
  expect(askedPage(path)).toEqual({ language, name })
})

test.each([
  '/courses/tea',
  '/explore/Tea',
  '/explore/tea/',
  '/explore//tea',
  '/explore/tea_green',
  '/explore/tea.html',
  '/explore/%2e%2e',
  '/explore/a/b/c/d/e/f/g',
])('%s is no page', path => {
  expect(askedPage(path)).toBeUndefined()
})

test('a page is found where it is asked for', () => {
  for (const path of ['/explore', '/explore/ru', '/explore/tea/green', '/explore/es/tea']) {
    const { name = '', language } = askedPage(path) ?? {}
    expect(pagePath(name, language)).toBe(path)
  }
})
