import { expect, test } from 'vitest'
import { allWordsIn, closestFirst } from './words.ts'

test.each([
  ['утр прак', 'Утренняя практика', true],
  ['  PRACTICE morning ', 'Morning practice', true],
  ['morning evening', 'Morning practice', false],
  ['', 'Anything', true],
])('%j is found in %j: %s', (words, text, isFound) => {
  expect(allWordsIn(words, text)).toBe(isFound)
})

test('what is called exactly so comes first, then what begins so, each in its order', () => {
  const named = (...names: string[]) => names.map(name => ({ name }))
  const found = named('Еще одна йога', 'Йога для спины', 'Йога', 'Йога утром')
  expect(closestFirst(' йога  ', found)).toEqual(named('Йога', 'Йога для спины', 'Йога утром', 'Еще одна йога'))
  expect(found[0]?.name).toBe('Еще одна йога')
})
