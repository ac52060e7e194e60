import { expect, test } from 'vitest'
import { courseView, knownFields, partsOfCourse } from './course-parts.ts'
import type { CourseTree } from './course-tree.ts'
import { courseWire } from './course-wire.ts'

test('one choice of fields is one answer in memory, however it is written', () => {
  expect(knownFields('title, id,id,nothing,__proto__')).toBe('id,title')
  expect(knownFields('x'.repeat(1000))).toBe('')
  expect(knownFields(undefined)).toBeUndefined()
})

/** A course's tree that tells which of its lists were read. */
function watchedTree() {
  const read = new Set<string>()
  const list = (name: string) => ({
    enumerable: true,
    get() {
      read.add(name)
      return []
    },
  })
  const names = ['stages', 'days', 'lessons', 'lessonSets', 'setLessons', 'documents', 'homeworks', 'media']
  const course = { texts: {}, languages: [], options: [], imageId: null, backgroundId: null, demoVideoId: null }
  const tree = Object.defineProperties({ course }, Object.fromEntries(names.map(name => [name, list(name)])))
  return { tree: tree as unknown as CourseTree, read }
}

test('what is not asked for is not computed [CRS-07]', () => {
  const readFor = (asked: string[]) => {
    const { tree, read } = watchedTree()
    courseWire(courseView(tree, 'en', partsOfCourse(asked)))
    return [...read].sort()
  }
  expect(readFor([])).toEqual(['stages'])
  expect(readFor(['unheard-of'])).toEqual(['stages'])
  expect(readFor(['lessons'])).toEqual(['lessons', 'stages'])
  expect(readFor(['documents'])).toEqual(['documents', 'stages'])
  expect(readFor(['trainingOptions'])).toEqual(['lessons', 'stages'])
})
