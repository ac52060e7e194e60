import { afterEach, expect, test, vi } from 'vitest'
import { settings } from '#kit/request/connection.ts'
import { keepPlace } from './keep-place.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  settings.token = null
})

test('where banners stood is remembered, the latest first; nothing is written once somebody has signed out [ACC-18]', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
  })
  settings.token = 'secret'
  keepPlace('home top', true)
  keepPlace('courses top', true)
  expect([...kept.values()]).toEqual(['courses top\nhome top'])
  keepPlace('courses top', false)
  expect([...kept.values()]).toEqual(['home top'])
  settings.token = null
  kept.clear()
  keepPlace('home top', true)
  expect([...kept]).toEqual([])
})
