import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/studio'
import { beforeEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { CopyProvider } from '#kit/copy/copy.tsx'
import type { UploadView } from '#kit/features/media/uploads/upload-view.ts'
import { addAddresses } from '#studio/platform/addresses.ts'
import { refusedImports } from '../bring-in/begin-import.ts'
import { UploadsInFrame } from './UploadsInFrame.tsx'

const uploads = vi.hoisted(() => ({ library: [] as object[], course: [] as object[] }))
vi.mock('#kit/features/media/uploads/uploading.ts', () => ({
  useUploadsFor: (purpose: 'library' | 'course') => uploads[purpose],
  letGoUpload: () => Promise.resolve(),
}))
vi.mock('react', async original => ({
  ...(await original<object>()),
  useSyncExternalStore: (_: unknown, read: () => unknown) => read(),
}))
addAddresses({ library: '/admin/library', courseImports: '/admin/course-imports' })
const messages = await loadCopy('en')

const file = (state: UploadView['state'], id = 'file') => ({ id, state, bytes: 100, progress: 0.5, isForLibrary: true })
const archive = (state: UploadView['state'], id = 'archive') => ({ ...file(state, id), isForLibrary: false })

const shownIn = (section?: string) =>
  renderToStaticMarkup(
    <CopyProvider language="en" messages={messages}>
      <Router ssrPath="/">
        <UploadsInFrame section={section} />
      </Router>
    </CopyProvider>,
  )

beforeEach(() => {
  Object.assign(uploads, { library: [], course: [] })
  refusedImports.change(() => new Map())
})

test('what is on its way is told on every screen, with the way to it', () => {
  expect(shownIn()).toBe('')
  Object.assign(uploads, { library: [file('NOT_UPLOADED')], course: [archive('NOT_UPLOADED')] })
  expect(shownIn('courses')).toContain('2 files are on their way')
  expect(shownIn('courses')).toContain('href="/admin/library"')
})

test('in the library, which shows its own files, only courses that are brought in are told', () => {
  uploads.library = [file('NOT_UPLOADED')]
  expect(shownIn('library')).toBe('')
  uploads.course = [archive('NOT_UPLOADED')]
  expect(shownIn('library')).toContain('1 file is on its way')
  expect(shownIn('library')).toContain('href="/admin/course-imports"')
})

test('each course that arrived and was refused is counted, and one that is being read is not', () => {
  uploads.course = [archive('DONE', 'one'), archive('DONE', 'two'), archive('DONE', 'three')]
  expect(shownIn()).toBe('')
  refusedImports.change(
    () =>
      new Map([
        ['one', new Error('no')],
        ['two', new Error('no')],
      ]),
  )
  expect(shownIn()).toContain('2 files need your attention')
  expect(shownIn()).toContain('href="/admin/course-imports"')
})
