import { expect, test } from 'vitest'
import { isAtRest } from './next-release.ts'

type Content = { fields?: { value?: string; textContent?: string }[]; films?: { paused: boolean }[]; dialog?: boolean }

function page({ fields = [], films = [], dialog = false }: Content) {
  return {
    querySelectorAll: (selector: string) => (selector.startsWith('video') ? films : fields),
    querySelector: () => (dialog ? {} : null),
  } as unknown as Document
}

test('a page is reloaded only where nothing is typed, asked or playing [SHL-10]', () => {
  expect(isAtRest(page({}))).toBe(true)
  expect(isAtRest(page({ fields: [{ value: '' }, { value: ' ' }], films: [{ paused: true }] }))).toBe(true)
  expect(isAtRest(page({ fields: [{ value: '' }, { value: 'The film stops' }] }))).toBe(false)
  expect(isAtRest(page({ fields: [{ textContent: 'words' }] }))).toBe(false)
  expect(isAtRest(page({ films: [{ paused: true }, { paused: false }] }))).toBe(false)
  expect(isAtRest(page({ dialog: true }))).toBe(false)
})
