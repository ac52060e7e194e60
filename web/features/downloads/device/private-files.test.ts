import { expect, test } from 'vitest'
import { pathFor } from './private-files.ts'

test('films lie under videos by their id, all else under images, each with a folder of its course [OFF-02]', () => {
  const path = (url: string) => pathFor({ userId: 1, id: 7, courseId: 3, url })
  expect(path('/media/k/video.mp4')).toBe('1/videos/3/7.mp4')
  expect(path('/media/k/poster.jpg')).toBe('1/images/3/k-poster.jpg')
  expect(path('/media/k/subtitles/en.vtt')).toBe('1/images/3/k-subtitles-en.vtt')
  // The lighter ones of a film may lie beside it.
  expect(path('/media/k/downloads/small.mp4')).toBe('1/videos/3/k-downloads-small.mp4')
  expect(path('/media/k/downloads/sound.m4a')).toBe('1/videos/3/k-downloads-sound.m4a')
})
