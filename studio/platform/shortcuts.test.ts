import { expect, test } from 'vitest'
import { keyName } from './shortcuts.ts'

const press = (key: string, code: string, held: Partial<Record<'shiftKey' | 'ctrlKey' | 'metaKey', true>> = {}) =>
  keyName({ key, code, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held })

test('a command key works on a Russian keyboard as on a Latin one [STF-05]', () => {
  expect(press('c', 'KeyC')).toBe('c')
  expect(press('с', 'KeyC')).toBe('c')
  expect(press('Ф', 'KeyA', { shiftKey: true })).toBe('a')
  expect([press('б', 'Comma'), press('ю', 'Period'), press('.', 'Slash')]).toEqual([',', '.', '/'])
  expect(press(',', 'Slash', { shiftKey: true })).toBe('?')
})

test('on other keyboard layouts the typed letter decides', () => {
  expect(press('a', 'KeyQ')).toBe('a')
  expect(press('/', 'Digit7', { shiftKey: true })).toBe('/')
  expect(press('?', 'Minus', { shiftKey: true })).toBe('?')
})

test('Ctrl and Command are one, and keys with names keep them', () => {
  expect([press('Enter', 'Enter', { ctrlKey: true }), press('Enter', 'Enter', { metaKey: true })]).toEqual([
    'mod+Enter',
    'mod+Enter',
  ])
  expect([press(' ', 'Space'), press('ArrowLeft', 'ArrowLeft'), press('5', 'Digit5')]).toEqual([
    'Space',
    'ArrowLeft',
    '5',
  ])
})
