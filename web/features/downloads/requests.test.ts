import { expect, test } from 'vitest'
import { type DownloadRequest, includes, isOf, withoutTarget, wordOf } from './requests.ts'
import type { StoredFile } from './device/records.ts'

const file = (streamId: number, dayIds: number[], lessonIds: number[]) =>
  ({ streamId, dayIds, lessonIds }) as unknown as StoredFile
const files = [file(1, [10], [100]), file(1, [10], [101]), file(1, [11], [102]), file(1, [], []), file(2, [20], [200])]
const full = { quality: 'full' } as const
const course: DownloadRequest = { streamId: 1, ...full }

test('a request names what was pressed for [OFF-08]', () => {
  expect([course, { streamId: 1, dayId: 2 }, { streamId: 1, lessonId: 3 }].map(wordOf)).toEqual([
    'stream 1',
    'stream 1 day 2',
    'stream 1 lesson 3',
  ])
})

test('files belong to their course, days and lessons', () => {
  const of = (target: Parameters<typeof isOf>[1]) => files.filter(one => isOf(one, target)).length
  expect([of({ streamId: 1 }), of({ streamId: 1, dayId: 10 }), of({ streamId: 1, lessonId: 102 })]).toEqual([4, 2, 1])
})

test('a course includes its days, a day its lessons, nothing what is wider or elsewhere', () => {
  const day = { streamId: 1, dayId: 10 }
  const lesson = { streamId: 1, lessonId: 100 }
  expect([includes(course, day), includes(course, lesson), includes(day, lesson, [10])]).toEqual([true, true, true])
  expect([includes(day, course), includes(lesson, day), includes(day, lesson, [11])]).toEqual([false, false, false])
  expect([includes({ streamId: 2 }, day), includes(lesson, lesson)]).toEqual([false, true])
})

test('what is removed leaves the other days and lessons wanted', () => {
  const words = (requests: DownloadRequest[], target: Parameters<typeof withoutTarget>[1]) =>
    withoutTarget(requests, target, files).map(wordOf)
  expect(words([course], { streamId: 1 })).toEqual([])
  expect(words([course], { streamId: 1, dayId: 10 })).toEqual(['stream 1 day 11'])
  expect(words([course], { streamId: 1, lessonId: 100 })).toEqual(['stream 1 lesson 101', 'stream 1 lesson 102'])
  const day = { streamId: 1, dayId: 10, ...full }
  expect(words([day, { streamId: 2, ...full }], { streamId: 1, lessonId: 101 })).toEqual([
    'stream 1 lesson 100',
    'stream 2',
  ])
  expect(words([{ streamId: 1, lessonId: 100, ...full }], { streamId: 1, dayId: 10 })).toEqual([])
})
