import { expect, test } from 'vitest'
import { allWordsIn } from './words.ts'

test.each([
  ['утр прак', 'Утренняя практика', true],
  ['  PRACTICE morning ', 'Morning practice', true],
  ['morning evening', 'Morning practice', false],
  ['', 'Anything', true],
])('%j is found in %j: %s', (words, text, isFound) => {
  expect(allWordsIn(words, text)).toBe(isFound)
})
