import { expect, test } from 'vitest'
import type { Course } from '#shared/features/courses/forms.ts'
import {
  countInProgress,
  featuredStream,
  filtered,
  filtersOf,
  isFiltering,
  keptFilters,
  offeredOptions,
  otherStreams,
  toggled,
} from './course-selection.ts'

const stream = (id: number, status: 'open' | 'ended' | 'freeze', progress: number, isDemo = false) => ({
  id,
  courseId: id,
  status,
  isDemo,
  progress: { daysCount: 10, completeDaysCount: progress / 10, progress, homeworkSentBack: 1 },
})

test('the stream to continue is open and has days left, a full course before a demo', () => {
  const demo = stream(1, 'open', 10, true)
  const done = stream(2, 'open', 100)
  const going = stream(3, 'open', 40)
  expect(featuredStream([stream(4, 'freeze', 10), demo, done, going])?.id).toBe(3)
  expect(featuredStream([done, demo])?.id).toBe(1)
  expect(featuredStream([stream(5, 'ended', 20), done])?.id).toBe(2)
  expect(featuredStream([stream(5, 'ended', 20)])).toBeUndefined()
})

test('the courses in progress are those open with days left, each once', () => {
  const again = { ...stream(4, 'open', 10, true), courseId: 1 }
  expect(countInProgress([stream(1, 'open', 40), stream(2, 'open', 100), stream(3, 'freeze', 0), again])).toBe(1)
})

test('besides the stream that is continued each other course stands once, without what has ended [STR-12]', () => {
  const featured = stream(1, 'open', 40)
  const demo = { ...stream(2, 'open', 10, true), courseId: 1 }
  const later = { ...stream(5, 'freeze', 0), courseId: 3 }
  const streams = [demo, featured, stream(3, 'open', 0), stream(4, 'ended', 20), later, stream(6, 'freeze', 0)]
  expect(otherStreams(streams, featured).map(({ id }) => id)).toEqual([3, 6])
  expect(otherStreams([stream(4, 'ended', 20), stream(6, 'freeze', 0)], undefined).map(({ id }) => id)).toEqual([6])
})

const level = (...values: string[]) => ({ id: 'level', title: 'Level', trainingLessonOptionValues: values })
const course = (id: number, ...courseOptions: Course['courseOptions']) => ({ id, courseOptions }) as Course
const courses = new Map([
  [1, course(1, level('easy'))],
  [2, course(2, level('easy', 'hard'), { id: 'place', title: 'Place', trainingLessonOptionValues: ['home'] })],
  [3, course(3)],
])
const streams = [{ courseId: 1 }, { courseId: 2 }, { courseId: 3 }, { courseId: 9 }]

test('the options of several courses are offered once each, with all their values', () => {
  expect(offeredOptions(courses.values())).toEqual([
    level('easy', 'hard'),
    { id: 'place', title: 'Place', trainingLessonOptionValues: ['home'] },
  ])
})

test('a value survives the round trip', () => {
  const once = toggled({}, 'level', 'hard')
  expect(once).toEqual({ level: ['hard'] })
  expect(isFiltering(once)).toBe(true)
  expect(isFiltering(toggled(once, 'level', 'hard'))).toBe(false)
})

test('filters keep the streams whose course offers a chosen value of each option', () => {
  expect(filtered(streams, courses, {})).toEqual(streams)
  expect(filtered(streams, courses, { level: [] })).toEqual(streams)
  expect(filtered(streams, courses, { level: ['easy'] })).toEqual([{ courseId: 1 }, { courseId: 2 }])
  expect(filtered(streams, courses, { level: ['easy'], place: ['home'] })).toEqual([{ courseId: 2 }])
})

test('each course keeps its part of the choice; what streams keep is the choice again, as far as it is offered [STR-08]', () => {
  const options = offeredOptions(courses.values())
  const chosen = { level: ['hard', 'easy'], place: ['home'] }
  const kept = [1, 2, 3].map(id => filtersOf(courses.get(id)?.courseOptions ?? [], chosen))
  expect(kept).toEqual([{ level: ['easy'] }, { level: ['easy', 'hard'], place: ['home'] }, {}])
  const listed = kept.map(filters => ({ filters }))
  expect(keptFilters(listed, options)).toEqual({ level: ['easy', 'hard'], place: ['home'] })
  expect(keptFilters([{ filters: { level: ['gone'], mood: ['good'] } }], options)).toEqual({})
  expect(filtersOf(options, {})).toEqual({})
})
