import { afterEach, expect, test, vi } from 'vitest'
import { settings } from '#kit/request/connection.ts'
import { keepDraft, keptDraft } from './draft.ts'

function storage() {
  const rows = new Map<string, string>()
  return {
    rows,
    getItem: (name: string) => rows.get(name) ?? null,
    setItem: (name: string, text: string) => void rows.set(name, text),
    removeItem: (name: string) => void rows.delete(name),
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
  settings.userId = null
  settings.storagePrefix = ''
})

test('a draft on the device belongs to one person, under the app’s prefix; one in the tab belongs to whoever uses the tab', () => {
  const local = storage()
  const session = storage()
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', session)
  settings.userId = 7
  keepDraft('homework 3', 'device', { text: 'half a sentence' })
  settings.storagePrefix = 'studio.'
  keepDraft('note 4', 'device', 'x')
  keepDraft('email', 'tab', 'a@b.c')
  expect([...local.rows.keys()]).toEqual(['draft 7 homework 3', 'studio.draft 7 note 4'])
  expect([...session.rows]).toEqual([['draft email', '"a@b.c"']])
  settings.userId = 8
  expect(keptDraft('note 4', 'device')).toBeUndefined()
  settings.userId = 7
  expect(keptDraft('note 4', 'device')).toBe('x')
  keepDraft('note 4', 'device', undefined)
  expect([keptDraft('note 4', 'device'), local.rows.size]).toEqual([undefined, 1])
})

test('an unreadable value is no draft', () => {
  const local = storage()
  vi.stubGlobal('localStorage', local)
  local.rows.set('draft null chat 1', '{')
  expect(keptDraft('chat 1', 'device')).toBeUndefined()
})

test('without storage, or when it is full, a draft lasts until the page closes', () => {
  const forbidden = () => {
    throw new DOMException('', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden })
  keepDraft('chat 2', 'device', { text: 'a' })
  expect(keptDraft('chat 2', 'device')).toEqual({ text: 'a' })
  keepDraft('chat 2', 'device', undefined)
  expect(keptDraft('chat 2', 'device')).toBeUndefined()
})
