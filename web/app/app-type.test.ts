import { beforeEach, expect, test, vi } from 'vitest'
import { keepAppType } from './app-type.ts'

const tab = new Map<string, string>()
const place = { href: '' }

beforeEach(() => {
  tab.clear()
  vi.stubGlobal('location', place)
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, value: string) => void tab.set(key, value),
  })
  vi.stubGlobal('history', { state: null, replaceState: (_: unknown, __: string, href: string) => (place.href = href) })
})

const opened = (path: string) => {
  place.href = `https://school.example${path}`
  if (place.href.includes('appType=')) keepAppType()
  return tab.get('app-type') ?? 'web'
}

test('a page is the web, unless the mobile app’s shell says otherwise with its first address [REQ-01]', () => {
  expect(opened('/home')).toBe('web')
  expect(opened('/home?appType=mobile&x=1')).toBe('mobile')
  expect(place.href).toBe('https://school.example/home?x=1')
})

test('the tab remembers it until it is told otherwise; another one does not know of it [REQ-01] [SEC-09]', () => {
  opened('/?appType=mobile')
  expect(opened('/courses')).toBe('mobile')
  expect(opened('/courses?appType=desktop')).toBe('mobile')
  expect(opened('/courses?appType=web')).toBe('web')
  opened('/?appType=mobile')
  tab.clear()
  expect(opened('/courses')).toBe('web')
})
