import { expect, test } from 'vitest'
import type { DownloadItemWire, ManifestWire } from '#shared/features/downloads/contract.ts'
import { filesOfRequest } from './files-of-request.ts'
import type { DownloadRequest } from './requests.ts'

const url = (name: string) => `/media/${'a'.repeat(22)}/${name}`
const file = (purpose: DownloadItemWire['files'][number]['purpose'], name: string, bytes: number) => ({
  purpose,
  url: url(name),
  bytes,
  hashes: ['00'],
})
const film: DownloadItemWire = {
  id: 5,
  kind: 'video',
  title: 'Stretch',
  day_ids: [10],
  lesson_ids: [100],
  state: 'ready',
  files: [file('full', 'video.mp4', 900), file('beside', 'en.vtt', 10)],
}
const elsewhere: DownloadItemWire = {
  ...film,
  id: 6,
  day_ids: [11],
  lesson_ids: [101],
  files: [file('full', 'b.mp4', 7)],
}
const manifest: ManifestWire = { stream_id: 3, course_id: 2, course_title: 'Back', days: [], items: [film, elsewhere] }

const filesOf = (request: Partial<DownloadRequest>) =>
  filesOfRequest({ userId: 1, manifest, request: { streamId: 3, quality: 'full', ...request }, now: 1000 })

test('a film to be downloaded has its address here, its state, its course and its lessons [MED-02, OFF-02, OFF-08]', () => {
  const [video, subtitles, ...others] = filesOf({ dayId: 10 })
  expect(others).toEqual([])
  expect(video).toMatchObject({
    id: 5,
    url: url('video.mp4'),
    localUrl: url('video.mp4'),
    path: '1/videos/2/5.mp4',
    status: 'pending',
    request: 'stream 3 day 10',
    streamId: 3,
    courseTitle: 'Back',
    lessonIds: [100],
    dayIds: [10],
    bytes: 900,
    done: 0,
  })
  expect(subtitles).toMatchObject({ id: 5, url: url('en.vtt'), lessonIds: [100], status: 'pending' })
})

test('a lesson has its own film, the course all of them in its order [OFF-02]', () => {
  const ids = (request: Partial<DownloadRequest>) => filesOf(request).map(({ id, purpose }) => `${id} ${purpose}`)
  expect(ids({ lessonId: 101 })).toEqual(['6 full'])
  expect(ids({})).toEqual(['5 full', '5 beside', '6 full'])
  expect(filesOf({}).map(({ addedAt }) => addedAt)).toEqual([1000, 1000, 1001])
})
