import { expect, test } from 'vitest'
import { coursesFor } from './course-order.ts'

const course = (title: string, key: string, learners: number, is_archived = false) => ({
  title,
  key,
  learners_count: learners,
  is_archived,
})
const courses = [
  course('Yoga', 'spring', 2),
  course('Ännchen', 'song', 9),
  course('Old yoga', 'old', 3, true),
  course('Breath', 'yoga-2', 9),
]
const titles = (...asked: [words: string, order: 'published' | 'title' | 'learners']) =>
  coursesFor(courses, ...asked, 'current').map(({ title }) => title)

test('courses are found by words of title and key, and put in order', () => {
  expect(titles('', 'published')).toEqual(['Yoga', 'Ännchen', 'Breath'])
  expect(titles('YOGA', 'published')).toEqual(['Yoga', 'Breath'])
  expect(titles('nothing', 'title')).toEqual([])
  expect(titles('', 'title')).toEqual(['Ännchen', 'Breath', 'Yoga'])
  expect(titles('', 'learners'), 'of equal ones the last published first').toEqual(['Ännchen', 'Breath', 'Yoga'])
  expect(coursesFor(courses, 'yoga', 'title', 'archived').map(({ title }) => title)).toEqual(['Old yoga'])
})
