import { loadCopy } from 'virtual:copy/web'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { mediaFile } from '#kit/features/media/uploads/testing/media-file.ts'
import type { MediaFileWire } from '#shared/features/media/contract.ts'
import { MessageFiles } from './MessageFiles.tsx'

vi.mock('#kit/features/media/uploads/uploading.ts', () => ({}))

const messages = await loadCopy('en')
const shown = (...files: MediaFileWire[]) =>
  renderToStaticMarkup(
    <CopyProvider language="en" messages={messages}>
      <MessageFiles message={{ files }} />
    </CopyProvider>,
  )
const photo = (id: number) => mediaFile({ id, name: `photo ${id}.jpg` })
const video = mediaFile({
  id: 9,
  type: 1,
  name: 'squat.mp4',
  mp4: '/media/9/video.mp4',
  preview: '/media/9/poster.webp',
})

test('a message shows its video, one photo by itself and several as a gallery, and nothing without files [CHT-10]', () => {
  expect(shown()).toBe('')
  expect(shown(video)).toMatch(/<video[^>]*poster="\/media\/9\/poster\.webp"/)
  expect(shown(photo(1))).toContain('aria-label="Open photo photo 1.jpg"')
  const gallery = shown(photo(1), video, photo(2), photo(3))
  for (const number of [1, 2, 3]) expect(gallery).toContain(`aria-label="Open photo ${number} of 3"`)
  expect(gallery.match(/<video/g)).toHaveLength(1)
  expect(gallery.match(/data-file="\d"/g)).toEqual(['data-file="1"', 'data-file="2"', 'data-file="3"', 'data-file="9"'])
})
