import { expect, test } from 'vitest'
import { coursesFor } from './course-order.ts'

const course = (title: string, key: string, learners: number) => ({ title, key, learners_count: learners })
const courses = [course('Yoga', 'spring', 2), course('Ännchen', 'song', 9), course('Breath', 'yoga-2', 9)]
const titles = (...asked: [words: string, order: 'published' | 'title' | 'learners']) =>
  coursesFor(courses, ...asked).map(({ title }) => title)

test('courses are found by words of title and key, and put in order', () => {
  expect(titles('', 'published')).toEqual(['Yoga', 'Ännchen', 'Breath'])
  expect(titles('YOGA', 'published')).toEqual(['Yoga', 'Breath'])
  expect(titles('nothing', 'title')).toEqual([])
  expect(titles('', 'title')).toEqual(['Ännchen', 'Breath', 'Yoga'])
  expect(titles('', 'learners'), 'of equal ones the last published first').toEqual(['Ännchen', 'Breath', 'Yoga'])
})
