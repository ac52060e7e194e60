import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import { queryClient } from '#kit/cache/query-client.ts'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { MarkdownText } from '#kit/features/courses/markdown/MarkdownText.tsx'
import type { WholeFileWire } from '#shared/features/library/contract.ts'
import { fileQuery } from '#studio/features/library/data.ts'
import { LibraryFile } from './LibraryFile.tsx'

const cup: WholeFileWire = {
  id: 7,
  kind: 'image',
  name: 'cup.jpg',
  bytes: 1,
  made_bytes: 1,
  duration: 0,
  width: 1200,
  height: 800,
  status: 'DONE',
  progress: 100,
  failure: null,
  preview: '/media/a/s.jpg',
  created_at: 0,
  is_used: false,
  replaces_id: null,
  url: '/media/a/l.jpg',
  mp4: null,
  m3u8: null,
  subtitles: [],
  has_own_poster: true,
  uses: [],
  showing: [],
}
const film: WholeFileWire = { ...cup, id: 8, kind: 'video', url: '/media/b/video.mp4', mp4: '/media/b/video.mp4' }

const shown = (text: string) =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <CopyProvider language="en" messages={{}}>
        <MarkdownText text={text} drawFile={({ id, words }) => <LibraryFile id={id} words={words} />} />
      </CopyProvider>
    </QueryClientProvider>,
  )

beforeEach(() => {
  queryClient.clear()
  for (const file of [cup, film]) queryClient.setQueryData(fileQuery(file.id).queryKey, file)
})

test('the preview of a text shows its pictures with their words and its films to be played', () => {
  expect(shown('![A cup](media:7)')).toContain('<img src="/media/a/l.jpg" alt="A cup" loading="lazy"/>')
  expect(shown('![Pour](media:8)')).toMatch(/<video [^>]*src="\/media\/b\/video\.mp4"[^]*<figcaption>Pour</)
})

test('what has not been read yet is awaited', () => {
  expect(shown('![Later](media:9)')).toContain('aria-busy')
})
