import { expect, test } from 'vitest'
import type { Course } from '#shared/features/courses/forms.ts'
import { filtered, filtersOf, isFiltering, keptFilters, offeredOptions, toggled } from './course-filters.ts'

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
