import 'fake-indexeddb/auto'
import { loadCopy } from 'virtual:copy/web'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { settings } from '#kit/request/connection.ts'
import { person } from '#web/platform/analytics.ts'
import { DownloadPart } from './DownloadPart.tsx'
import { refreshDevice } from './on-device.ts'
import type { DownloadRequest } from './requests.ts'
import { downloads } from './screens.ts'

// Rendered to text, the app's stores have nothing but what they hold now.
vi.mock('react', async original => ({
  ...(await original<object>()),
  useSyncExternalStore: (_: unknown, read: () => unknown) => read(),
}))

const messages = await loadCopy('en')

beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('cookieStore', {})
  settings.userId = 1
  await refreshDevice()
})
beforeEach(() => {
  person.change(() => undefined)
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: {}, locks: {}, storage: { getDirectory: () => {} } })
})

const course = { title: 'Course', isDemoOfflineModeAccessible: true }
const place = { id: 3, isDemo: false, courseFullAccess: false }

function shown(changed: { stream?: Partial<typeof place>; course?: Partial<typeof course> } = {}): string {
  return renderToStaticMarkup(
    <CopyProvider language="en" messages={messages}>
      <DownloadPart stream={{ ...place, ...changed.stream }} course={{ ...course, ...changed.course }} />
    </CopyProvider>,
  )
}

test('a course is offered for download, of a demo only where the course allows it [OFF-06]', () => {
  const online = { isDemoOfflineModeAccessible: false }
  expect(shown()).toContain('Download')
  expect(shown({ course: online })).toContain('Download')
  expect(shown({ stream: { isDemo: true } })).toContain('Download')
  expect(shown({ stream: { isDemo: true }, course: online })).toBe('')
  expect(shown({ stream: { isDemo: true, courseFullAccess: true }, course: online })).toContain('Download')
})

test('nothing is offered to staff who act as the learner, without a network, or where the browser keeps no files', () => {
  person.change(() => ({ id: 1, isInternal: true, isActing: true, segments: [] }))
  expect(shown()).toBe('')
  person.change(() => undefined)
  vi.stubGlobal('navigator', { ...navigator, onLine: false })
  expect(shown()).toBe('')
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: {}, locks: {}, storage: {} })
  expect(shown()).toBe('')
})

test('a school without downloads has neither their parts nor their screen [OFF-06]', () => {
  expect([true, false].map(isOfflineEnable => downloads.isOn?.({ isOfflineEnable } as never))).toEqual([true, false])
})

test('what was asked for waits until the school has named its files; once all of it was taken off it is offered', async () => {
  const shownFor = async (request: Partial<DownloadRequest>) => {
    vi.stubGlobal('localStorage', { getItem: () => JSON.stringify([{ streamId: 3, quality: 'full', ...request }]) })
    await refreshDevice()
    return shown()
  }
  expect(await shownFor({})).toContain('data-state="pending"')
  expect(await shownFor({ isOpen: true, withoutLessons: [9] })).toContain('data-state="pending"')
  expect(await shownFor({ isAutomatic: true, withoutLessons: [9] })).not.toContain('data-state')
})
