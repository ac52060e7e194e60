import { expect, test } from 'vitest'
import { foundPhrases, inserted } from './phrases.ts'

const phrase = (id: number, shortcut: string, text: string) => ({ id, shortcut, text, sort: 0 })
const phrases = [
  phrase(1, 'back', 'Keep your back straight'),
  phrase(2, 'good', 'Well done, go on like this!'),
  phrase(3, '', 'Плечи ниже, спина ровная'),
  phrase(4, 'goal', 'Set yourself a goal'),
]
const found = (search: string) => foundPhrases(phrases, search).map(({ id }) => id)

test('phrases are found by word prefixes, in any order and alphabet [STF-05]', () => {
  expect(found('')).toEqual([1, 2, 3, 4])
  expect(found('str ke')).toEqual([1])
  expect(found('СПИ плеч')).toEqual([3])
  expect(found('ack')).toEqual([])
})

test('a phrase whose shortcut matches comes first [STF-05]', () => {
  expect(found('go')).toEqual([2, 4])
  expect(found('goa')).toEqual([4])
  expect(foundPhrases([phrase(1, '', 'good luck'), phrase(2, 'good', 'Well')], 'good').map(({ id }) => id)).toEqual([
    2, 1,
  ])
})

test('a phrase is inserted at the cursor, spaced from the words around it', () => {
  expect(inserted('', 'Well done')).toBe('Well done')
  expect(inserted('Anna,', 'well done')).toBe('Anna, well done')
  expect(inserted('Anna! See you', ', well done', 4)).toBe('Anna, well done! See you')
  expect(inserted('one two three', 'and', 4, 7)).toBe('one and three')
})
