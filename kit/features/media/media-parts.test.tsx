import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/web'
import { beforeAll, expect, test, vi } from 'vitest'
import { type Copy, CopyProvider, createCopy } from '#kit/copy/copy.tsx'
import type { CompiledCopy } from '#kit/copy/message.ts'
import { MediaView } from './MediaView.tsx'
import { failureText } from './upload-text.ts'
import { UploadItem } from './UploadList.tsx'
import { mediaFile } from './uploads/testing/media-file.ts'
import { oldUploads } from './uploads/upload-store.ts'
import type { UploadView } from './uploads/upload-view.ts'

vi.mock('./uploads/uploading.ts', () => ({}))
vi.mock('#kit/features/brands/site.ts', () => ({ site: () => ({ config: { uploadMaxBytes: 50 * 1024 ** 2 } }) }))

const texts: Record<string, CompiledCopy> = {}
const copies: Record<string, Copy> = {}

beforeAll(async () => {
  for (const language of ['en', 'ru', 'es'] as const) {
    texts[language] = await loadCopy(language)
    copies[language] = createCopy(language, texts[language])
  }
})

const show = (part: React.ReactNode) =>
  renderToStaticMarkup(
    <CopyProvider language="en" messages={texts['en'] ?? {}}>
      {part}
    </CopyProvider>,
  )

const upload = (part: Partial<UploadView>): UploadView => ({
  id: 'a',
  name: 'squat.mp4',
  type: 'video/mp4',
  bytes: 2_097_152,
  state: 'NOT_UPLOADED',
  progress: 0.5,
  isPaused: false,
  isWaiting: false,
  mediaId: undefined,
  previewUrl: undefined,
  failure: undefined,
  canRetry: false,
  isForLibrary: false,
  goal: undefined,
  lasts: undefined,
  ...part,
})
const item = (part: Partial<UploadView>) => show(<UploadItem upload={upload(part)} onRemove={() => {}} />)

test('an upload shows its progress as number and bar, and can be paused and removed [MED-03]', () => {
  const shown = item({})
  expect(shown).toContain('1\u00a0MB of 2\u00a0MB')
  expect(shown).toContain('role="progressbar" aria-label="squat.mp4: uploaded" aria-valuenow="50"')
  for (const label of ['Pause squat.mp4', 'Remove squat.mp4']) expect(shown).toContain(`aria-label="${label}"`)
})

test('a recorded voice is called by how long it is, not by its file [CHT-14]', () => {
  const shown = item({ name: 'Voice message.webm', type: 'audio/webm', lasts: 12_300 })
  expect(shown).toContain('<bdi>Voice message, 0:12</bdi>')
  expect(shown).toContain('aria-label="Remove Voice message, 0:12"')
  expect(shown).not.toContain('webm')
  const sent = mediaFile({ name: 'Voice message.webm', type: 3, status: 'UPLOADED' })
  expect(show(<MediaView file={sent} />)).not.toContain('webm')
})

test.each([
  [{ isPaused: true }, ['Paused', 'Resume squat.mp4']],
  [{ isWaiting: true }, ['Waiting for a connection', 'Pause squat.mp4']],
  [{ state: 'UPLOADED', progress: 1 }, ['Uploaded, being processed']],
  [{ state: 'DONE', progress: 1 }, ['Uploaded<']],
  [
    { state: 'FAIL', failure: { code: 'no_space', message: '' }, canRetry: true },
    ['role="alert"', 'Not enough space', 'Try squat.mp4 again'],
  ],
] as [Partial<UploadView>, string[]][])('%j is shown as %j [MED-03]', (part, said) => {
  for (const words of said) expect(item(part)).toContain(words)
})

test('a file that cannot succeed offers no retry', () => {
  expect(item({ state: 'FAIL', failure: { code: 'not_photo_or_video', message: '' } })).not.toContain('again')
})

test.each([
  ['en', 'File is too large: no more than 50 MB'],
  ['ru', 'Файл слишком большой: можно не больше 50 МБ'],
  ['es', 'El archivo es demasiado grande: 50 MB como máximo'],
])('in %s the text states the school’s limit [CHT-07]', (language, words) => {
  const t = copies[language]
  expect(t && failureText(t, { code: 'file_too_large' })).toBe(words)
  expect(t && failureText(t, { code: 'of a later server', message: 'Its words' })).toBe('Its words')
  expect(t && failureText(t, { code: 'of a later server' })).not.toBe('')
})

test('a photo opens large, a video plays where it is, anything else is a link; names are text', () => {
  const photo = show(<MediaView file={mediaFile({})} />)
  expect(photo).toContain('src="/m"')
  expect(photo).toContain('aria-label="Open photo &lt;b&gt;me&lt;/b&gt;.jpg"')
  expect(photo).toContain('aspect-ratio:400 / 300')
  const video = show(<MediaView file={mediaFile({ type: 1, mp4: '/v.mp4', preview: '/p.webp' })} />)
  expect(video).toMatch(/<video[^>]+src="\/v.mp4" poster="\/p.webp" preload="none" controls=""/)
  expect(show(<MediaView file={mediaFile({ type: 4 })} />)).toContain('rel="noopener noreferrer"')
})

test('a video can be downloaded by a control of its own, also before it is ready [MED-07]', () => {
  const label = 'aria-label="Download squat.mov"'
  const video = { type: 1, name: 'squat.mov' }
  expect(show(<MediaView file={mediaFile({ ...video, mp4: '/v.mp4' })} />)).toContain(label)
  expect(show(<MediaView file={mediaFile({ ...video, status: 'UPLOADED' })} />)).toContain(label)
  expect(show(<MediaView file={mediaFile({ ...video, status: 'FAIL', failure: 'file_broken' })} />)).not.toContain(
    label,
  )
})

test('an unready file shows its progress, a failed one its reason [MED-04]', () => {
  expect(show(<MediaView file={mediaFile({ status: 'UPLOADED', progress: 40 })} />)).toContain('Processing: 40%')
  expect(show(<MediaView file={mediaFile({ status: 'NOT_UPLOADED', progress: 0 })} />)).toContain('Uploading')
  const failed = show(<MediaView file={mediaFile({ status: 'FAIL', failure: 'file_broken' })} />)
  expect(failed).toContain('The file is damaged and cannot be opened')
})

test('files that nobody comes back to leave the device after a month', () => {
  const stored = (id: string, at: number) =>
    ({
      id,
      userId: 1,
      name: '',
      type: '',
      bytes: 1,
      at,
      state: 'DONE',
      isPaused: false,
      offset: 1,
      attempt: 0,
    }) as const
  const write = { id: 1, userId: 1, call: '', input: {}, idempotencyKey: '', at: 0, lane: '', uploads: ['waited for'] }
  const now = 40 * 86_400_000
  expect(oldUploads([stored('old', 0), stored('waited for', 0), stored('new', now - 1)], [write], now)).toEqual(['old'])
})
