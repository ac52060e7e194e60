import { expect, test } from 'vitest'
import type { MediaFileWire } from '#shared/features/media/contract.ts'
import { mediaTypeCodes } from '#shared/features/media/forms.ts'
import { fileBeside, videoToComment } from './files.ts'

const file = (id: number, kind: keyof typeof mediaTypeCodes, status: MediaFileWire['status'] = 'DONE') =>
  ({ id, type: mediaTypeCodes[kind], status }) as MediaFileWire

const photo = file(1, 'image')
const video = file(2, 'video')
const other = file(3, 'video')

test('a comment goes to the video shown, beside a picture to the first one that plays', () => {
  const files = [photo, file(4, 'video', 'FAIL'), video, other]
  expect(videoToComment(files, other)).toBe(other)
  expect(videoToComment(files, photo)).toBe(video)
  expect(videoToComment([photo], photo)).toBeUndefined()
  expect(videoToComment([], undefined)).toBeUndefined()
})

test('keys turn from file to file, around the end', () => {
  const files = [photo, video, other]
  expect([1, 2, 3].map(id => fileBeside(files, id, 1)?.id)).toEqual([2, 3, 1])
  expect([1, 2, 3].map(id => fileBeside(files, id, -1)?.id)).toEqual([3, 1, 2])
  expect(fileBeside([photo], 1, 1)).toBeUndefined()
})
