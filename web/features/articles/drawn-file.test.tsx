import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { VideoWire } from '#shared/features/media/contract.ts'
import { drawnFile } from './drawn-file.tsx'

const film: VideoWire = {
  id: 8,
  type: 'video',
  created_at: 0,
  duration: 8,
  url: '/media/b/video.mp4',
  m3u8: null,
  mp4: '/media/b/video.mp4',
  preview: '/media/b/poster.jpg',
  width: 1280,
  height: 720,
  subtitles: [],
}
const picture = {
  id: 7,
  width: 1200,
  height: 800,
  large: '/media/a/l.jpg',
  medium: '/media/a/m.jpg',
  small: '/media/a/s.jpg',
}

const drawFile = drawnFile({ pictures: [picture], films: [film] })

test('a picture of the text keeps its place before it has loaded and is told by its words', () => {
  expect(renderToStaticMarkup(drawFile({ id: 7, words: 'A cup' }))).toMatch(
    /^<img [^>]*src="\/media\/a\/m\.jpg"[^>]*alt="A cup" width="1200" height="800" loading="lazy"/,
  )
})

test('a film is awaited in its place, and what is not there any more is left to its words', () => {
  expect(renderToStaticMarkup(drawFile({ id: 8, words: 'Pour' }))).toContain('aria-busy')
  expect(drawFile({ id: 9, words: 'Gone' })).toBeNull()
})
