import { expect, test, vi } from 'vitest'
import { followReleases, isAtRest } from './next-release.ts'

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

test('a page is loaded again as the worker of a next release takes over, not as the first worker takes the page', () => {
  const reload = vi.fn()
  const content: Content = {}
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('document', {
    ...page(content),
    querySelectorAll: (selector: string) => page(content).querySelectorAll(selector),
    addEventListener: () => {},
  })
  vi.useFakeTimers()
  const workers = Object.assign(new EventTarget(), { controller: null as string | null })
  followReleases(workers as unknown as ServiceWorkerContainer)
  const change = (controller: string) => {
    workers.controller = controller
    workers.dispatchEvent(new Event('controllerchange'))
  }
  change('the first')
  expect(reload).not.toHaveBeenCalled()
  content.fields = [{ value: 'half a sentence' }]
  change('the next')
  expect(reload).not.toHaveBeenCalled()
  content.fields = []
  change('the one after')
  expect(reload).toHaveBeenCalledOnce()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
