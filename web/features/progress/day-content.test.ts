import { expect, test } from 'vitest'
import type { Course, Day, Lesson } from '#shared/features/courses/forms.ts'
import type { Video } from '#shared/features/media/forms.ts'
import { dayAt, filmsOf, hasVideo, isIncorrectlyFilled, isWatched, setsOf } from './day-content.ts'
import { entryToGoOn } from './lesson-choice.ts'

const lesson = (id: number, change: Partial<Lesson> = {}) =>
  ({ id, title: `${id}`, text: '', links: [], delay: 0, ...change }) as Lesson
const day = (dayNumber: number, lessonIds: number[] = []) =>
  ({
    id: dayNumber * 10,
    dayNumber,
    dayHomeworks: [],
    lessonSets: [
      {
        id: 1,
        sort: 1,
        repeatCount: 1,
        userRepeat: undefined,
        lessons: lessonIds.map(lessonId => ({ id: lessonId * 100, lessonId, sort: 1, surveyFormUrl: undefined })),
      },
    ],
  }) as unknown as Day
const video = { id: 5 } as Video
const none = { viewedSeconds: 0, playCount: 0, positionSeconds: 0, dayId: 10 }

test('a day is found by its number, with the following one even in the next stage', () => {
  const stages = [{ days: [day(1), day(2)] }, { days: [day(3)] }]
  const course = { stages } as Course
  expect(dayAt(course, 2)).toEqual({ day: stages[0]?.days[1], stage: stages[0], next: stages[1]?.days[0] })
  expect(dayAt(course, 3)?.next).toBeUndefined()
  expect(dayAt(course, 4)).toBeUndefined()
})

test('a set has the lessons that exist; one without any is left out', () => {
  const lessons = new Map([[1, lesson(1)]])
  expect(setsOf(day(1, [1, 2]), lessons).map(({ places }) => places.map(place => place.lesson.id))).toEqual([[1]])
  expect(setsOf(day(1, [2]), lessons)).toEqual([])
})

test('a day without a video, a text, a link or a homework is filled incorrectly', () => {
  const setsWith = (one: Lesson) => setsOf(day(1, [1]), new Map([[1, one]]))
  expect(isIncorrectlyFilled(day(1), [])).toBe(true)
  expect(isIncorrectlyFilled(day(1, [1]), setsWith(lesson(1, { text: '  \n' })))).toBe(true)
  expect(isIncorrectlyFilled(day(1, [1]), setsWith(lesson(1, { text: 'Read this' })))).toBe(false)
  expect(isIncorrectlyFilled(day(1, [1]), setsWith(lesson(1, { verticalVideo: video })))).toBe(false)
  expect(isIncorrectlyFilled({ ...day(1), dayHomeworks: [{}] } as Day, [])).toBe(false)
  expect(hasVideo(lesson(1, { verticalDescriptionVideo: video }))).toBe(true)
})

test('a lesson counts as watched at nine tenths of its length', () => {
  const place = { id: 100, lessonId: 1, sort: 1, surveyFormUrl: undefined, lesson: lesson(1, { delay: 100_000 }) }
  const after = (viewedSeconds: number) => new Map([[100, { ...none, viewedSeconds }]])
  expect(isWatched(place, after(89))).toBe(false)
  expect(isWatched(place, after(90))).toBe(true)
  expect(isWatched(place, new Map())).toBe(false)
  expect(isWatched({ ...place, lesson: lesson(1) }, after(1))).toBe(true)
})

test('the films of a day are counted once each, a lesson to read is none, and one watched in any set is watched [RTE-18]', () => {
  const film = (id: number) => lesson(id, { delay: 60_000, localVideoFile: video })
  const lessons = new Map([film(1), film(2), lesson(3, { text: 'Read this' })].map(one => [one.id, one]))
  const again = setsOf(day(1, [1]), lessons).map(({ set, places }) => ({
    set,
    places: places.map(place => ({ ...place, id: 900 })),
  }))
  const sets = [...setsOf(day(1, [1, 2, 3]), lessons), ...again]
  const watched = (...ids: number[]) => new Map(ids.map(id => [id, { ...none, viewedSeconds: 60 }]))
  expect(filmsOf(sets, watched())).toEqual({ watched: 0, count: 2 })
  expect(filmsOf(sets, watched(900, 300))).toEqual({ watched: 1, count: 2 })
  expect(filmsOf(sets, watched(100, 900, 200))).toEqual({ watched: 2, count: 2 })
  expect(filmsOf([], watched())).toEqual({ watched: 0, count: 0 })
})

test('a day goes on with its first lesson that is not watched, and from its first once all are [PRG-12]', () => {
  const sets = setsOf(day(1, [1, 2]), new Map([1, 2].map(id => [id, lesson(id, { delay: 60_000 })])))
  const items = [100, 100, 200].map((lessonSetLessonId, index) => ({ key: `${index}`, lessonSetLessonId }))
  const watched = (...ids: number[]) => new Map(ids.map(id => [id, { ...none, viewedSeconds: 60 }]))
  expect(entryToGoOn(items, sets, watched())?.key).toBe('0')
  expect(entryToGoOn(items, sets, watched(100))?.key).toBe('2')
  expect(entryToGoOn(items, sets, watched(100, 200))?.key).toBe('0')
  expect(entryToGoOn([], sets, watched())).toBeUndefined()
})
