import { expect, test } from 'vitest'
import type { DraftFields, DraftHeadWire } from '#shared/features/courses/draft-fields.ts'
import type { DraftKind } from '#shared/features/courses/draft.ts'
import { partsAfter } from './draft-edits.ts'
import { addFilms, titleOfFile } from './draft-films.ts'
import { treeOf } from './tree/draft-tree.ts'

const part = (id: string, kind: DraftKind, parent_id: string | null, sort: number, content: DraftFields = {}) => ({
  id,
  kind,
  key: id,
  parent_id,
  sort,
  is_removed: false,
  revision: 1,
  text_languages: [],
  content: { title: { en: id }, ...content },
})

/** Two stages of two days; the second day is one of rest, the first has a lesson. */
const course: DraftHeadWire[] = [
  part('root', 'course', null, 0),
  part('one', 'stage', 'root', 0),
  part('two', 'stage', 'root', 1),
  part('day1', 'day', 'one', 0),
  part('rest', 'day', 'one', 1, { dayOfRest: true }),
  part('day3', 'day', 'two', 0),
  part('day4', 'day', 'two', 1),
  part('set1', 'set', 'day1', 0),
  part('old', 'lesson', 'root', 0),
  part('place', 'place', 'set1', 0, { lesson: 'old' }),
]

/** The titles of the lessons that each day shows. */
function lessonsByDay(parts: DraftHeadWire[]) {
  const items = treeOf(parts)
  const titlesOf = (day: string) => items.get(day)?.children.map(child => items.get(child)?.shown.content.title?.['en'])
  return ['day1', 'rest', 'day3', 'day4'].map(titlesOf)
}

test('films become lessons of one day, after those that are there', () => {
  const { edit, lessons, rows, days } = addFilms(course, {
    day: 'day1',
    titles: ['A', 'B'],
    isSpread: false,
    language: 'en',
  })
  const parts = partsAfter(course, edit)
  expect(lessonsByDay(parts)).toEqual([['old', 'A', 'B'], [], [], []])
  expect(lessons.map(id => parts.find(one => one.id === id)?.content.title)).toEqual([{ en: 'A' }, { en: 'B' }])
  expect(rows.map(id => parts.find(one => one.id === id)?.content.lesson)).toEqual(lessons)
  expect(days).toEqual(['day1'])
})

test('films become one lesson a day from a day on, over stages and without days of rest; the last day takes the rest', () => {
  const { edit, days } = addFilms(course, {
    day: 'day1',
    titles: ['A', 'B', 'C', 'D'],
    isSpread: true,
    language: 'en',
  })
  const parts = partsAfter(course, edit)
  expect(lessonsByDay(parts)).toEqual([['old', 'A'], [], ['B'], ['C', 'D']])
  expect(days).toEqual(['day1', 'day3', 'day4'])
  const sorts = parts.filter(({ kind }) => kind === 'lesson').map(({ sort }) => sort)
  expect(new Set(sorts).size).toBe(sorts.length)
})

test('fewer films than days leave the later days alone', () => {
  const { edit, days } = addFilms(course, { day: 'day3', titles: ['A'], isSpread: true, language: 'en' })
  expect(lessonsByDay(partsAfter(course, edit))).toEqual([['old'], [], ['A'], []])
  expect(days).toEqual(['day3'])
})

test.each([
  ['the_warm-up.MOV', 'the warm-up'],
  ['IMG_0042.mp4', 'IMG 0042'],
  ['Lección 1.2 Té', 'Lección 1.2 Té'],
  ['.mp4', ''],
])('the file %s names its lesson', (name, title) => {
  expect(titleOfFile(name)).toBe(title)
})
