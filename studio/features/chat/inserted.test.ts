import { expect, test } from 'vitest'
import { inserted } from './inserted.ts'

test('a phrase goes where the cursor is, apart from the words around it', () => {
  expect(inserted('', 'Well done')).toBe('Well done')
  expect(inserted('Anna,', 'well done')).toBe('Anna, well done')
  expect(inserted('Anna! See you', ', well done', 4)).toBe('Anna, well done! See you')
  expect(inserted('one two three', 'and', 4, 7)).toBe('one and three')
})
