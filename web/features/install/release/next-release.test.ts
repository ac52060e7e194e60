import { expect, test, vi } from 'vitest'
import { followReleases, isAtRest } from './next-release.ts'

type Content = {
  fields?: { value?: string; textContent?: string }[]
  films?: { paused: boolean }[]
  dialog?: boolean
  recording?: boolean
}

function page({ fields = [], films = [], dialog = false, recording = false }: Content) {
  return {
    querySelectorAll: (selector: string) => (selector.startsWith('video') ? films : fields),
    querySelector: (selector: string) =>
      (dialog && selector.includes('dialog[open]')) || (recording && selector.includes('[data-under-way]')) ? {} : null,
  } as unknown as Document
}

test('a page is reloaded only where nothing is typed, asked, recorded or playing [SHL-10]', () => {
  expect(isAtRest(page({}))).toBe(true)
  expect(isAtRest(page({ fields: [{ value: '' }, { value: ' ' }], films: [{ paused: true }] }))).toBe(true)
  expect(isAtRest(page({ fields: [{ value: '' }, { value: 'The film stops' }] }))).toBe(false)
  expect(isAtRest(page({ fields: [{ textContent: 'words' }] }))).toBe(false)
  expect(isAtRest(page({ films: [{ paused: true }, { paused: false }] }))).toBe(false)
  expect(isAtRest(page({ dialog: true }))).toBe(false)
  expect(isAtRest(page({ recording: true }))).toBe(false)
})

test('a next release takes over when somebody comes back and nothing is under way, and its page then', async () => {
  const reload = vi.fn()
  const postMessage = vi.fn()
  const content: Content = {}
  const document = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    querySelectorAll: (selector: string) => page(content).querySelectorAll(selector),
    querySelector: () => null,
  })
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('document', document)
  vi.useFakeTimers()
  const getRegistration = async () => ({ waiting: { postMessage } })
  const workers = Object.assign(new EventTarget(), { controller: null as string | null, getRegistration })
  followReleases(workers as unknown as ServiceWorkerContainer)
  const change = (controller: string) => {
    workers.controller = controller
    workers.dispatchEvent(new Event('controllerchange'))
  }
  const comeBack = async () => {
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(0)
  }
  // The first worker takes the page it came with.
  change('the first')
  expect(reload).not.toHaveBeenCalled()

  content.fields = [{ value: 'half a sentence' }]
  await comeBack()
  expect(postMessage).not.toHaveBeenCalled()
  content.fields = []
  await comeBack()
  expect(postMessage.mock.calls).toEqual([['take-over-alone']])
  expect(reload).not.toHaveBeenCalled()
  change('the next')
  expect(reload).toHaveBeenCalledOnce()

  // Another page let it take over while something was typed here.
  content.fields = [{ value: 'half a sentence' }]
  change('the one after')
  await comeBack()
  expect(reload).toHaveBeenCalledOnce()
  content.fields = []
  document.visibilityState = 'hidden'
  await comeBack()
  expect(reload).toHaveBeenCalledOnce()
  document.visibilityState = 'visible'
  await comeBack()
  expect(reload).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
