import { expect, test } from 'vitest'
import {
  asksFor,
  type DownloadRequest,
  includes,
  isOf,
  isWhole,
  withoutItems,
  withoutTarget,
  wordOf,
} from './requests.ts'
import type { StoredFile } from './device/stored-file.ts'

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

test('what is removed leaves the other days and lessons wanted, also those that are not named yet', () => {
  const after = (requests: DownloadRequest[], target: Parameters<typeof withoutTarget>[1], known = files) => {
    const left = withoutTarget(requests, target, known)
    return { words: left.map(wordOf), wanted: files.filter(one => left.some(request => asksFor(request, one))) }
  }
  const [first, second, third, material] = files
  expect(after([course], { streamId: 1 })).toEqual({ words: [], wanted: [] })
  expect(after([course], { streamId: 1, dayId: 10 })).toEqual({ words: ['stream 1'], wanted: [third, material] })
  expect(after([course], { streamId: 1, lessonId: 100 }).wanted).toEqual([second, third, material])
  const day = { streamId: 1, dayId: 10, ...full }
  const other = { streamId: 2, ...full }
  expect(after([day, other], { streamId: 1, lessonId: 101 })).toEqual({
    words: ['stream 1 day 10', 'stream 2'],
    wanted: [first, files[4]],
  })
  expect(after([{ streamId: 1, lessonId: 100, ...full }], { streamId: 1, dayId: 10 }).words).toEqual([])
  // Of the day nothing but the lesson is here: it goes with it, unless more of it is to come, or it came by itself.
  const lesson = { streamId: 1, lessonId: 100 }
  const only = files.slice(0, 1)
  expect(after([day], lesson, only).words).toEqual([])
  expect(after([{ ...day, isOpen: true }], lesson, only).wanted).toEqual([second])
  // Nothing of it is missed then.
  expect(withoutTarget([{ ...day, isOpen: true, wasHere: true }], lesson, only)).toEqual([
    { ...day, isOpen: true, withoutLessons: [100] },
  ])
  expect(after([{ ...day, isAutomatic: true }], lesson, only).wanted).toEqual([second])
})

test('what stands in several days goes once all of them are taken off', () => {
  const shared = file(1, [10, 11], [])
  const once = withoutTarget([course], { streamId: 1, dayId: 10 }, [shared, ...files])
  expect(once.some(request => asksFor(request, shared))).toBe(true)
  const twice = withoutTarget(once, { streamId: 1, dayId: 11 }, [shared, ...files])
  expect(twice.some(request => asksFor(request, shared))).toBe(false)
})

test('of a day’s download a lesson goes with its film, also where the film is in a lesson of another day', () => {
  const day = { streamId: 1, dayId: 10, ...full }
  const [film, own, picture] = [
    { ...file(1, [10, 11], [100, 200]), id: 1 },
    { ...file(1, [10], [100]), id: 2 },
    { ...file(1, [10], [101]), id: 3 },
  ]
  const all = [film, own, picture]
  const wanted = (request: DownloadRequest, known = all) =>
    known.filter(one =>
      withoutTarget([request], { streamId: 1, lessonId: 100 }, known).some(left => asksFor(left, one)),
    )
  expect(wanted(day)).toEqual([picture])
  expect(wanted(course)).toEqual([film, picture])
  // In another lesson of the same day it is still wanted.
  const twice = { ...film, lessonIds: [100, 101] }
  expect(wanted(day, [twice, own, picture])).toEqual([twice, picture])
})

test('a request is whole until something of it is taken off', () => {
  const some = [{ without: [1] }, { withoutDays: [10] }, { withoutLessons: [100] }]
  expect([{}, ...some].map(leftOut => isWhole({ ...course, ...leftOut }))).toEqual([true, false, false, false])
})

test('of what was asked for one document goes, and all else stays wanted [OFF-05]', () => {
  const document = (id: number) => ({ ...file(1, [], []), id })
  const film = (id: number, lessonIds: number[]) => ({ ...file(1, [10], lessonIds), id })
  const [first, second, shared, own] = [document(1), document(2), film(3, [100, 101]), film(4, [100])]
  const all = [first, second, shared, own]
  const lesson: DownloadRequest = { streamId: 1, lessonId: 101, ...full }
  const left = (requests: DownloadRequest[], gone: StoredFile) => {
    const rest = all.filter(one => one !== gone)
    const after = withoutItems(requests, [gone], rest)
    return { words: after.map(wordOf), wanted: all.filter(one => after.some(request => asksFor(request, one))) }
  }
  expect(left([course], first)).toEqual({ words: ['stream 1'], wanted: [second, shared, own] })
  expect(left([{ streamId: 1, dayId: 10, ...full }], shared).wanted).toEqual([own])
  expect(left([course, lesson], shared)).toEqual({ words: ['stream 1'], wanted: [first, second, own] })
  const twice = withoutItems(withoutItems([course], [first], [second, own]), [second], [own])
  expect(twice[0]?.without).toEqual([1, 2])
  const alone: DownloadRequest = { streamId: 1, lessonId: 100, ...full }
  expect(withoutItems([alone], [own], [first])).toEqual([])
  expect(withoutItems([{ ...alone, isAutomatic: true }], [own], [first])[0]?.without).toEqual([4])
  // More of it comes, and nothing of it is missed.
  expect(withoutItems([{ ...alone, isOpen: true, wasHere: true }], [own], [first])).toEqual([
    { ...alone, isOpen: true, without: [4] },
  ])
  // What is narrowed later does not bring it back.
  const narrowed = withoutTarget(twice, { streamId: 1, lessonId: 101 }, all)
  expect(narrowed.map(({ without }) => without)).toEqual([[1, 2]])
})
